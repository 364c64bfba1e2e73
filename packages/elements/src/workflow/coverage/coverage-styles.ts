// Owns the look of coverage in the pending order; it comes with the part, and not before.
import { css } from '../../kit/look/css.ts';

export const coverageStyles = css`
  .coverage { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: flex-start; min-block-size: var(--_target); }
  .coverage > details { min-inline-size: 0; }
  .coverage > details[open] { flex: 1 1 100%; }
  .coverage > .chip { margin-block: 10px 4px; }
  .coverage > button.inline { min-block-size: var(--_target); font-size: var(--_small); }
  .coverage > .note { flex: 1 1 100%; margin-block-start: 4px; }
  .coverage summary { color: var(--_fg); }
  .coverage summary .chip { border-radius: 14px; }
  .coverage .old { opacity: 0.6; }
  .coverage .within { padding-inline-start: 12px; border-inline-start: 3px solid var(--_border); }
  .coverage h3 { font-size: 0.9375em; margin-block-start: 4px; }
`;
