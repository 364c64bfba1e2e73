// Owns the looks of the form: arrangements of the kit's own pieces.
import { css } from './css.ts';

export const formStyles = css`
  mark { background: var(--_match); color: var(--_fg); border-radius: 2px; }
  kbd {
    font: 700 var(--_small) / 1.2 var(--_font); padding: 1px 5px; border: 1px solid currentcolor; border-radius: 4px; opacity: 0.85;
  }
  .fields.amounts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.4em), 1fr)); row-gap: 4px; }
  .fields.amounts > .field { grid-row: span 3; grid-template-rows: subgrid; margin-block-end: 8px; }
  .fields.amounts > .field > label { align-self: end; }
  .treatment {
    display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between;
    padding: 8px 8px 8px 12px; border: 1px solid var(--_border); border-inline-start: 4px solid var(--_accent);
    border-radius: var(--_radius); background: var(--_bg);
  }
  .treatment > div { flex: 1 1 14em; min-inline-size: 0; }
  .sentence { color: var(--_fg); font-size: 1.0625em; }
  .checked { flex: 1 1 14em; line-height: 1.3; }
  .misread { text-decoration: underline wavy var(--_warn); text-underline-offset: 3px; font-weight: 700; }
  .keys { font-size: var(--_small); }
  @container svc (max-width: 479.98px) { .keys { display: none; } }
  @media (hover: none) { .keys { display: none; } }
  .note ul { margin-block-start: 4px; }
  .note li > button.inline { text-align: start; justify-content: flex-start; color: inherit; }
  .note p > button.inline { text-align: start; justify-content: flex-start; }
`;
