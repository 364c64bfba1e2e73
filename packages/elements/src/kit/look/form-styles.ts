// Owns the looks of the form, of pharmacy selection and of the history: arrangements of the kit's own pieces.
import { css } from '../css.ts';

export const formStyles = css`
  .fields.amounts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5em), 1fr)); row-gap: 4px; }
  .fields.amounts > .field { grid-row: span 3; grid-template-rows: subgrid; margin-block-end: 8px; }
  .fields.amounts > .field > label { align-self: end; }
  .treatment {
    display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between;
    padding: 8px 8px 8px 12px; border: 1px solid var(--_border); border-inline-start: 4px solid var(--_accent);
    border-radius: var(--_radius); background: var(--_bg);
  }
  .treatment > div { flex: 1 1 14em; min-inline-size: 0; }
  .sentence { color: var(--_fg); font-size: 1.0625em; }
  .misread { text-decoration: underline wavy var(--_warn); text-underline-offset: 3px; font-weight: 700; }
  .keys { font-size: var(--_small); }
  @container svc (max-width: 479.98px) { .keys { display: none; } }
  @media (hover: none) { .keys { display: none; } }
  .pairs { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; }
  .pairs > dt { color: var(--_muted); }
  .note ul { margin-block-start: 4px; }
  .note li > button.inline { text-align: start; justify-content: flex-start; color: inherit; }
`;

/** A list of records with something to do for each: pharmacies, prescriptions. */
export const listStyles = css`
  .list > li { display: grid; gap: 4px; padding-block: 12px; border-block-start: 1px solid var(--_border); grid-template-columns: minmax(0, 1fr); }
  .list > li:first-child { border-block-start: 0; padding-block-start: 0; }
  .list > li:last-child { padding-block-end: 0; }
  .list .top { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; align-items: baseline; }
  .facts { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: var(--_small); color: var(--_muted); font-variant-numeric: tabular-nums; }
  .choices { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); }
  .choice {
    display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 10px; padding: 10px 12px; border: 1px solid var(--_border);
    border-radius: var(--_radius); cursor: pointer; min-block-size: var(--_target);
  }
  .choice > input { grid-row: 1; }
  .choice > div { grid-column: 2; min-inline-size: 0; }
  .choice:has(:checked) { border-color: var(--_accent); background: var(--_selected); box-shadow: inset 0 0 0 1px var(--_accent); }
  .choice:has(:checked) .facts { color: var(--_fg); }
  .choice:has(:focus-visible) { outline: 3px solid var(--_focus); outline-offset: 2px; }
  .choice input:focus-visible { outline: none; }
  .choice:has(:disabled) { cursor: not-allowed; background: var(--_bg); }
  @media (hover: hover) { .choice:hover:not(:has(:disabled), :has(:checked)) { background: var(--_bg); } }
  @media (forced-colors: active) { .choice:has(:checked) { outline: 2px solid Highlight; } }
`;
