// Owns the bounds of what a page may hand to the workflow.

export const ATTRIBUTE_LIMITS = {
  /** Drafts that wait for one prescriber and patient; the service's own bound. */
  prefillsMax: 50,
  externalIdCharactersMax: 255,
  /** Of a reason on `disable-list`, and the ids on it; the service's own bounds. */
  reasonCharactersMax: 500,
  disabledMax: 500,
  diagnosisCodesMax: 2,
  /** What a patient does not tolerate or takes; the service's own bounds are for the record. */
  statementsMax: 50,
  statementCharactersMax: 200,
  /** The heaviest person on record weighed less. */
  weightKgMax: 700,
} as const;
