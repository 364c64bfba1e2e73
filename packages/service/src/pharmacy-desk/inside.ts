// The door of the room `pharmacy-desk` for the interfaces of operators.

/** What operators do for pharmacies that sign in. */
export type {
  ListedCorrection,
  PharmacyDeskAdministration,
  PharmacyPerson,
} from './administration.ts';
export { PHARMACY_DESK_LIMITS } from './limits.ts';
export { CORRECTED_FIELDS, type CorrectedField, type CorrectionState } from './tables.ts';
