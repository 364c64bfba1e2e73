// What the codes of SCRIPT mean, in our own words: for people who read a message. Units and schedules: NCI Thesaurus (public).
import {
  type Action,
  type CANCEL_DENIAL_CODES,
  type CANCEL_KIND_CODES,
  type CHANGE_DENIAL_CODES,
  type CHANGE_REQUEST_CODE_LIST,
  CURRENT_UNIT_CODES,
  type DEA_SCHEDULE_CODES,
  type DELIVERY_METHOD_CODES,
  DESCRIPTION_ACTIONS,
  type DIAGNOSIS_QUALIFIER_CODES,
  ERROR_ACTIONS,
  type GENDER_CODES_2023011,
  OLDER_UNIT_CODES,
  type PARTY_QUALIFIER_CODES,
  type PRODUCT_QUALIFIER_CODES,
  type QUANTITY_QUALIFIER_CODES,
  type RENEWAL_DENIAL_CODES,
  type RXNORM_QUALIFIER_CODES,
  STATUS_ACTIONS,
  type SUBSTITUTION_CODES,
} from './lists.ts';

export type { Action } from './lists.ts';

/** A meaning for every code of a list: one left out, or one too many, does not compile. */
type Meanings<List extends readonly string[]> = Readonly<Record<List[number], string>>;

/** What a code of an answer says, and what a sender does about it. */
export interface CodeMeaning {
  readonly meaning: string;
  /** What a sender does about it. */
  readonly action: Action;
}

function judged<Code extends string>(
  actions: Readonly<Record<Code, Action>>,
  meanings: Readonly<Record<Code, string>>,
): Readonly<Record<Code, CodeMeaning>> {
  const entries = Object.entries<string>(meanings).map(([code, meaning]) => [
    code,
    { meaning, action: actions[code as Code] },
  ]);
  return Object.fromEntries(entries) as Record<Code, CodeMeaning>;
}

/** `Status/Code`. 002 belongs to mailboxes: it does not answer a NewRx. */
export const STATUS_CODES = /*#__PURE__*/ judged(STATUS_ACTIONS, {
  '000': 'Transaction successful',
  '001': 'Successful; messages are waiting',
  '002': 'No more messages: not an answer to a prescription',
  '003': 'Successful; no messages to retrieve',
  '005': 'Successful; the password expires soon',
  '010': 'Successful; accepted by the ultimate receiver',
});

/** `Error/Code`. */
export const ERROR_CODES = /*#__PURE__*/ judged(ERROR_ACTIONS, {
  '600': 'Communication problem; try again later',
  '601': 'The receiver is unable to process',
  '602': 'System error at the receiver',
  '700': 'Configuration error',
  '900': 'Transaction rejected',
});

/** `DescriptionCode` of Status and Error. */
export const DESCRIPTION_CODES = /*#__PURE__*/ judged(DESCRIPTION_ACTIONS, {
  '008': 'The request timed out before a response arrived',
  '103': 'The last name of the cardholder is invalid',
  '134': 'Quantity sufficient with a quantity of zero is not valid here',
  '144': 'The number of refills is invalid',
  '210': 'Unable to process; resubmit',
  '220': 'The transaction is a duplicate',
  '500': 'XML syntax error',
  '1000': 'Unable to identify from the information submitted',
  '2000': 'The format is valid, the content is not valid in context',
  '3000': 'The message does not follow the standard or its guide',
  '4000': 'The intermediary cannot deliver the transaction',
  '4010': 'The intermediary cannot process the response of the recipient',
  '4020': 'System error at the intermediary',
  '4030': 'The sender is not allowed this transaction type',
  '4040': 'The receiver does not support this transaction type',
});

/** `PrescriptionDeliveryMethod`. */
export const DELIVERY_METHODS: Meanings<typeof DELIVERY_METHOD_CODES> = {
  '1': 'electronic',
  '2': 'facsimile',
};

/** `Gender` (2017071). Other answers are sent as U. */
export const GENDERS_2017071: Readonly<Record<string, string>> = { M: 'Male', F: 'Female', U: 'Unknown' };

/** `AdministrativeGender` (2023011). N is likely, but not verified against the schema. */
export const GENDERS_2023011: Readonly<Record<string, string>> = { ...GENDERS_2017071, N: 'Non-binary' };

/** `Substitutions`. */
export const SUBSTITUTIONS: Meanings<typeof SUBSTITUTION_CODES> = {
  '0': 'Substitution allowed',
  '1': 'Substitution not allowed by the prescriber',
};

/** `Quantity/CodeListQualifier`. A NewRx uses 38. */
export const QUANTITY_QUALIFIERS: Meanings<typeof QUANTITY_QUALIFIER_CODES> = {
  '38': 'Original quantity',
  '40': 'Remaining quantity',
  '87': 'Quantity received',
  QS: 'Quantity sufficient',
  CF: 'Compound final quantity',
  UQ: 'Quantity used',
  QT: 'Quantity transferred',
};

/** `ProductCode/Qualifier`. */
export const PRODUCT_QUALIFIERS: Meanings<typeof PRODUCT_QUALIFIER_CODES> = {
  DI: 'Device identifier',
  ND: 'National Drug Code: 11 digits, no dashes',
  RT: 'NDF-RT',
  UN: 'UNII',
  UP: 'Universal Product Code',
  NH: 'National Health Related Item code',
  GMP: 'Gold Standard marketed product',
  GPI: 'Generic Product Identifier',
  GSP: 'Gold Standard specific product',
};

/** `DrugDBCode/Qualifier` of RxNorm. Other drug databases have their own, so the list is open. */
export const RXNORM_QUALIFIERS: Meanings<typeof RXNORM_QUALIFIER_CODES> = {
  SCD: 'RxNorm semantic clinical drug',
  SBD: 'RxNorm semantic branded drug',
  GPK: 'RxNorm generic package',
  BPK: 'RxNorm branded package',
};

/** `To` and `From` attribute `Qualifier`. */
export const PARTY_QUALIFIERS: Meanings<typeof PARTY_QUALIFIER_CODES> = {
  P: 'Pharmacy',
  C: 'Clinic',
  M: 'Mailbox',
  D: 'Prescriber',
  CF: 'Central fill',
  ZZZ: 'Mutually defined',
  PY: 'Payer',
  DIRECT: 'Direct address',
  REMS: 'REMS administrator',
};

/** `CancelRxResponse/Response/Denied/ReasonCode`. "Already dispensed" has no code: it arrives as text. */
export const CANCEL_DENIAL_REASONS: Meanings<typeof CANCEL_DENIAL_CODES> = {
  AA: 'Patient unknown to the pharmacy',
  AB: 'Patient never under the care of the pharmacy',
  AC: 'Patient no longer under the care of the pharmacy',
  AP: 'Request already responded to by other means',
  AR: 'Prescription transferred to another pharmacy',
};

/** `RxRenewalResponse/Response/Denied/ReasonCode`. */
export const RENEWAL_DENIAL_REASONS: Meanings<typeof RENEWAL_DENIAL_CODES> = {
  AA: 'Patient unknown to the prescriber',
  AB: 'Patient never under the care of the prescriber',
  AC: 'Patient no longer under the care of the prescriber',
  AD: 'Refill requested too soon',
  AE: 'Medication never prescribed for the patient',
  AF: 'Patient should contact the prescriber first',
  AG: 'Refill not appropriate',
  AM: 'Patient needs an appointment',
  AN: 'Prescriber not associated with this practice or location',
  AP: 'Request was or will be responded to by other means',
  BE: 'Medication denied at the request of the patient',
};

/** `RxChangeResponse/Response/Denied/ReasonCode`. */
export const CHANGE_DENIAL_REASONS: Meanings<typeof CHANGE_DENIAL_CODES> = {
  AA: RENEWAL_DENIAL_REASONS.AA,
  AB: RENEWAL_DENIAL_REASONS.AB,
  AC: RENEWAL_DENIAL_REASONS.AC,
  AE: RENEWAL_DENIAL_REASONS.AE,
  AF: RENEWAL_DENIAL_REASONS.AF,
  AL: 'Change not appropriate',
  AM: RENEWAL_DENIAL_REASONS.AM,
  AN: RENEWAL_DENIAL_REASONS.AN,
  AO: 'No attempt will be made to obtain prior authorization',
  AP: RENEWAL_DENIAL_REASONS.AP,
  BE: RENEWAL_DENIAL_REASONS.BE,
};

/** `ChangeOfPrescriptionStatusFlag` of a CancelRx. */
export const CANCEL_KINDS: Meanings<typeof CANCEL_KIND_CODES> = {
  C: 'Cancel: not yet dispensed',
  D: 'Discontinue: stop the remaining refills',
};

/** `Diagnosis` code systems. */
export const DIAGNOSIS_QUALIFIERS: Meanings<typeof DIAGNOSIS_QUALIFIER_CODES> = {
  ABF: 'ICD-10-CM',
  DX: 'ICD-9-CM',
  LD: 'SNOMED CT',
};

/** `RxChangeRequest/MessageRequestCode`. */
export const CHANGE_REQUEST_CODES: Meanings<typeof CHANGE_REQUEST_CODE_LIST> = {
  G: 'Generic substitution',
  P: 'Prior authorization required',
  T: 'Therapeutic interchange',
  D: 'Drug use evaluation',
  S: 'Script clarification',
  OS: 'Out of stock',
  U: 'Prescriber authorization',
};

/** `Gender` (2017071: M, F, U) and `AdministrativeGender` (2023011; N is not verified against the schema). */
export const GENDERS: Meanings<typeof GENDER_CODES_2023011> = {
  M: 'Male',
  F: 'Female',
  U: 'Unknown',
  N: 'Non-binary',
};

/** DEA schedules by NCI code. `C38046` may be sent only where a drug is known not to be controlled. */
export const DEA_SCHEDULES: Meanings<typeof DEA_SCHEDULE_CODES> = {
  C48672: 'Schedule I',
  C48675: 'Schedule II',
  C48676: 'Schedule III',
  C48677: 'Schedule IV',
  C48679: 'Schedule V',
  C38046: 'Unspecified: not controlled',
};

/** Units of a strength by NCI code: the common ones. Others exist; the standard does not bound the list. */
export const STRENGTH_UNITS: Readonly<Record<string, string>> = {
  C28253: 'mg',
  C48152: 'mcg',
  C48155: 'g',
  C28254: 'mL',
  C42576: 'mg/mL',
  C44278: 'Unit',
  C48579: 'IU',
  C25613: '%',
};

/** A unit of a dispensed quantity. */
export interface QuantityUnit {
  /** NCI code, the value of `QuantityUnitOfMeasure/Code`. */
  readonly code: string;
  readonly name: string;
  /** In the current NCPDP subset. The others are older terms: receivers that check the list may refuse them. */
  readonly current: boolean;
}

const CURRENT_NAMES =
  'Applicator|Blister|Caplet|Capsule|Each|Film|Gram|Gum|Implant|Insert|Kit|Lancet|Lozenge|Milliliter|Packet|Pad|Patch|Pen Needle|Ring|Sponge|Stick|Strip|Suppository|Swab|Tablet|Troche|Unspecified|Wafer';
const OLDER_NAMES =
  'Ampule|Applicatorful|Bag|Bar|Bead|Block|Bolus|Bottle|Box|Can|Canister|Carton|Cartridge|Case|Cassette|Container|Cylinder|Device|Disk|Dose Pack|Dual Pack|Fluid Ounce|French|Gallon|Inhalation|Inhaler|Inhaler Refill|Intravenous Bag|Kilogram|Liter|Metric Drop|Milliequivalent|Milligram|Millimeter|Nebule|Needle Free Injection|Ocular System|Ounce|Package|Paper|Pint|Pouch|Pound|Pre-filled Pen Syringe|Puff|Pump|Quart|Sachet|Scoopful|Spray|Syringe|Tablespoon|Tabminder|Tampon|Teaspoon|Tray|Tube|Vial';

const units = (codes: readonly string[], names: string, current: boolean): QuantityUnit[] =>
  names.split('|').map((name, index) => ({ code: codes[index] ?? '', name, current }));

/** Units of a dispensed quantity: the current NCPDP subset first, then older terms. */
export const QUANTITY_UNITS: readonly QuantityUnit[] = /*#__PURE__*/ [
  ...units(CURRENT_UNIT_CODES, CURRENT_NAMES, true),
  ...units(OLDER_UNIT_CODES, OLDER_NAMES, false),
];
