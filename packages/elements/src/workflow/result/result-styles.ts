// Owns the looks of the card after sending.
import { css } from '../../kit/look/css.ts';

export const resultStyles = css`
  .sent { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); align-items: start; }
  .sent code { overflow-wrap: anywhere; }
  .sent .track { padding-block: 4px; }
  @container svc (min-width: 720px) { .sent { grid-template-columns: minmax(0, 1.52fr) minmax(0, 1fr); } }
`;
