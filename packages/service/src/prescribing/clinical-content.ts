// What a prescriber signs, word for word, with its canonical form and hash (W4), and the addresses that travel with it unsigned.
import { createHash } from 'node:crypto';
import type { PatientId, PrescriptionId, TreatmentId, UserId } from '@pestle/rules/ids';
import type {
  BlankOf,
  FIELDS_ON_RECORD,
  FieldName,
  FieldType,
  SignedField,
  TypeOfField,
} from '@pestle/rules/prescription-fields';
import type { Finding } from '@pestle/rules/screening';
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import type { WrittenIngredient } from '@pestle/rules/written-treatment';

export interface PostalAddress {
  readonly street1: string;
  readonly street2?: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** `02108` or `02108-1234`. */
  readonly postalCode: string;
  readonly country: string;
}

export interface DiagnosisCode {
  readonly code: string;
  readonly type: 'ICD10';
  /** Absent in what earlier versions put down, whose hash must stay what it is. */
  readonly description?: string;
}

export interface Supervisor {
  readonly firstName: string;
  readonly lastName: string;
  readonly npi: string;
  /** Ten digits. */
  readonly phone: string;
  readonly address: PostalAddress;
}

/** Why the prescriber signed what the review would else have stopped; null where nothing was said. */
export interface SignedReasons {
  /** The same treatment is on the order twice. */
  readonly repeat: string | null;
  /** Quantity and days supply contradict the directions. */
  readonly amounts: string | null;
  /** It is likely what the patient was prescribed before: */
  readonly duplicate: string | null;
  /** namely these, as the review showed them, the newest first. */
  readonly duplicateOf: readonly PrescriptionId[];
  /** What was compared and found; absent in what was put down before drugs were screened. */
  readonly screening?: SignedScreening;
}

/** What screening said of a drug when it was reviewed, and what the prescriber answered. */
export interface SignedScreening {
  /** Checked only where nothing kept it from being compared with everything. */
  readonly checked: boolean;
  /** Whoever published the data, or answered; null where nobody did. */
  readonly source: string | null;
  /** The oldest day of the data, `YYYY-MM-DD`. */
  readonly dataDate: string | null;
  /** Why it was not, or not wholly, checked. */
  readonly troubles: readonly ScreeningTrouble[];
  /** The severe ones first. */
  readonly findings: readonly Finding[];
  /** Those that answer a finding, or that it was not checked. */
  readonly answers: readonly ScreeningAnswerGiven[];
}

/** What is signed of a field, by its type. */
type SignedOfType = {
  line: string | null;
  text: string | null;
  /** `YYYY-MM-DD` */
  date: string | null;
  whole: number | null;
  flag: boolean;
  directions: string;
  /** Canonical decimal. */
  quantity: string;
  unit: { readonly code: string; readonly name: string };
  diagnoses: readonly DiagnosisCode[];
  supervisor: Supervisor | null;
  answers: readonly ScreeningAnswerGiven[];
} & Record<FieldType, unknown>;
type SignedValue<Name extends FieldName> =
  BlankOf<Name> extends number
    ? NonNullable<SignedOfType[TypeOfField<Name>]>
    : SignedOfType[TypeOfField<Name>];

/** The fields that the signature covers by themselves: those of version 1 always, those that came later where it is not older. */
export type SignedFields = { readonly [Name in SignedField<1>]: SignedValue<Name> } & {
  readonly [Name in Exclude<SignedField, SignedField<1>>]?: SignedValue<Name>;
};

/** Of the form that is signed. 3 has `reasons.screening`, 2 has `reasons`, 1 has neither: the hash of what was put down stays what it is. */
type ContentVersion = Extract<
  (typeof FIELDS_ON_RECORD)[FieldName],
  { readonly signed: object }
>['signed']['since'];

/** The clinical content of one prescription: everything that the signature covers. */
export interface ClinicalContent extends SignedFields {
  readonly version: ContentVersion;
  /** 128 bits in hex: without it nobody can tell from the hash alone whether a guessed content is the right one. */
  readonly salt: string;
  readonly patient: {
    readonly id: PatientId;
    readonly firstName: string;
    readonly middleName: string | null;
    readonly lastName: string;
    readonly suffix: string | null;
    /** `YYYY-MM-DD` */
    readonly dateOfBirth: string;
    readonly sex: 'MALE' | 'FEMALE' | 'UNKNOWN';
  };
  readonly prescriber: {
    readonly id: UserId;
    readonly firstName: string;
    readonly lastName: string;
    readonly credentials: string | null;
    readonly npi: string;
  };
  readonly treatment: {
    readonly id: TreatmentId;
    readonly kind: 'MEDICATION' | 'EQUIPMENT' | 'COMPOUND';
    readonly name: string;
    readonly rxcui: string | null;
    readonly brandName: string | null;
    readonly ingredients: readonly string[];
    readonly strength: string | null;
    readonly doseForm: string | null;
    /** SCRIPT's DrugDescription (S6). */
    readonly description: string;
    /** 11 digits, only where certain. */
    readonly ndc: string | null;
    /** Somebody of the practice wrote it by hand: no drug file holds it. Absent elsewhere. */
    readonly written?: true;
    /** What a compound that was written by hand is made of. */
    readonly compound?: readonly WrittenIngredient[];
  };
  readonly reasons?: SignedReasons;
}

/** Addresses and telephone numbers as they were when the prescriber reviewed: they go into messages and are not signed. */
export interface Envelope {
  readonly patient: {
    readonly address: PostalAddress | null;
    readonly phone: string | null;
    readonly email: string | null;
    /** As the record says it; absent in what earlier versions put down. */
    readonly language?: string | null;
  };
  readonly prescriber: {
    readonly practiceName: string;
    readonly address: PostalAddress;
    readonly phone: string;
    readonly phoneExtension: string | null;
    readonly fax: string | null;
  };
  readonly organization: { readonly name: string; readonly phone: string | null; readonly timeZone: string };
}

/** JSON with sorted keys and no blanks (RFC 8785 for our values: text, integers, booleans, null). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** SHA-256 of the canonical form, in hex: what the signer sends back. */
export function contentHash(content: ClinicalContent): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}
