// Owns what tracking asks of delivery, which implements it: both run in the transaction of the report itself.

import type { PharmacyReport } from '@pestle/rules/fill-status';
import type {
  FillId,
  OrderId,
  OrganizationId,
  PharmacyId,
  PharmacyResponseId,
  TransmissionId,
} from '@pestle/rules/ids';
import type {
  CancelRxResponse,
  ErrorMessage,
  Outcome,
  Received,
  RxChangeRequest,
  RxRenewalRequest,
  Status,
  Verify,
} from '@pestle/script';
import type { Origin } from '../../kernel/actor.ts';
import type { LockedOrder } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';

/** A pharmacy spoke of a fill as one that it holds. */
export interface ReportedFill {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly status: PharmacyReport;
  /** The order as it is locked and kept current; a move of delivery's own must go through the same object. */
  readonly locked: LockedOrder;
}

/** The messages by which a receiver speaks of one of ours. */
export type AnsweringMessage = Status | Verify | ErrorMessage | CancelRxResponse;

/** A SCRIPT message that came by itself about one of our transmissions. */
export interface ScriptAnswer {
  readonly orgId: OrganizationId;
  readonly transmissionId: TransmissionId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  /** The MessageID of ours that it relates to. */
  readonly messageId: string;
  readonly message: Received<AnsweringMessage>;
  /** What it says of our message; undefined when its code is none that the standard has. */
  readonly outcome: Outcome | undefined;
  /** The exact bytes, for the record. */
  readonly body: Uint8Array;
  readonly contentType: string;
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** A message by which a pharmacy asks something of a prescriber. */
export type AskingMessage = RxRenewalRequest | RxChangeRequest;

/** What a pharmacy asks, found to be about this organization. */
export interface PharmacyQuestion {
  readonly orgId: OrganizationId;
  /** The pharmacy or partner whose credential it came with. */
  readonly senderId: string;
  readonly pharmacyId: PharmacyId;
  readonly message: Received<AskingMessage>;
  readonly messageId: string;
  readonly bodyHash: string;
  /** Of the prescription that our ids in it name. */
  readonly prescriberOrderNumber: string | undefined;
  readonly origin: Origin;
}

/** About one of the answers to such a question. */
export interface ResponseAnswer {
  readonly orgId: OrganizationId;
  readonly responseId: PharmacyResponseId;
  readonly message: Received<AnsweringMessage>;
  readonly outcome: Outcome | undefined;
}

export interface DeliveryListener {
  /** Stops retries of this fill at this pharmacy, and a fax that has not left yet. */
  onReported(tx: Tx, report: ReportedFill): Promise<void>;
  /** Records the answer. An Error withdraws an acceptance and falls back (D4); a CancelRxResponse is only recorded (D10). */
  onAnswer(tx: Tx, answer: ScriptAnswer): Promise<void>;
  /** The part of a message that is missing, without which no prescriber could answer it; undefined where nothing is. */
  lackOf(message: Received<AskingMessage>): string | undefined;
  /** Keeps what is asked for the practice. `elsewhere`: neither a prescription nor a prescriber of the organization is meant; `clash`: another message has the id. */
  onRequest(tx: Tx, question: PharmacyQuestion): Promise<'kept' | 'elsewhere' | 'clash'>;
  /** Records what is said of the answer to a request. */
  onResponseAnswer(tx: Tx, answer: ResponseAnswer): Promise<void>;
}
