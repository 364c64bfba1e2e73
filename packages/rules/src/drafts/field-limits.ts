// Owns the limits of every field beside the prescription's own, with their unit and the rule they come from (S5).

/** The bound of a field, with what it counts. */
export type FieldLimit = {
  readonly maximum: number;
  readonly minimum?: number;
  readonly unit: 'characters' | 'digits' | 'fills' | 'refills' | 'days' | 'entries';
};

/** A bound of a text. */
export const characters = (maximum: number): FieldLimit => ({ maximum, unit: 'characters' });

/**
 * The strictest of what a record may say and what SCRIPT 2017071 carries. Nothing is ever cut to fit. The sentence above
 * each says where it comes from: for docs/reference/limits.md, and for whoever wants to raise it.
 */
export const FIELD_LIMITS = {
  /** NCPDP SCRIPT 2017071 DrugDescription */
  drugDescription: characters(105),
  /** NCPDP SCRIPT 2017071 NumberOfRefills (two digits) */
  refills: { minimum: 0, maximum: 99, unit: 'refills' },
  /** ours: SCRIPT sets no bound; the longest of ICD-10-CM's own descriptions fits */
  diagnosisDescription: characters(255),
  /** NCPDP SCRIPT 2017071 Name/LastName */
  lastName: characters(35),
  /** NCPDP SCRIPT 2017071 Name/FirstName */
  firstName: characters(35),
  /** NCPDP SCRIPT 2017071 Name/MiddleName */
  middleName: characters(35),
  /** NCPDP SCRIPT 2017071 Name/Prefix */
  namePrefix: characters(10),
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
  /** NCPDP SCRIPT 2017071 Address/CountryCode */
  country: characters(2),
  /** NCPDP SCRIPT 2017071 PrimaryTelephone/Number */
  phone: { minimum: 10, maximum: 10, unit: 'digits' },
  /** NCPDP SCRIPT 2017071 PrimaryTelephone/Extension */
  phoneExtension: { maximum: 8, unit: 'digits' },
  /** NCPDP SCRIPT 2017071 CommunicationNumbers/ElectronicMail */
  email: characters(80),
  /** NCPDP SCRIPT 2017071 Header/MessageID */
  messageId: characters(35),
  /** NCPDP SCRIPT 2017071 Header/PrescriberOrderNumber */
  prescriberOrderNumber: characters(35),
  /** ours: no field of a message carries it */
  externalId: characters(255),
  /** ours: one line on a narrow screen */
  templateName: characters(100),
} as const satisfies Readonly<Record<string, FieldLimit>>;

/** More refills than these are a warning: a year of months. */
export const REFILLS_WARNING_ABOVE = 11;
