// What other packages are offered of screening.

/** Imports interactions, allergens and classes of drugs: a whole file in one transaction with the day of its data. */
export type { ScreeningOrigin } from '../../src/screening/import/screening-imports.ts';

/** The columns of the public files of interactions, allergens and classes of drugs. */
export {
  ALLERGEN_COLUMNS,
  CLASS_COLUMNS,
  INTERACTION_COLUMNS,
} from '../../src/screening/import/screening-source.ts';

/** The door of the room `screening` for callers: what speaks against drugs, in imported data or asked of another service. It keeps no patient. */
export { createScreening, type Screening } from '../../src/screening/screening.ts';
