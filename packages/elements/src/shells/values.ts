// The types of what pages set and get, for the property twins, methods and events of the public elements.

/** Values that replace those of a template; what is left out stays. */
export interface TemplateOverride {
  /** Your own id of the prescription. */
  externalId?: string;
  /** How much is dispensed each time: greater than 0, exact to the last digit where it is text. */
  dispenseQuantity?: number | string;
  /** What the quantity is counted in: one of the 28 NCPDP units, such as `Tablet`. */
  dispenseUnit?: string;
  /** Whether the pharmacy must not substitute. */
  dispenseAsWritten?: boolean;
  /** Refills + 1: 1 to 100. */
  fillsAllowed?: number;
  /** How many days one fill lasts. */
  daysSupply?: number;
  /** The sig: what the patient does, in words. */
  instructions?: string;
  /** For the pharmacy; at most 210 characters. */
  notes?: string;
}

/** Values that replace those of a prescription that is copied; what is left out stays. */
export interface PrescriptionOverride extends TemplateOverride {
  /** What is prescribed (`trt_…`). */
  treatmentId?: string;
  /** The first day on which it may be dispensed: `YYYY-MM-DD`, today or later. */
  doNotFillBeforeDate?: string;
}

/** A prescription to begin with. What cannot be prescribed so is refused with the name of what is wrong. */
export interface InitialPrescription {
  /** Your own id of the prescription. */
  externalId?: string;
  /** What is prescribed (`trt_…`). */
  treatmentId: string;
  /** How much is dispensed each time: greater than 0, exact to the last digit where it is text. */
  dispenseQuantity: number | string;
  /** What the quantity is counted in: one of the 28 NCPDP units, such as `Tablet`. */
  dispenseUnit: string;
  /** Whether the pharmacy must not substitute; it may, when this is left out. */
  dispenseAsWritten?: boolean;
  /** Refills + 1: 1 to 100. */
  fillsAllowed: number;
  /** How many days one fill lasts. */
  daysSupply: number;
  /** The sig: what the patient does, in words. */
  instructions: string;
  /** For the pharmacy; at most 210 characters. */
  notes?: string;
  /** The first day on which it may be dispensed: `YYYY-MM-DD`, today or later. */
  doNotFillBeforeDate?: string;
}

/** Treatments that must not be prescribed here, and why. */
export interface DisabledTreatments {
  /** Ids of treatments (`trt_…`) or of medications (`rxcui:29046`). */
  treatmentIds: string[];
  /** For the prescriber to read. */
  reason?: string;
}

/** One treatment that must not be prescribed here, and why. */
export interface DisabledTreatment {
  /** The id of a treatment (`trt_…`) or of a medication (`rxcui:29046`). */
  id: string;
  /** For the prescriber to read. */
  reason?: string;
}

/** An address in the United States. */
export interface Address {
  /** Number and street; at most 40 characters. */
  street1: string;
  /** What else the envelope needs; at most 40 characters. */
  street2?: string;
  /** The name of the city; at most 35 characters. */
  city: string;
  /** Two letters. */
  state: string;
  /** 5 digits, or 5 and 4. */
  postalCode: string;
  /** There is no other; it may be left out. */
  country?: 'US';
}

/** Who supervises the prescriber, where the law asks for it. */
export interface Supervisor {
  /** At most 35 characters. */
  firstName: string;
  /** At most 35 characters. */
  lastName: string;
  /** The National Provider Identifier: ten digits with a check digit (45 CFR 162.406). */
  npi: string;
  /** Ten digits; other characters between them are passed over. */
  phone: string;
  /** Where the supervisor practices. */
  address: Address;
}

/** What the patient does not tolerate, as the page knows it. */
export interface KnownAllergy {
  /** As people write it: `penicillin`. */
  readonly substance: string;
  /** The substance in `codeSystem`. */
  readonly code?: string;
  /** RxNorm or SNOMED CT, as the API names them. */
  readonly codeSystem?: string;
  /** What happened, in words. */
  readonly reaction?: string;
  /** How bad it was. */
  readonly severity?: 'MILD' | 'MODERATE' | 'SEVERE';
}

/** What the patient takes, as the page knows it. */
export interface KnownMedication {
  /** The ingredient or brand first: `warfarin 5 mg tablet`. */
  readonly name: string;
  /** RxNorm concept of the drug or its ingredient. */
  readonly rxcui?: string;
  /** How it is taken, in words. */
  readonly directions?: string;
}

/** A diagnosis that goes to the pharmacy with every prescription. */
export interface DiagnosisCode {
  /** ICD-10-CM, such as `E11.9`. */
  code: string;
  /** The list that the code is from: there is no other. */
  type: 'ICD10';
  /** The code in words, in printable ASCII, 255 characters at most: pharmacies take no code without them. */
  description: string;
}

/**
 * Asked before anything is signed. Nothing or `true` lets it pass; `false` or a sentence, which is shown, stops it, as do an
 * error and no answer within 30 seconds.
 */
export type BeforeSubmit = (about: {
  readonly draftIds: readonly string[];
  /** What was signed and saved before, where that is sent; then there are no drafts. */
  readonly prescriptionIds: readonly string[];
}) => boolean | string | undefined | Promise<boolean | string | undefined>;

/** An error as GraphQL writes it (GraphQL of October 2021, section 7.1.2). */
export interface PlainError {
  /** What is wrong, for people; it holds nothing about a patient. */
  readonly message: string;
  /** Where: the attribute, and the place in it. */
  readonly path?: readonly (string | number)[];
  /** `code` is one of docs/reference/errors.md, or says what the page set wrongly. */
  readonly extensions: { readonly code: string } & Readonly<Record<string, unknown>>;
}

/** What the patient's plan says of a draft: in `svc-coverage-checked`. */
export interface CheckedDraft {
  /** The id of the draft. */
  readonly draftId: string;
  /** Whether the plan answered, could not be asked, or has nothing on file. */
  readonly state: 'CHECKED' | 'COULD_NOT_CHECK' | 'NO_DATA';
  /** Whether the plan pays for it. */
  readonly status: 'COVERED' | 'COVERED_WITH_RESTRICTIONS' | 'NOT_COVERED' | 'NO_DATA';
  /** Whether the plan must agree before it pays. */
  readonly priorAuthorization: boolean;
  /** Whether something else must be tried first. */
  readonly stepTherapy: boolean;
  /** Whether the plan pays for no more than so much at a time. */
  readonly quantityLimit: boolean;
  /** What the patient would pay, in cents of a US dollar: an estimate. Null where there is none; an end of it is null where it is not known. */
  readonly copay: { readonly fromCents: number | null; readonly toCents: number | null } | null;
}
