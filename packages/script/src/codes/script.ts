// Code lists of the SCRIPT standard as data: each code with its meaning in our own words, and what a sender should do about an answer.

/** What a sender does about an answer (reference 5.1). */
export type Action = 'accepted' | 'retry' | 'permanent';

export interface CodeMeaning {
  readonly meaning: string;
  readonly action: Action;
}

const accepted = (meaning: string): CodeMeaning => ({ meaning, action: 'accepted' });
const retry = (meaning: string): CodeMeaning => ({ meaning, action: 'retry' });
const permanent = (meaning: string): CodeMeaning => ({ meaning, action: 'permanent' });

/** `Status/Code`. 002 belongs to mailboxes: it does not answer a NewRx. */
export const STATUS_CODES: Readonly<Record<string, CodeMeaning>> = {
  '000': accepted('Transaction successful'),
  '001': accepted('Successful; messages are waiting'),
  '002': permanent('No more messages: not an answer to a prescription'),
  '003': accepted('Successful; no messages to retrieve'),
  '005': accepted('Successful; the password expires soon'),
  '010': accepted('Successful; accepted by the ultimate receiver'),
};

/** `Error/Code`. */
export const ERROR_CODES: Readonly<Record<string, CodeMeaning>> = {
  '600': retry('Communication problem; try again later'),
  '601': permanent('The receiver is unable to process'),
  '602': retry('System error at the receiver'),
  '700': permanent('Configuration error'),
  '900': permanent('Transaction rejected'),
};

/** `DescriptionCode` of Status and Error. */
export const DESCRIPTION_CODES: Readonly<Record<string, CodeMeaning>> = {
  '008': retry('The request timed out before a response arrived'),
  '103': permanent('The last name of the cardholder is invalid'),
  '134': permanent('Quantity sufficient with a quantity of zero is not valid here'),
  '144': permanent('The number of refills is invalid'),
  '210': retry('Unable to process; resubmit'),
  '220': permanent('The transaction is a duplicate'),
  '500': permanent('XML syntax error'),
  '1000': permanent('Unable to identify from the information submitted'),
  '2000': permanent('The format is valid, the content is not valid in context'),
  '3000': permanent('The message does not follow the standard or its guide'),
  '4000': retry('The intermediary cannot deliver the transaction'),
  '4010': permanent('The intermediary cannot process the response of the recipient'),
  '4020': retry('System error at the intermediary'),
  '4030': permanent('The sender is not allowed this transaction type'),
  '4040': permanent('The receiver does not support this transaction type'),
};

/** `PrescriptionDeliveryMethod`. */
export const DELIVERY_METHODS: Readonly<Record<string, string>> = { '1': 'electronic', '2': 'facsimile' };

/** `Gender` (2017071). Other answers are sent as U. */
export const GENDERS_2017071: Readonly<Record<string, string>> = { M: 'Male', F: 'Female', U: 'Unknown' };

/** `AdministrativeGender` (2023011). N is likely, but not verified against the schema. */
export const GENDERS_2023011: Readonly<Record<string, string>> = { ...GENDERS_2017071, N: 'Non-binary' };

/** `Substitutions`. */
export const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '0': 'Substitution allowed',
  '1': 'Substitution not allowed by the prescriber',
};

/** `Quantity/CodeListQualifier`. A NewRx uses 38. */
export const QUANTITY_QUALIFIERS: Readonly<Record<string, string>> = {
  '38': 'Original quantity',
  '40': 'Remaining quantity',
  '87': 'Quantity received',
  QS: 'Quantity sufficient',
  CF: 'Compound final quantity',
  UQ: 'Quantity used',
  QT: 'Quantity transferred',
};

/** `ProductCode/Qualifier`. */
export const PRODUCT_QUALIFIERS: Readonly<Record<string, string>> = {
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
export const RXNORM_QUALIFIERS: Readonly<Record<string, string>> = {
  SCD: 'RxNorm semantic clinical drug',
  SBD: 'RxNorm semantic branded drug',
  GPK: 'RxNorm generic package',
  BPK: 'RxNorm branded package',
};

/** `To` and `From` attribute `Qualifier`. */
export const PARTY_QUALIFIERS: Readonly<Record<string, string>> = {
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
export const CANCEL_DENIAL_REASONS: Readonly<Record<string, string>> = {
  AA: 'Patient unknown to the pharmacy',
  AB: 'Patient never under the care of the pharmacy',
  AC: 'Patient no longer under the care of the pharmacy',
  AP: 'Request already responded to by other means',
  AR: 'Prescription transferred to another pharmacy',
};

/** `ChangeOfPrescriptionStatusFlag` of a CancelRx. */
export const CANCEL_KINDS: Readonly<Record<string, string>> = {
  C: 'Cancel: not yet dispensed',
  D: 'Discontinue: stop the remaining refills',
};

/** `Diagnosis` code systems. */
export const DIAGNOSIS_QUALIFIERS: Readonly<Record<string, string>> = {
  ABF: 'ICD-10-CM',
  DX: 'ICD-9-CM',
  LD: 'SNOMED CT',
};

/** `RxChangeRequest/MessageRequestCode`. */
export const CHANGE_REQUEST_CODES: Readonly<Record<string, string>> = {
  G: 'Generic substitution',
  P: 'Prior authorization required',
  T: 'Therapeutic interchange',
  D: 'Drug use evaluation',
  S: 'Script clarification',
  OS: 'Out of stock',
  U: 'Prescriber authorization',
};
