// The types of what pages set and get, for the property twins, methods and events of the public elements.

/** Values that replace those of a template; what is left out stays. */
export interface TemplateOverride {
  externalId?: string;
  /** Greater than 0. */
  dispenseQuantity?: number | string;
  /** One of the 28 NCPDP units, such as `Tablet`. */
  dispenseUnit?: string;
  dispenseAsWritten?: boolean;
  /** Refills + 1: 1 to 100. */
  fillsAllowed?: number;
  daysSupply?: number;
  /** The sig. */
  instructions?: string;
  /** For the pharmacy; at most 210 characters. */
  notes?: string;
}

/** Values that replace those of a prescription that is copied. */
export interface PrescriptionOverride extends TemplateOverride {
  treatmentId?: string;
  /** `YYYY-MM-DD`, today or later. */
  doNotFillBeforeDate?: string;
}

/** A prescription to begin with. */
export interface InitialPrescription {
  externalId?: string;
  treatmentId: string;
  dispenseQuantity: number | string;
  dispenseUnit: string;
  dispenseAsWritten?: boolean;
  fillsAllowed: number;
  daysSupply: number;
  instructions: string;
  notes?: string;
  doNotFillBeforeDate?: string;
}

/** Treatments that must not be prescribed here, and why. */
export interface DisabledTreatments {
  treatmentIds: string[];
  reason?: string;
}
export interface DisabledTreatment {
  id: string;
  reason?: string;
}

export interface Address {
  street1: string;
  street2?: string;
  city: string;
  /** Two letters. */
  state: string;
  /** 5 digits, or 5 and 4. */
  postalCode: string;
  country?: 'US';
}

export interface Supervisor {
  firstName: string;
  lastName: string;
  npi: string;
  phone: string;
  address: Address;
}

export interface DiagnosisCode {
  /** ICD-10-CM, such as `E11.9`. */
  code: string;
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
}) => boolean | string | undefined | Promise<boolean | string | undefined>;

/** An error as GraphQL writes it. */
export interface PlainError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string } & Readonly<Record<string, unknown>>;
}

/** What the patient's plan says of a draft: in `svc-coverage-checked`. */
export interface CheckedDraft {
  readonly draftId: string;
  readonly state: 'CHECKED' | 'COULD_NOT_CHECK' | 'NO_DATA';
  readonly status: 'COVERED' | 'COVERED_WITH_RESTRICTIONS' | 'NOT_COVERED' | 'NO_DATA';
  readonly priorAuthorization: boolean;
  readonly stepTherapy: boolean;
  readonly quantityLimit: boolean;
  /** An estimate; both are null where there is none. */
  readonly copay: { readonly fromCents: number | null; readonly toCents: number | null } | null;
}
