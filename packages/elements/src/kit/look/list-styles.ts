// Owns the looks of lists of records with something to do for each: pharmacies, prescriptions.
import { css } from './css.ts';

/** A list of records with something to do for each: pharmacies, prescriptions. */
export const listStyles = css`
  .list > li { display: grid; gap: 4px; padding-block: 12px; border-block-start: 1px solid var(--_border); grid-template-columns: minmax(0, 1fr); }
  .list > li:first-child { border-block-start: 0; padding-block-start: 0; }
  .list > li:last-child { padding-block-end: 0; }
  .list .top { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; align-items: baseline; }
  .facts { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: var(--_small); color: var(--_muted); font-variant-numeric: tabular-nums; }
  .facts dt, .facts dd { display: inline; }
  .unbroken { white-space: nowrap; }
`;
