// Owns the styles of a list from which one is chosen, as a pharmacy is, and of the tabs over it; in a file of its own, so that pages without a choice do not load them.
import { css } from './css.ts';

export const choiceStyles = css`
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
  [role='tablist'] { display: flex; flex-wrap: wrap; gap: 8px; }
  [role='tab'][aria-selected='true'] {
    background: var(--_selected); border-color: var(--_accent); font-weight: 700; box-shadow: inset 0 -2px 0 var(--_accent);
  }
  [role='tabpanel'] { padding-block-start: 16px; }
  @media (forced-colors: active) { .choice:has(:checked), [role='tab'][aria-selected='true'] { outline: 2px solid Highlight; } }
`;
