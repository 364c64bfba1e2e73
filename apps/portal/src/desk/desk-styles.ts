// Owns what the desk looks like beyond the portal's tables: the row that is open, and what is open of it.
import { css } from 'lit';

export const deskStyles = css`
  td .opener { font-weight: 700; text-align: start; white-space: normal; padding-inline: 0; color: var(--_fg); }
  td .owner { font-weight: 400; font-size: inherit; color: inherit; padding-inline: 0; white-space: normal; text-align: start; }
  tbody[data-item].open > tr > td { background: var(--_chosen); }
  tbody[data-item].open > tr:first-child > td { border-block-end: 0; }
  tbody[data-item].open > tr > td:first-child { box-shadow: inset 4px 0 var(--_accent); }
  td button.strong { border: 2px solid var(--_accent); color: var(--_accent); }
  .peek { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); padding-block-end: 8px; }
  .peek nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
  .peek form.card { gap: 10px; max-inline-size: 40em; }
  .peek h2 { font-size: 14px; margin: 0; }
  .peek ul { display: grid; gap: 4px; overflow-wrap: anywhere; }
  @media (min-width: 960px) { .peek { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
  @media (max-width: 959.98px) {
    tbody[data-item].open > tr { background: var(--_chosen); border-block-end: 0; }
    tbody[data-item].open > tr > td:first-child { box-shadow: none; }
    tbody[data-item].open > tr:last-child { border-block-end: 1px solid var(--_line); }
  }
`;
