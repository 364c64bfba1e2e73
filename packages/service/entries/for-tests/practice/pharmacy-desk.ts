// For tests: pharmacies that sign in.

/** What operators do for them. */
export { createPharmacyDeskAdministration } from '../../../src/pharmacy-desk/administration.ts';
export { createPharmacyDesk, type PharmacyDesk } from '../../../src/pharmacy-desk/pharmacy-desk.ts';
