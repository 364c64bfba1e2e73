// The table of a prescription's fields: how each is written and bounded, kept, signed, sent, shown and drawn (W1). Form, service and
// documents read it, so that a plain field is a row here.
import { characters, FIELD_LIMITS, type FieldLimit } from './field-limits.ts';

/**
 * How a field is written. The first five are plain: everything about them follows from their row. The others have code of their own where
 * they are read, calculated or shown, and everything else from their row.
 */
export type FieldType =
  /** One line of text. */
  | 'line'
  /** Text that may have several lines, kept as it is being typed. */
  | 'text'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** A whole number within the limit. */
  | 'whole'
  /** Yes or no. */
  | 'flag'
  | 'directions'
  | 'quantity'
  | 'unit'
  | 'diagnoses'
  | 'supervisor'
  | 'orderPlan';

/** What form and service have to know of a field. Whoever may write drafts, staff as well, may write each of them. */
export interface PrescriptionField {
  readonly type: FieldType;
  readonly limit?: FieldLimit;
  /** What a sentence about its text calls it; a text that has one is checked against its limit and for what SCRIPT carries (S5). */
  readonly subject?: string;
  /** The id of its control in the form, of a field that is typed there as it is sent. */
  readonly control?: string;
  /** Its control is drawn only where something asks for it; the others of this kind stand under "More", labelled by `text/en/form.ts`. */
  readonly onlyAsked?: true;
}

/** The rows, in the order of the form. Fields that no form writes come last. The sentence above each says where its bound comes from. */
export const PRESCRIPTION_FIELDS = {
  /** NCPDP SCRIPT 2017071 Sig/SigText */
  instructions: { type: 'directions', limit: characters(1000), subject: 'The directions' },
  /** NCPDP SCRIPT 2017071 Quantity/Value (the point counts) */
  dispenseQuantity: { type: 'quantity', limit: characters(11) },
  dispenseUnit: { type: 'unit' },
  /** NCPDP SCRIPT 2017071 DaysSupply (three digits) */
  daysSupply: { type: 'whole', limit: { minimum: 0, maximum: 999, unit: 'days' } },
  /** Refills + 1. */
  fillsAllowed: { type: 'whole', limit: { minimum: 1, maximum: 100, unit: 'fills' } },
  /** ours: no field of a message carries it; as long as a note */
  amountsReason: { type: 'line', limit: characters(210), control: 'amounts-reason', onlyAsked: true },
  /** ours: no field of a message carries it; as long as a note */
  repeatReason: { type: 'line', limit: characters(210), control: 'repeat-reason', onlyAsked: true },
  /** ours: no field of a message carries it; as long as a note */
  duplicateReason: { type: 'line', limit: characters(210), control: 'duplicate-reason', onlyAsked: true },
  /** NCPDP SCRIPT 2017071 Note */
  notes: { type: 'text', limit: characters(210), subject: 'The pharmacy note' },
  doNotFillBeforeDate: { type: 'date', control: 'not-before' },
  dispenseAsWritten: { type: 'flag' },
  pageNotes: { type: 'text' },
  /** ours: no field of a message carries it */
  externalId: { type: 'line', limit: FIELD_LIMITS.externalId },
  /** NCPDP SCRIPT 2017071 Diagnosis */
  diagnosisCodes: { type: 'diagnoses', limit: { maximum: 2, unit: 'entries' } },
  supervisor: { type: 'supervisor' },
  orderPlan: { type: 'orderPlan' },
} as const satisfies Readonly<Record<string, PrescriptionField>>;

/** What only the service has to know of a field: browsers load the table above without it. */
export interface FieldOnRecord {
  /** What the API's schema says of it. */
  readonly about?: string;
  /** The same where it is written, if there is more to say. */
  readonly aboutInput?: string;
  /** What a new draft holds. Null and `''` also say that a caller may clear the field. */
  readonly blank: null | '' | 1 | false | readonly never[];
  /** `sealed`: in one encrypted value with what else may tell of the patient, so that a new field needs no migration. `column`: one of its own. */
  readonly kept: 'sealed' | 'column';
  /** From which version of the signed content on the signature covers it; left out: never. `reasons`: with the reasons, not by itself. */
  readonly signed?: { readonly since: number; readonly within?: 'reasons' };
  /** The element of `MedicationPrescribed` (or of the message) that carries it; `prescribing/signing/script-message.ts` puts it there. */
  readonly script?: string;
  /** It belongs to this one time: prescribing again leaves it out. */
  readonly once?: true;
  /** Its label on fax, pharmacy page and portal, of a field without a place of its own there. */
  readonly printed?: string;
}

/** The other half of each row. */
export const FIELDS_ON_RECORD = {
  instructions: {
    about: 'The sig.',
    blank: '',
    kept: 'sealed',
    signed: { since: 1 },
    script: 'Sig',
  },
  dispenseQuantity: { blank: null, kept: 'column', signed: { since: 1 }, script: 'Quantity' },
  dispenseUnit: {
    aboutInput: 'Name or code of an NCPDP quantity unit.',
    blank: null,
    kept: 'column',
    signed: { since: 1 },
    script: 'QuantityUnitOfMeasure',
  },
  daysSupply: { blank: null, kept: 'column', signed: { since: 1 }, script: 'DaysSupply' },
  fillsAllowed: {
    about: 'Refills + 1.',
    aboutInput: 'Refills + 1: 1 to 100.',
    blank: 1,
    kept: 'column',
    signed: { since: 1 },
    script: 'NumberOfRefills',
  },
  amountsReason: {
    about: 'Why quantity and days supply stand although they contradict the directions.',
    aboutInput: 'Without it, numbers that contradict the directions cannot be signed.',
    blank: null,
    kept: 'sealed',
    signed: { since: 2, within: 'reasons' },
  },
  repeatReason: {
    about: 'Why the same treatment is prescribed twice (tapers).',
    blank: null,
    kept: 'sealed',
    signed: { since: 2, within: 'reasons' },
  },
  duplicateReason: {
    about: 'Why it is prescribed although there are `likelyDuplicates`.',
    aboutInput:
      'Why it is prescribed although there are `likelyDuplicates`: one line, 210 characters at most. Another treatment clears it.',
    blank: null,
    kept: 'sealed',
    signed: { since: 2, within: 'reasons' },
  },
  notes: {
    about: 'For the pharmacy.',
    aboutInput: 'For the pharmacy, 210 characters at most.',
    blank: '',
    kept: 'sealed',
    signed: { since: 1 },
    script: 'Note',
    printed: 'Note',
  },
  doNotFillBeforeDate: {
    blank: null,
    kept: 'column',
    signed: { since: 1 },
    script: 'OtherMedicationDate',
    once: true,
  },
  dispenseAsWritten: { blank: false, kept: 'column', signed: { since: 1 }, script: 'Substitutions' },
  pageNotes: {
    about: 'What the page has put into `notes`, as it was put there.',
    aboutInput:
      'What the page has put into `notes`, as it was put there: kept, so that a later wish of the page finds its place.',
    blank: null,
    kept: 'sealed',
  },
  externalId: { blank: null, kept: 'sealed' },
  diagnosisCodes: { blank: [], kept: 'sealed', signed: { since: 1 }, script: 'Diagnosis' },
  supervisor: { blank: null, kept: 'sealed', signed: { since: 1 }, script: 'Supervisor' },
  orderPlan: { blank: null, kept: 'sealed' },
} as const satisfies Readonly<Record<FieldName, FieldOnRecord>>;

type Rows = typeof PRESCRIPTION_FIELDS;
type Records = typeof FIELDS_ON_RECORD;
/** A field of a prescription, by its name in the API. */
export type FieldName = keyof Rows;
/** The type of a field. */
export type TypeOfField<Name extends FieldName> = Rows[Name]['type'];
/** What a new draft holds in a field. */
export type BlankOf<Name extends FieldName> = Records[Name]['blank'];
/** The fields of these types. */
export type FieldsOfType<Type extends FieldType> = {
  [Name in FieldName]: TypeOfField<Name> extends Type ? Name : never;
}[FieldName];
/** A type of which everything follows from the row. */
export type PlainType = 'line' | 'text' | 'date' | 'whole' | 'flag';
/** The fields that the form types as they are sent. */
export type TypedField = {
  [Name in FieldName]: Rows[Name] extends { readonly control: string } ? Name : never;
}[FieldName];
/** Those of them that always stand in the form, under "More". */
export type MoreField = {
  [Name in TypedField]: Rows[Name] extends { readonly onlyAsked: true } ? never : Name;
}[TypedField];
/** The fields whose text is checked. */
export type CheckedText = {
  [Name in FieldName]: Rows[Name] extends { readonly subject: string } ? Name : never;
}[FieldName];
/** The fields that the signature covers by themselves; `Since` picks those of a version. */
export type SignedField<Since extends number = number> = {
  [Name in FieldName]: Records[Name] extends { readonly signed: { readonly within: 'reasons' } }
    ? never
    : Records[Name] extends { readonly signed: { readonly since: Since } }
      ? Name
      : never;
}[FieldName];

/** Every field, in the order of the table. */
export const FIELD_NAMES = Object.keys(PRESCRIPTION_FIELDS) as FieldName[];

/** The fields that the form types as they are sent, in its order. */
export const TYPED_FIELDS = FIELD_NAMES.filter((name) => 'control' in fieldOf(name)) as TypedField[];

/** Those of them that stand under "More". */
export const MORE_FIELDS = TYPED_FIELDS.filter((name) => !('onlyAsked' in fieldOf(name))) as MoreField[];

/** The row of a field, where any may be asked for. */
export function fieldOf(name: FieldName): PrescriptionField {
  return PRESCRIPTION_FIELDS[name];
}

/** The other half of it. */
export function onRecord(name: FieldName): FieldOnRecord {
  return FIELDS_ON_RECORD[name];
}

/** The fields that the signature covers by themselves. */
export function signedFields(): SignedField[] {
  return FIELD_NAMES.filter((name) => {
    const { signed } = onRecord(name);
    return signed !== undefined && signed.within === undefined;
  }) as SignedField[];
}

/** A value for each of the fields. */
export function forFields<Name extends FieldName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
