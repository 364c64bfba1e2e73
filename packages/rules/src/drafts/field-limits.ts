// Owns the limits of every clinical and demographic field, with their unit and the rule they come from (W1, S5).

export type FieldLimit = {
  readonly maximum: number;
  readonly minimum?: number;
  readonly unit: 'characters' | 'digits' | 'fills' | 'refills' | 'days' | 'entries';
  /** Where the limit comes from, for the docs and for whoever wants to raise it. */
  readonly source: string;
};

const script = (maximum: number, path: string): FieldLimit => ({
  maximum,
  unit: 'characters',
  source: `NCPDP SCRIPT 2017071 ${path}`,
});

/** One table: the strictest of what the contract says and what SCRIPT 2017071 carries. Nothing is ever cut to fit. */
export const FIELD_LIMITS = {
  dispenseQuantity: script(11, 'Quantity/Value (the point counts)'),
  instructions: script(1000, 'Sig/SigText'),
  notes: script(210, 'Note'),
  drugDescription: script(105, 'DrugDescription'),
  fillsAllowed: { minimum: 1, maximum: 100, unit: 'fills', source: 'contract W1: refills + 1' },
  refills: {
    minimum: 0,
    maximum: 99,
    unit: 'refills',
    source: 'NCPDP SCRIPT 2017071 NumberOfRefills (two digits)',
  },
  daysSupply: {
    minimum: 0,
    maximum: 999,
    unit: 'days',
    source: 'NCPDP SCRIPT 2017071 DaysSupply (three digits)',
  },
  diagnosisCodes: { maximum: 2, unit: 'entries', source: 'NCPDP SCRIPT 2017071 Diagnosis' },
  lastName: script(35, 'Name/LastName'),
  firstName: script(35, 'Name/FirstName'),
  middleName: script(35, 'Name/MiddleName'),
  namePrefix: script(10, 'Name/Prefix'),
  nameSuffix: script(10, 'Name/Suffix'),
  businessName: script(70, 'BusinessName'),
  street1: script(40, 'Address/AddressLine1'),
  street2: script(40, 'Address/AddressLine2'),
  city: script(35, 'Address/City'),
  country: script(2, 'Address/CountryCode'),
  phone: { minimum: 10, maximum: 10, unit: 'digits', source: 'NCPDP SCRIPT 2017071 PrimaryTelephone/Number' },
  phoneExtension: { maximum: 8, unit: 'digits', source: 'NCPDP SCRIPT 2017071 PrimaryTelephone/Extension' },
  email: script(80, 'CommunicationNumbers/ElectronicMail'),
  messageId: script(35, 'Header/MessageID'),
  prescriberOrderNumber: script(35, 'Header/PrescriberOrderNumber'),
  externalId: { maximum: 255, unit: 'characters', source: 'ours: no field of a message carries it' },
  templateName: { maximum: 100, unit: 'characters', source: 'ours: one line on a narrow screen' },
} as const satisfies Readonly<Record<string, FieldLimit>>;

/** More refills than these are a warning: a year of months (W1). */
export const REFILLS_WARNING_ABOVE = 11;
