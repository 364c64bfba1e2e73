// The tables of what pharmacies ask and of what is answered, as their queries see them.
import type {
  FillId,
  OrderId,
  OrganizationId,
  PatientId,
  PharmacyId,
  PharmacyRequestId,
  PharmacyResponseId,
  PrescriptionId,
  UserId,
} from '@pestle/rules/ids';
import type { Received, RxChangeRequest, RxRenewalRequest } from '@pestle/script';
import type { AttemptOutcome } from '../ledger/tables.ts';

export type RequestKind = 'renewal' | 'change';

/** The messages by which pharmacies ask. */
export type RequestMessage = Received<RxRenewalRequest | RxChangeRequest>;

export type PharmacyRequestRow = {
  org_id: OrganizationId;
  id: PharmacyRequestId;
  kind: RequestKind;
  sender_id: string;
  pharmacy_id: PharmacyId;
  message_id: string;
  body_hash: string;
  rx_reference_hash: string | null;
  order_id: OrderId | null;
  fill_id: FillId | null;
  prescription_id: PrescriptionId | null;
  patient_id: PatientId | null;
  prescriber_id: UserId;
  sealed: Uint8Array;
  received_at: string;
  answered_at: string | null;
};

/** `not-sent`: no electronic way leads to the pharmacy. The others are those of a transmission. */
export type ResponseState = 'queued' | 'sending' | 'accepted' | 'rejected' | 'exhausted' | 'not-sent';

export type PharmacyResponseRow = {
  org_id: OrganizationId;
  id: PharmacyResponseId;
  request_id: PharmacyRequestId;
  pharmacy_id: PharmacyId;
  outcome: 'denied';
  reason_code: string;
  message_id: string;
  state: ResponseState;
  not_sent_reason: string | null;
  sealed: Uint8Array;
  answered_by: UserId;
  first_attempt_at: string | null;
  accepted_at: string | null;
  /** An attempt may have left it there, whatever its answer was called. */
  may_have_arrived: boolean;
  created_at: string;
};

/** What is sealed of an answer. The body is the exact message; null where none could be written. */
export interface SealedResponse {
  readonly note: string | null;
  readonly body: string | null;
  readonly contentType: string | null;
}

export type ResponseAttemptRow = {
  org_id: OrganizationId;
  response_id: PharmacyResponseId;
  number: number;
  started_at: string;
  ended_at: string | null;
  outcome: AttemptOutcome | null;
  http_status: number | null;
  reason: string | null;
  sealed_answer: Uint8Array | null;
};

export type RequestTables = {
  pharmacy_request: PharmacyRequestRow;
  pharmacy_response: PharmacyResponseRow;
  pharmacy_response_attempt: ResponseAttemptRow;
};
