// Owns the English words of what the practice asks of its people and tells its patients.

export const policies = {
  title: 'Policies',
  signing: 'Signing',
  patientReentry:
    'Prescribers enter the initials and the year of birth of the patient again before they sign',
  signIn: 'Sign-in',
  sessionIdleMinutes: 'Minutes without use after which a sign-in ends',
  staffSecondFactor: 'Staff use a second factor, as prescribers and administrators do',
  prescribing: 'Prescribing',
  offCatalog: 'What is in no catalog and no template may be prescribed, where a page allows it',
  writtenTreatments: 'What no drug file holds may be written by hand, compounds as well, and prescribed',
  writtenTreatmentsAbout:
    'Its ingredients are chosen from the list, so that controlled substances stay refused. It is marked as written by hand wherever it is shown, is screened by its ingredients, and has no NDC.',
  offCatalogAbout:
    'Without this only the practice’s catalogs and templates are prescribed from, on every page.',
  toCatalog: 'Catalog',
  duplicates: 'A likely duplicate of what the patient has',
  duplicatePolicies: {
    REASON: 'Asks why it is prescribed again',
    REFUSE_SAME: 'Asks why; the very same is refused while an earlier one lasts',
  } as Readonly<Record<string, string>>,
  screening: 'Interactions and allergies',
  screeningPolicies: {
    REQUIRED: 'Are checked at every review; what could not be checked needs a reason',
    NOT_USED: 'Are not checked here: this practice does not use screening',
  } as Readonly<Record<string, string>>,
  screeningAbout:
    'Without imported data and without a service of your own nothing can be checked, and every prescription needs a reason.',
  screeningStated: (who: string, when: string) => `Stated by ${who}, ${when}.`,
  coverage: 'What the patient’s plan pays',
  coveragePolicies: {
    PAGE: 'Is asked where a page checks coverage',
    NEVER: 'Is never asked: nothing goes to a payer',
  } as Readonly<Record<string, string>>,
  pharmacy: 'Pharmacies',
  staffMayChoosePharmacy: 'Staff may choose the pharmacy of an order, and another one later',
  texts: 'Patients are told by text',
  textsAbout: 'What they are asked (to choose a pharmacy) is always sent.',
  textsAtNight: 'At night where the patient is (9 PM to 8 AM)',
  nights: {
    NONE: 'every text waits for the morning',
    FIRST: 'what asks them to choose a pharmacy is sent at once',
    ALL: 'no text waits',
  } as Readonly<Record<string, string>>,
  patientTexts: {
    SENT: 'It is with the pharmacy',
    READY: 'It can be picked up',
    SHIPPED: 'It is on its way',
    DELIVERED: 'It was handed out, or brought',
    PROBLEM: 'It is delayed, for more than ten minutes',
    CANCELED: 'It was canceled',
  } as Readonly<Record<string, string>>,
  desk: 'Reminders of the desk by mail',
  deskReminders: {
    ENTERED: 'To the owner, when something lies there',
    LATE: 'To the owner, when it is late',
    LATE_TO_PRACTICE: 'To the practice, when it stays late',
    AFTER_HOURS: 'Outside of office hours, of what cannot wait',
  } as Readonly<Record<string, string>>,
  deskMailTo: 'Where the practice reads mails (empty: everybody who works on the desk)',
  afterHoursOwner: 'Who looks after the desk outside of office hours',
  nobody: 'Nobody',
  office: (zone: string) => `Office hours, by the clock of ${zone}`,
  opens: 'Opens',
  closes: 'Closes',
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as readonly string[],
  holidays: 'Closed on (days, one a line: 2026-12-25)',
  always: 'What is always so',
  rules: [
    'The notice of a likely duplicate is shown to everybody.',
    'What is on the list of disabled medicines is not prescribed by anybody.',
    'What a plan pays never stops a prescription by itself.',
    'A page may narrow what it offers to your catalog (allow-off-catalog-search), and never widen it.',
  ] as readonly string[],
  save: 'Save',
  saved: 'Saved.',
  conflict: 'Somebody else changed these settings. Load the page again and repeat your change.',
};
export type PoliciesText = typeof policies;
