// Every bound of the room `prescribing`, in one place.

export const PRESCRIBING_LIMITS = {
  /** Prescriptions that one order (and one signature) can hold. */
  prescriptionsPerOrderMax: 25,
  /** Of a patient's orders that wait, the newest that are looked at for one that can take more. */
  combinableOrdersMax: 20,
  /** What is typed to search orders, and of how many patients of that name the orders are shown. */
  orderSearchCharactersMax: 100,
  orderSearchPatientsMax: 100,
  /** Orders that are asked for together by their ids. */
  ordersByIdMax: 100,
  /** Statements that sign for one organization at a time on one node; requests that come meanwhile share the next. */
  signBatchesAtATime: 2,
  signRequestsPerBatchMax: 16,
  signLinesPerBatchMax: 50,
  /** Drafts that may wait for one prescriber and patient. */
  draftsPerPatientMax: 50,
  /** A review older than this must be made again before signing: what it checked may have changed. */
  reviewValidityMs: 30 * 60_000,
  /** After how long the pharmacy that the patient prefers is used, where the prescriber chose that. */
  preferredAfterMs: 15 * 60_000,
  /** A prescription is sent within 72 hours of being written. */
  sendWithinMs: 72 * 3_600_000,
  /** A fill that was sent and of which the pharmacy has said nothing for so long is not confirmed: somebody should call. */
  unconfirmedAfterMs: 4 * 3_600_000,
  /** A prescription ends one year after it was written. */
  prescriptionValidityDays: 365,
  /** What a draft may hold while it is being typed; what can be signed is less (see field limits). */
  draftTextCharactersMax: 4_000,
  /** What was prescribed counts for so long when the same is prescribed again, also where its supply is shorter. */
  duplicateWindowMsMin: 8 * 3_600_000,
  /** Earlier prescriptions that are looked at for duplicates, and that one draft names. */
  duplicatesLookedAtMax: 200,
  duplicatesShownMax: 5,
  /** Drafts of one coverage check, and treatments that are offered in place of one. */
  coverageDraftsMax: 25,
  coverageAlternativesMax: 5,
  /** A pharmacy that sends by mail may be anywhere; this is as far as the directory looks. */
  mailOrderRadiusKm: 1_000,
  /** Of a patient's newest prescriptions, those among which signing looks for what was signed since the review. */
  signedSinceReviewMax: 50,
  /** What screening looks at of a patient: drafts that wait, and prescriptions so far back; where there is more, nothing counts as checked. */
  screenedDraftsMax: 200,
  screenedPrescriptionsMax: 2_000,
  /** Of these, those whose signed content is opened to see whether they may still be taken. */
  screenedOpenedMax: 300,
  screenedBackDays: 400,
  /** A review whose drafts or patient change while another service is asked is made so often; then nothing counts as checked. */
  screeningTriesMax: 3,
  /** For so long after its supply somebody may still take what was prescribed. */
  takenLongerDays: 30,
  externalIdCharactersMax: 255,
  sourceCharactersMax: 200,
  /** Treatments on a form's own disable list, and as many medications. */
  formDisabledMax: 500,
  /** Of one reason on it. */
  formReasonCharactersMax: 500,
  /** Pharmacies that are offered because a patient's orders went there before. */
  pharmaciesUsedMax: 8,
  /** Treatments that are offered because the prescriber signs them often, and of how many late prescriptions that is judged. */
  frequentTreatmentsMax: 20,
  frequentTreatmentsOf: 300,
  /** Treatments that gave way to another before a draft was made; the service counts them. */
  replacedPicksMax: 100,
  /** 128 bits in hex: the salt in what is signed. */
  saltHexCharacters: 32,
} as const;
