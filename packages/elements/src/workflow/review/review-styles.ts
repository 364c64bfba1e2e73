// Owns the looks of the review and of the card after sending; they come with these parts, and not before.
import { css } from '../../kit/look/css.ts';

export const reviewStyles = css`
  .people { display: grid; gap: 8px; margin-block: 12px; grid-template-columns: minmax(0, 1fr); }
  .people dt { font-size: var(--_small); color: var(--_muted); }
  .people .whole { display: inline-block; }
  .review, .result { border-color: var(--_accent); }
  .review > .row.end, .result > .row.end { margin-block-start: 16px; }
  .review legend { margin-block-end: 8px; }
  .review .primary { min-block-size: 48px; }
  @container svc (min-width: 720px) {
    .people { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  }
`;
