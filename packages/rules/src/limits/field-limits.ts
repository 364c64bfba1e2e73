// Owns the limits of every clinical and demographic field, with their unit and the rule they come from (W1, S5).

/** The bound of a field, with what it counts. */
export type FieldLimit = {
  readonly maximum: number;
  readonly minimum?: number;
  readonly unit: 'characters' | 'digits' | 'fills' | 'refills' | 'days' | 'entries';
};

/** A bound of a text. */
export const characters = (maximum: number): FieldLimit => ({ maximum, unit: 'characters' });

/**
 * One table: the strictest of what a prescription may say and what SCRIPT 2017071 carries. Nothing is ever cut to fit. The sentence above
 * each says where it comes from: for docs/reference/limits.md, and for whoever wants to raise it.
 */
export const FIELD_LIMITS = {
  /** NCPDP SCRIPT 2017071 Quantity/Value (the point counts) */
  dispenseQuantity: characters(11),
  /** NCPDP SCRIPT 2017071 Sig/SigText */
  instructions: characters(1000),
  /** NCPDP SCRIPT 2017071 Note */
  notes: characters(210),
  /** NCPDP SCRIPT 2017071 DrugDescription */
  drugDescription: characters(105),
  /** Refills + 1. */
  fillsAllowed: { minimum: 1, maximum: 100, unit: 'fills' },
  /** NCPDP SCRIPT 2017071 NumberOfRefills (two digits) */
  refills: { minimum: 0, maximum: 99, unit: 'refills' },
  /** NCPDP SCRIPT 2017071 DaysSupply (three digits) */
  daysSupply: { minimum: 0, maximum: 999, unit: 'days' },
  /** NCPDP SCRIPT 2017071 Diagnosis */
  diagnosisCodes: { maximum: 2, unit: 'entries' },
  /** ours: one for each finding about a drug */
  screeningAnswers: { maximum: 30, unit: 'entries' },
  /** ours: SCRIPT sets no bound; the longest of ICD-10-CM's own descriptions fits */
  diagnosisDescription: characters(255),
  /** NCPDP SCRIPT 2017071 Name/LastName */
  lastName: characters(35),
  /** NCPDP SCRIPT 2017071 Name/FirstName */
  firstName: characters(35),
  /** NCPDP SCRIPT 2017071 Name/MiddleName */
  middleName: characters(35),
  /** NCPDP SCRIPT 2017071 Name/Suffix */
  nameSuffix: characters(10),
  /** NCPDP SCRIPT 2017071 BusinessName */
  businessName: characters(70),
  /** NCPDP SCRIPT 2017071 Address/AddressLine1 */
  street1: characters(40),
  /** NCPDP SCRIPT 2017071 Address/AddressLine2 */
  street2: characters(40),
  /** NCPDP SCRIPT 2017071 Address/City */
  city: characters(35),
  /** NCPDP SCRIPT 2017071 PrimaryTelephone/Number */
  phone: { minimum: 10, maximum: 10, unit: 'digits' },
  /** NCPDP SCRIPT 2017071 CommunicationNumbers/ElectronicMail */
  email: characters(80),
  /** ours: no field of a message carries it */
  externalId: characters(255),
  /** ours: one line on a narrow screen */
  templateName: characters(100),
} as const satisfies Readonly<Record<string, FieldLimit>>;

/** More refills than these are a warning: a year of months. */
export const REFILLS_WARNING_ABOVE = 11;
