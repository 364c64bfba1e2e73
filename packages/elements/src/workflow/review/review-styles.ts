// Owns the looks of the review and of the card after sending; they come with these parts, and not before.
import { css } from '../../kit/look/css.ts';

export const reviewStyles = css`
  .people { display: grid; gap: 8px; margin-block: 12px; grid-template-columns: minmax(0, 1fr); }
  .people dt { font-size: var(--_small); color: var(--_muted); }
  .people .whole { display: inline-block; }
  .review, .result { border-color: var(--_accent); }
  .review .row.end, .result > .row.end { margin-block-start: 16px; }
  .review legend { margin-block-end: 8px; }
  .review .primary { min-block-size: 48px; }
  @container svc (min-width: 720px) {
    .people { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    /* Lines beside whom they are for and the act, as the order stands beside the form. */
    .two-parts { display: grid; gap: 16px; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .aside { position: sticky; inset-block-start: 12px; padding-inline-start: 16px; border-inline-start: 1px solid var(--_border); }
    .aside .people { grid-template-columns: minmax(0, 1fr); margin-block-start: 0; }
    .aside > .row.end > button { flex: 1 1 100%; }
    .review .draft { gap: 4px; padding-block: 8px; }
    .review .note { padding-block: 6px; }
  }
`;
