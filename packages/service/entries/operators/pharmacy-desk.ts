// What other packages are offered of pharmacy-desk.

/** What operators do for pharmacies that sign in. */
export type {
  ListedCorrection,
  PharmacyDeskAdministration,
  PharmacyPerson,
} from '../../src/pharmacy-desk/administration.ts';
