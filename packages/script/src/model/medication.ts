// The typed medication of a message: one model for both versions.
import type { Open } from './header.ts';

/** A code and the list that it is from. */
export interface CodedValue {
  readonly code: string;
  readonly qualifier: string;
}

/** The strength of a drug; `form` and `unitOfMeasure` are NCI codes. */
export interface Strength {
  readonly value?: string;
  readonly form?: string;
  readonly unitOfMeasure?: string;
}

/** The drug in codes. Each is absent where it is not certain. */
export interface DrugCoded {
  /** NDC: `{code: '00071015523', qualifier: 'ND'}`, eleven digits. */
  readonly productCode?: CodedValue;
  readonly strength?: Strength;
  /** RxNorm: `{code: '314076', qualifier: 'SCD'}`. */
  readonly drugDbCode?: CodedValue;
  /** NCI code of the DEA schedule. */
  readonly deaSchedule?: string;
}

/** How much: `value` is a decimal as text. */
export interface Quantity {
  readonly value: string;
  /** 38 (original quantity) on a NewRx. */
  readonly codeListQualifier: Open<'38' | '40' | '87' | 'QS' | 'CF' | 'UQ' | 'QT'>;
  /** NCI code of the unit. */
  readonly unitOfMeasure: string;
}

/** A diagnosis: `ABF` is ICD-10-CM. */
export interface DiagnosisCode {
  readonly code: string;
  readonly qualifier: Open<'ABF' | 'DX' | 'LD'>;
  readonly description: string;
}

/** The first diagnosis; the date is `YYYY-MM-DD`. */
export interface PrimaryDiagnosis extends DiagnosisCode {
  readonly dateOfLastOfficeVisit?: string;
}

/** One or two diagnoses, and who states them. */
export interface Diagnosis {
  /** 1: stated by the prescriber; 2: inferred by the pharmacy. */
  readonly clinicalInformationQualifier: Open<'1' | '2'>;
  readonly primary: PrimaryDiagnosis;
  readonly secondary?: DiagnosisCode;
}

/** A date beside the one of writing: `YYYY-MM-DD` or ISO 8601. */
export interface OtherMedicationDate {
  readonly date: string;
  /** `EffectiveDate`: do not fill before. */
  readonly qualifier: Open<'EffectiveDate' | 'ExpirationDate'>;
}

/** One ingredient of a compound. */
export interface CompoundIngredient {
  /** What it is, with its strength where no code says that. */
  readonly itemDescription: string;
  readonly strength?: Strength;
  /** NCI code of the DEA schedule. */
  readonly deaSchedule?: string;
  /** How much of it goes in; `QS`, 0 and C38046 where the strength says it. */
  readonly quantity: Quantity;
}

/** What a compound is made of: 2017071 has a place for it. */
export interface CompoundInformation {
  /** NCI code of the form of the finished compound. */
  readonly finalDosageForm: string;
  readonly ingredients: readonly CompoundIngredient[];
}

/** The drug of a message: what, how much, for how long, and the directions. Numbers are text. */
export interface Medication {
  readonly drugDescription: string;
  readonly drugCoded?: DrugCoded;
  /** Required by the standard; a reduced CancelRx leaves it out, as the four below. */
  readonly quantity?: Quantity;
  readonly daysSupply?: string;
  /** `YYYY-MM-DD` or ISO 8601; `writtenDateTime(date)` writes it. */
  readonly writtenDate?: string;
  readonly lastFillDate?: string;
  readonly substitutions?: Open<'0' | '1'>;
  /** Refills beyond the first fill, 0 to 99. */
  readonly numberOfRefills?: string;
  readonly diagnoses?: readonly Diagnosis[];
  readonly priorAuthorization?: string;
  readonly note?: string;
  /** The directions, `Sig/SigText`. */
  readonly sigText?: string;
  /** Y: do not fill; E, H: see the standard's guide. */
  readonly doNotFill?: Open<'Y' | 'E' | 'H'>;
  /** Only where substitution is not allowed. */
  readonly reasonForSubstitutionCodeUsed?: Open<'BRAND MEDICALLY NECESSARY'>;
  /** A: checked, and the prescriber's part done; B: checked, not yet done; N: not checked. */
  readonly prescriberCheckedRems?: Open<'A' | 'B' | 'N'>;
  /** 2017071 only, in what is prescribed; elsewhere it is kept as it came. */
  readonly compoundInformation?: CompoundInformation;
  readonly otherMedicationDates?: readonly OtherMedicationDate[];
  readonly placeOfServiceNonSelfAdministeredProduct?: string;
  readonly providerExplicitAuthorizationToAdminister?: Open<'true' | 'false'>;
  /** RxRenewalRequest only. */
  readonly pharmacyRequestedRefills?: string;
}
