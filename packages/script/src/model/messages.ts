// The typed messages, and what a received one may lack.
import type { Element } from './element.ts';
import type { Header, Open } from './header.ts';
import type { Medication } from './medication.ts';
import type { Patient, Pharmacy, Prescriber, Supervisor } from './parties.ts';

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

/** An element or an attribute that the model does not have, kept so that it is written back. */
export type Unmodelled = UnmodelledElement | UnmodelledAttribute;

interface Envelope {
  readonly header: Header;
  /** What was read and has no place in the model. Written back where it stood. */
  readonly unmodelled?: readonly Unmodelled[];
}

interface ReceiptFields {
  readonly returnReceipt?: string;
  readonly requestReferenceNumber?: string;
  readonly urgencyIndicatorCode?: Open<'S' | 'X'>;
}

interface RequestFields extends ReceiptFields {
  readonly messageRequestCode?: string;
}

/** A new prescription, from prescriber to pharmacy. */
export interface NewRx extends Envelope, RequestFields {
  readonly type: 'NewRx';
  readonly patient: Patient;
  readonly pharmacy?: Pharmacy;
  readonly prescriber: Prescriber;
  readonly medicationPrescribed: Medication;
  readonly supervisor?: Supervisor;
  readonly prohibitRenewalRequest?: string;
}

/** Asks a pharmacy to cancel a prescription that it was sent. */
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

/** The pharmacy did what was asked. */
export interface Approved {
  readonly outcome: 'Approved';
  readonly referenceNumber?: string;
  readonly note?: string;
}

/** The pharmacy did not do what was asked, with its reasons. */
export interface Denied {
  readonly outcome: 'Denied';
  /** May be empty: "already dispensed" has no code. */
  readonly reasonCodes?: readonly string[];
  readonly referenceNumber?: string;
  readonly denialReason?: string;
  /** The pharmacy to which the prescription went. */
  readonly pharmacy?: Pharmacy;
}

/** What a pharmacy answers to a CancelRx. */
export interface CancelRxResponse extends Envelope, RequestFields {
  readonly type: 'CancelRxResponse';
  readonly changeOfPrescriptionStatusFlag?: Open<'C' | 'D'>;
  readonly response: Approved | Denied;
}

/** Says that a message was taken: `000` by the next one on its way, `010` by its receiver. */
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

/** Says that the receiver has read a message for which a receipt was asked. */
export interface Verify extends Envelope {
  readonly type: 'Verify';
  readonly verifyStatus?: {
    readonly code: Open<'010'>;
    readonly description?: string;
    readonly prescriptionDeliveryMethod?: Open<'1' | '2'>;
  };
}

/** What became of the fill. */
export interface FillStatus {
  readonly outcome: 'Dispensed' | 'PartiallyDispensed' | 'NotDispensed' | 'Transferred';
  readonly referenceNumber?: string;
  readonly note?: string;
  readonly reasonCode?: string;
}

/** A pharmacy reports what became of a fill. */
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

/** A pharmacy asks for more refills. */
export interface RxRenewalRequest extends Envelope, ReceiptFields {
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

/** What a prescriber answers to an RxRenewalRequest. */
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

/** A pharmacy asks for another prescription than it was sent. */
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

/** What a prescriber answers to an RxChangeRequest. */
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

/** Any message that can be built. `type` tells which. */
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

/** The name of a message: that of its element below `Body`. */
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
