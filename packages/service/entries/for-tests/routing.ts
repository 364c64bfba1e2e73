// What tests and benches take from the inside of routing, beyond what other packages are offered: no product code may import it.

/** Who follows what changes: the patient's pages stand on it. */
export { createEvents } from '../../src/events/events.ts';
/** Every bound of what follows, and the note of a change in a transaction. */
export { LIVE_LIMITS, noteChange } from '../../src/events/inside.ts';
/** The table `patient_link`: one link per order that waits for its patient's choice. Its token is derived from the deployment's secret, never stored. */
export { createPatientLinkKey, patientLinkFor } from '../../src/routing/patient/links.ts';
/** A visit behind a patient's link: opened with its cookie, proven by the date of birth, and every look at the order in the trail. */
export type { PatientPageDeps } from '../../src/routing/patient/opened.ts';
/** The routes behind a patient's link: /p/<token> leads to the visit, whose pages ask the date of birth, find a pharmacy, confirm it and show the status. */
export { patientPages } from '../../src/routing/patient/pages.ts';
/** Telephone numbers as keyed hashes, and what is done about those that were said to be somebody else's. */
export { createPhoneHashes } from '../../src/routing/patient/phone-hash.ts';
export { numberChanged, reportWrongNumber } from '../../src/routing/patient/wrong-number.ts';
/** The door of the room `routing` for callers: who chooses the pharmacy of an order, and the history of those choices. */
export { createRouting } from '../../src/routing/routing.ts';
