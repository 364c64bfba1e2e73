// The door of the room `routing` for other rooms, whose transactions it takes part in, and for what composes the service.

/** The table `patient_link`: one link per order that waits for its patient's choice. Its token is derived from the deployment's secret, never stored. */
export {
  createPatientLinkKey,
  type NewPatientLink,
  newPatientLink,
  type PatientLinkKey,
  type PatientLinkTables,
  patientLinkFor,
  patientLinkUrl,
} from './patient/links.ts';

/** A visit behind a patient's link: opened with its cookie, proven by the date of birth, and every look at the order in the trail. */
export type { PatientPageDeps } from './patient/opened.ts';

/** The routes behind a patient's link: /p/<token> leads to the visit, whose pages ask the date of birth, find a pharmacy, confirm it and show the status. */
export { patientPages } from './patient/pages.ts';

/** Telephone numbers as keyed hashes, and those that were said to be somebody else's. */
export { createPhoneHashes, type PhoneHashes } from './patient/phone-hash.ts';
/** Which of the two languages a patient reads. */
export { languageOf } from './patient/view/language.ts';
export { isWrongNumber, numberChanged, numberIsRight } from './patient/wrong-number.ts';
/** When it goes to the pharmacy that its patient prefers. */
export { preferredAt } from './preferred.ts';
/** Gives an order that waits its pharmacy. */
export { selectInTransaction } from './select.ts';
