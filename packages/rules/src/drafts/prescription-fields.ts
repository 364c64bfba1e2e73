// The table of a prescription's fields: how each is written and bounded, kept, signed, sent, shown and drawn (W1). Form, service and
// documents read it, so that a plain field is a row here.
import { characters, FIELD_LIMITS, type FieldLimit } from '../limits/field-limits.ts';

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
  /** Why it is prescribed although screening speaks against it. */
  | 'answers'
  | 'orderPlan';

/** What form and service have to know of a field. Whoever may write drafts, staff as well, may write each of them. */
export interface PrescriptionField {
  readonly type: FieldType;
  readonly limit?: FieldLimit;
  /** What a sentence about its text calls it; a text that has one is checked against its limit and for what SCRIPT carries (S5). */
  readonly subject?: string;
  /**
   * How the form draws it, if it is typed there as it is sent: `more`, under "More" with its label in `text/en/workflow/form.ts`; `asked`, by code
   * of its own where something asks for it.
   */
  readonly form?: 'more' | 'asked';
}

/**
 * The rows of the fields that the form types as they are sent, in its order, by themselves, because of the table only they travel to a
 * browser. The sentence above each says where its bound comes from.
 */
export const TYPED_ROWS = {
  /** ours: no field of a message carries it; as long as a note */
  amountsReason: { type: 'line', limit: characters(210), form: 'asked' },
  /** ours: no field of a message carries it; as long as a note */
  repeatReason: { type: 'line', limit: characters(210), form: 'asked' },
  /** ours: no field of a message carries it; as long as a note */
  duplicateReason: { type: 'line', limit: characters(210), form: 'asked' },
  doNotFillBeforeDate: { type: 'date', form: 'more' },
} as const satisfies Readonly<Record<string, PrescriptionField>>;

/** Every row of the table, in its order. */
export const PRESCRIPTION_FIELDS = /* @__PURE__ */ Object.freeze({
  ...TYPED_ROWS,
  instructions: { type: 'directions', limit: FIELD_LIMITS.instructions },
  dispenseQuantity: { type: 'quantity', limit: FIELD_LIMITS.dispenseQuantity },
  dispenseUnit: { type: 'unit' },
  daysSupply: { type: 'whole', limit: FIELD_LIMITS.daysSupply },
  fillsAllowed: { type: 'whole', limit: FIELD_LIMITS.fillsAllowed },
  notes: { type: 'text', limit: FIELD_LIMITS.notes },
  dispenseAsWritten: { type: 'flag' },
  pageNotes: { type: 'text' },
  externalId: { type: 'line', limit: FIELD_LIMITS.externalId },
  diagnosisCodes: { type: 'diagnoses', limit: FIELD_LIMITS.diagnosisCodes },
  supervisor: { type: 'supervisor' },
  screeningAnswers: { type: 'answers', limit: FIELD_LIMITS.screeningAnswers },
  orderPlan: { type: 'orderPlan' },
} as const) satisfies Readonly<Record<string, PrescriptionField>>;

/** What only the service has to know of a field. */
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
  dispenseQuantity: {
    about: 'In `dispenseUnit`, each time it is filled.',
    blank: null,
    kept: 'column',
    signed: { since: 1 },
    script: 'Quantity',
  },
  dispenseUnit: {
    aboutInput: 'Name or code of an NCPDP quantity unit.',
    blank: null,
    kept: 'column',
    signed: { since: 1 },
    script: 'QuantityUnitOfMeasure',
  },
  daysSupply: {
    about: 'How many days one fill lasts.',
    blank: null,
    kept: 'column',
    signed: { since: 1 },
    script: 'DaysSupply',
  },
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
    about: 'The first day on which it may be dispensed.',
    blank: null,
    kept: 'column',
    signed: { since: 1 },
    script: 'OtherMedicationDate',
    once: true,
  },
  dispenseAsWritten: {
    about: 'True: the pharmacy must not substitute.',
    blank: false,
    kept: 'column',
    signed: { since: 1 },
    script: 'Substitutions',
  },
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
  screeningAnswers: {
    about: 'Why it is prescribed although screening speaks against it, or although it was not checked.',
    aboutInput:
      'All answers to what the review shows under `screening`, 30 at most; an empty list clears them. Another treatment clears them as well.',
    blank: [],
    kept: 'sealed',
    signed: { since: 3, within: 'reasons' },
  },
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
/** The fields that the form types as they are sent, drawn as is said. */
export type TypedField<Drawn extends string = string> = {
  [Name in keyof typeof TYPED_ROWS]: Rows[Name] extends { readonly form: Drawn } ? Name : never;
}[keyof typeof TYPED_ROWS];
/** The fields that the signature covers by themselves; `Since` picks those of a version. */
export type SignedField<Since extends number = number> = {
  [Name in FieldName]: Records[Name] extends { readonly signed: { readonly within: 'reasons' } }
    ? never
    : Records[Name] extends { readonly signed: { readonly since: Since } }
      ? Name
      : never;
}[FieldName];

const drawn = <Drawn extends string>(form: Drawn) =>
  (Object.keys(TYPED_ROWS) as TypedField[]).filter(
    (name) => TYPED_ROWS[name].form === form,
  ) as TypedField<Drawn>[];

/** The fields that the form draws where something asks for them. */
export const ASKED_FIELDS = drawn('asked');

/** The fields that the form draws under "More". */
export const MORE_FIELDS = drawn('more');

/** The fields that the form types as they are sent, in its order. */
export const TYPED_FIELDS = [...ASKED_FIELDS, ...MORE_FIELDS];

/** The fields that the signature covers and that are text. */
export type SignedText = SignedField & FieldsOfType<'line' | 'text' | 'date'>;

/** Every field. */
export function fieldNames(): FieldName[] {
  return Object.keys(PRESCRIPTION_FIELDS) as FieldName[];
}

/** The row of a field, where any may be asked for. */
export function fieldOf(name: FieldName): PrescriptionField {
  return PRESCRIPTION_FIELDS[name];
}

/** The row of a field that the form types as it is sent. */
export function typedRow(name: TypedField): PrescriptionField {
  return TYPED_ROWS[name];
}

/** The other half of it. */
export function onRecord(name: FieldName): FieldOnRecord {
  return FIELDS_ON_RECORD[name];
}

/** The fields that the signature covers by themselves. */
export function signedFields(): SignedField[] {
  return fieldNames().filter((name) => {
    const { signed } = onRecord(name);
    return signed !== undefined && signed.within === undefined;
  }) as SignedField[];
}

/** Those of them that are text, a date as well. */
export function signedTexts(): SignedText[] {
  return signedFields().filter((name): name is SignedText =>
    ['line', 'text', 'date'].includes(fieldOf(name).type),
  );
}

/** What is printed as a row of its own, of the fields without another place on the page: name, label, text. */
export function printedRows(
  signed: Readonly<Partial<Record<FieldName, unknown>>>,
): readonly (readonly [name: FieldName, label: string, text: string])[] {
  return signedFields().flatMap((name) => {
    const { printed } = onRecord(name);
    const text = signed[name];
    return printed !== undefined && typeof text === 'string' && text !== '' ? [[name, printed, text]] : [];
  });
}

/** A value for each of the fields. */
export function forFields<Name extends FieldName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
