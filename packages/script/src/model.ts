// The typed model of SCRIPT messages: one for both versions. Every value is the text that goes on the wire, so nothing is lost by numbers.
import type { Element } from './wire/element.ts';

/** A known code, or any other text a sender may have used: what is read is kept as it came. */
type Open<T extends string> = T | (string & {});

/** `To` or `From`. A pharmacy's id is its NCPDP Provider ID with qualifier P; ours has D. */
export interface Party {
  readonly id: string;
  readonly qualifier?: Open<'P' | 'C' | 'M' | 'D' | 'CF' | 'ZZZ' | 'PY' | 'DIRECT' | 'REMS'>;
}

export interface SecurityParty {
  readonly secondaryIdentification?: string;
  readonly tertiaryIdentification?: string;
}

export interface UsernameToken {
  readonly username?: string;
  readonly password?: { readonly value: string; readonly type?: string };
  readonly nonce?: string;
  readonly created?: string;
}

export interface Security {
  readonly usernameToken?: UsernameToken;
  readonly sender?: SecurityParty;
  readonly receiver?: SecurityParty;
}

export interface SenderSoftware {
  readonly developer: string;
  readonly product: string;
  readonly versionRelease: string;
}

export interface Mailbox {
  readonly mailboxId?: string;
  readonly deliveredId?: string;
  readonly additionalTraceNumber?: string;
  readonly acknowledgementId?: string;
}

export interface OrderGroup {
  readonly orderGroupNumber: string;
  readonly itemCountInOrderGroup: string;
  readonly totalCountForOrderGroup: string;
  readonly orderGroupReason?: string;
}

export interface Header {
  readonly to: Party;
  readonly from: Party;
  /** At most 35 characters: a UUID with dashes is refused. */
  readonly messageId: string;
  /** CancelRx: the NewRx's `messageId`. Answers: the answered message's. */
  readonly relatesToMessageId?: string;
  /** ISO 8601; `sentTime(date)` writes it. */
  readonly sentTime: string;
  readonly security?: Security;
  /** Required in XML. */
  readonly senderSoftware?: SenderSoftware;
  readonly mailbox?: Mailbox;
  readonly testMessage?: string;
  readonly rxReferenceNumber?: string;
  readonly tertiaryIdentifier?: string;
  /** Identical on the NewRx and on the CancelRx that cancels it (D9). */
  readonly prescriberOrderNumber?: string;
  readonly prescriberOrderGroup?: OrderGroup;
  readonly rxReferenceOrderGroup?: OrderGroup;
}

export interface PersonName {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly suffix?: string;
  readonly prefix?: string;
}

export interface Address {
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly city?: string;
  readonly stateProvince?: string;
  readonly postalCode?: string;
  readonly countryCode?: string;
}

export interface Telephone {
  /** Ten digits, no dashes, no +1. */
  readonly number: string;
  readonly extension?: string;
  readonly supportsSms?: Open<'Y' | 'N'>;
}

export interface CommunicationNumbers {
  readonly primaryTelephone: Telephone;
  readonly beepers?: readonly Telephone[];
  readonly electronicMails?: readonly string[];
  readonly faxes?: readonly Telephone[];
  readonly homeTelephones?: readonly Telephone[];
  readonly workTelephones?: readonly Telephone[];
  readonly otherTelephones?: readonly Telephone[];
  readonly directAddress?: string;
}

export interface PatientIdentification {
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly medicalRecordNumber?: string;
  readonly patientAccountNumber?: string;
  readonly socialSecurity?: string;
  readonly mutuallyDefined?: string;
  readonly remsPatientId?: string;
}

export interface Patient {
  readonly identification?: PatientIdentification;
  readonly name: PersonName;
  readonly formerName?: PersonName;
  /** Required by the standard; a reduced CancelRx leaves it out. */
  readonly gender?: Open<'M' | 'F' | 'U' | 'N'>;
  /** `YYYY-MM-DD`. Required by the standard; a reduced CancelRx leaves it out. */
  readonly dateOfBirth?: string;
  readonly address?: Address;
  readonly communicationNumbers?: CommunicationNumbers;
  readonly languageNameCode?: string;
  readonly gestationalAge?: string;
  readonly hospiceIndicator?: Open<'1' | '2'>;
}

export interface PharmacyIdentification {
  /** Seven digits, leading zeros included. */
  readonly ncpdpId: string;
  readonly stateLicenseNumber?: string;
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly upin?: string;
  readonly deaNumber?: string;
  readonly hin?: string;
  readonly npi: string;
  readonly mutuallyDefined?: string;
}

export interface Pharmacy {
  readonly identification: PharmacyIdentification;
  readonly specialty?: string;
  readonly businessName?: string;
  readonly address?: Address;
  readonly communicationNumbers?: CommunicationNumbers;
}

export interface PrescriberIdentification {
  readonly stateLicenseNumber?: string;
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly upin?: string;
  readonly deaNumber?: string;
  readonly hin?: string;
  readonly socialSecurity?: string;
  readonly npi: string;
  readonly certificateToPrescribe?: string;
  readonly data2000WaiverId?: string;
  readonly mutuallyDefined?: string;
  readonly remsEnrollmentId?: string;
  readonly stateControlSubstanceNumber?: string;
}

export interface PracticeLocation {
  readonly businessName?: string;
}

export interface Prescriber {
  readonly identification: PrescriberIdentification;
  readonly specialty?: string;
  readonly practiceLocation?: PracticeLocation;
  readonly name: PersonName;
  readonly formerName?: PersonName;
  readonly address?: Address;
  readonly communicationNumbers: CommunicationNumbers;
  readonly placeOfService?: string;
}

export interface CodedValue {
  readonly code: string;
  readonly qualifier: string;
}

export interface Strength {
  readonly value?: string;
  readonly form?: string;
  readonly unitOfMeasure?: string;
}

export interface DrugCoded {
  /** NDC: `{code: '00071015523', qualifier: 'ND'}`, eleven digits. */
  readonly productCode?: CodedValue;
  readonly strength?: Strength;
  /** RxNorm: `{code: '314076', qualifier: 'SCD'}`. */
  readonly drugDbCode?: CodedValue;
  /** NCI code of the DEA schedule. */
  readonly deaSchedule?: string;
}

export interface Quantity {
  readonly value: string;
  /** 38 (original quantity) on a NewRx. */
  readonly codeListQualifier: Open<'38' | '40' | '87' | 'QS' | 'CF' | 'UQ' | 'QT'>;
  /** NCI code of the unit. */
  readonly unitOfMeasure: string;
}

export interface DiagnosisCode {
  readonly code: string;
  readonly qualifier: Open<'ABF' | 'DX' | 'LD'>;
  readonly description?: string;
}

export interface Diagnosis {
  /** 1: stated by the prescriber; 2: inferred by the pharmacy. */
  readonly clinicalInformationQualifier: Open<'1' | '2'>;
  readonly primary: DiagnosisCode;
  readonly secondary?: DiagnosisCode;
}

export interface OtherMedicationDate {
  readonly date: string;
  /** `EffectiveDate`: do not fill before. */
  readonly qualifier: string;
}

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
  readonly reasonForSubstitutionCodeUsed?: string;
  readonly otherMedicationDates?: readonly OtherMedicationDate[];
  /** RxRenewalRequest only. */
  readonly pharmacyRequestedRefills?: string;
}

export interface Supervisor {
  readonly identification: PrescriberIdentification;
  readonly specialty?: string;
  readonly practiceLocation?: PracticeLocation;
  readonly name: PersonName;
  readonly formerName?: PersonName;
  readonly address?: Address;
  readonly communicationNumbers?: CommunicationNumbers;
}

/** An element that the model does not have, kept with its place so that it is written back. */
export interface UnmodelledElement {
  /** The element around it: `Body/NewRx/MedicationPrescribed`. */
  readonly parent: string;
  /** The sibling before it; absent = it stood first. */
  readonly after?: string;
  readonly element: Element;
}

/** An attribute that the model does not have. */
export interface UnmodelledAttribute {
  /** The element that carries it. */
  readonly parent: string;
  readonly attribute: string;
  readonly value: string;
}

export type Unmodelled = UnmodelledElement | UnmodelledAttribute;

interface Envelope {
  readonly header: Header;
  /** What was read and has no place in the model. Written back where it stood. */
  readonly unmodelled?: readonly Unmodelled[];
}

interface RequestFields {
  readonly messageRequestCode?: string;
  readonly returnReceipt?: string;
  readonly requestReferenceNumber?: string;
  readonly urgencyIndicatorCode?: Open<'S' | 'X'>;
}

export interface NewRx extends Envelope, RequestFields {
  readonly type: 'NewRx';
  readonly patient: Patient;
  readonly pharmacy?: Pharmacy;
  readonly prescriber: Prescriber;
  readonly medicationPrescribed: Medication;
  readonly supervisor?: Supervisor;
  readonly prohibitRenewalRequest?: string;
}

export interface CancelRx extends Envelope, RequestFields {
  readonly type: 'CancelRx';
  /** C cancel, D discontinue. */
  readonly changeOfPrescriptionStatusFlag?: Open<'C' | 'D'>;
  readonly patient: Patient;
  readonly pharmacy?: Pharmacy;
  /** Required by the standard; the reduced content leaves it out. */
  readonly prescriber?: Prescriber;
  readonly medicationPrescribed: Medication;
  readonly supervisor?: Supervisor;
}

export interface Approved {
  readonly outcome: 'Approved';
  readonly referenceNumber?: string;
  readonly note?: string;
}

export interface Denied {
  readonly outcome: 'Denied';
  /** May be empty: "already dispensed" has no code. */
  readonly reasonCodes?: readonly string[];
  readonly referenceNumber?: string;
  readonly denialReason?: string;
  /** The pharmacy to which the prescription went. */
  readonly pharmacy?: Pharmacy;
}

export interface CancelRxResponse extends Envelope, RequestFields {
  readonly type: 'CancelRxResponse';
  readonly changeOfPrescriptionStatusFlag?: Open<'C' | 'D'>;
  readonly response: Approved | Denied;
}

export interface Status extends Envelope {
  readonly type: 'Status';
  readonly code: Open<'000' | '001' | '002' | '003' | '005' | '010'>;
  readonly descriptionCodes?: readonly string[];
  readonly description?: string;
  /** 1 electronic, 2 facsimile. */
  readonly prescriptionDeliveryMethod?: Open<'1' | '2'>;
}

/** The SCRIPT message `Error`; named so that it does not hide JavaScript's. */
export interface ErrorMessage extends Envelope {
  readonly type: 'Error';
  readonly code: Open<'600' | '601' | '602' | '700' | '900'>;
  readonly descriptionCodes?: readonly string[];
  readonly description?: string;
}

export interface Verify extends Envelope {
  readonly type: 'Verify';
  readonly verifyStatus?: {
    readonly code: Open<'010'>;
    readonly description?: string;
    readonly prescriptionDeliveryMethod?: Open<'1' | '2'>;
  };
}

export interface FillStatus {
  readonly outcome: 'Dispensed' | 'PartiallyDispensed' | 'NotDispensed' | 'Transferred';
  readonly referenceNumber?: string;
  readonly note?: string;
  readonly reasonCode?: string;
}

export interface RxFill extends Envelope {
  readonly type: 'RxFill';
  readonly returnReceipt?: string;
  readonly requestReferenceNumber?: string;
  readonly fillStatus: FillStatus;
  readonly patient: Patient;
  readonly pharmacy: Pharmacy;
  readonly prescriber: Prescriber;
  readonly medicationDispensed?: Medication;
  readonly medicationPrescribed?: Medication;
  readonly supervisor?: Supervisor;
}

export interface RxRenewalRequest extends Envelope, RequestFields {
  readonly type: 'RxRenewalRequest';
  readonly patient: Patient;
  readonly pharmacy: Pharmacy;
  readonly prescriber: Prescriber;
  readonly medicationDispensed: Medication;
  readonly medicationPrescribed?: Medication;
  readonly supervisor?: Supervisor;
}

/** The answer of a prescriber to a request of a pharmacy. */
export interface PrescriberResponse<O extends string> {
  readonly outcome: O;
  readonly reasonCodes?: readonly string[];
  readonly referenceNumber?: string;
  readonly denialReason?: string;
  readonly note?: string;
}

export interface RxRenewalResponse extends Envelope, RequestFields {
  readonly type: 'RxRenewalResponse';
  readonly response: PrescriberResponse<
    'Approved' | 'Denied' | 'DeniedNewPrescriptionToFollow' | 'ApprovedWithChanges' | 'Replace'
  >;
  readonly patient: Patient;
  readonly pharmacy: Pharmacy;
  readonly prescriber: Prescriber;
  readonly medicationResponse: Medication;
  readonly supervisor?: Supervisor;
}

export interface RxChangeRequest extends Envelope, RequestFields {
  readonly type: 'RxChangeRequest';
  readonly messageRequestSubCodes?: readonly string[];
  readonly patient: Patient;
  readonly pharmacy: Pharmacy;
  readonly prescriber: Prescriber;
  readonly medicationPrescribed: Medication;
  readonly medicationsRequested?: readonly Medication[];
  readonly supervisor?: Supervisor;
  readonly changeReasonText?: string;
}

export interface RxChangeResponse extends Envelope, RequestFields {
  readonly type: 'RxChangeResponse';
  readonly messageRequestSubCodes?: readonly string[];
  readonly response: PrescriberResponse<'Approved' | 'Denied' | 'ApprovedWithChanges' | 'Validated'>;
  readonly patient: Patient;
  readonly pharmacy: Pharmacy;
  readonly prescriber: Prescriber;
  readonly supervisor?: Supervisor;
  readonly medicationPrescribed?: Medication;
}

export type Message =
  | NewRx
  | CancelRx
  | CancelRxResponse
  | Status
  | ErrorMessage
  | Verify
  | RxFill
  | RxRenewalRequest
  | RxRenewalResponse
  | RxChangeRequest
  | RxChangeResponse;

export type MessageType = Message['type'];

/** The same shape with every part optional: what arrives from outside may lack anything. */
type Sparse<T> = T extends string
  ? T
  : T extends readonly (infer U)[]
    ? readonly Sparse<U>[]
    : T extends object
      ? { readonly [K in keyof T]?: Sparse<T[K]> }
      : T;

/** One received message: its type is certain, everything else may be missing until `check` says otherwise. */
export type Received<M extends Message = Message> = M extends Message
  ? Sparse<Omit<M, 'type' | 'unmodelled'>> & Pick<M, 'type' | 'unmodelled'>
  : never;
