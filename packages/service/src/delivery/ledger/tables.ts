// The tables of the room `delivery`, as its queries see them.
import type { FillId, Id, OrderId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import type { PatientText } from '@pestle/rules/patient-texts';
import type { FaxReason } from '../fax/facts.ts';

export type Channel = 'script' | 'api' | 'fax';
export type TransmissionKind = 'new' | 'cancel' | 'late_notice' | 'discontinue';

/**
 * `queued` waits for its first attempt, `sending` has had one, `accepted` was taken, `rejected` refused for good,
 * `exhausted` has used up its attempts, `withdrawn` was taken back before it (certainly) left.
 */
export type TransmissionState = 'queued' | 'sending' | 'accepted' | 'rejected' | 'exhausted' | 'withdrawn';

/**
 * Why a transmission exists, fixed when it is made, so that its page is the same at every attempt. `mayHaveArrived`: an
 * electronic copy may be at the pharmacy, and the page says so.
 */
export type StoredReason = (FaxReason & { readonly mayHaveArrived?: boolean }) | Record<string, never>;

/** What a pharmacy or a network said of a message by itself, later. */
export type StoredAnswer = {
  readonly type: string;
  readonly at: string;
  readonly code?: string;
  /** Whether the message was taken; absent where the answer says neither. */
  readonly says?: 'taken' | 'refused';
  /** Refused, and yet it may be there. */
  readonly mayHaveArrived?: boolean;
  /** The attempt that was under way when it came. */
  readonly attempt?: number;
};

export type TransmissionRow = {
  org_id: OrganizationId;
  id: TransmissionId;
  order_id: OrderId;
  fill_id: FillId;
  pharmacy_id: PharmacyId;
  kind: TransmissionKind;
  channel: Channel;
  message_id: string;
  relates_to_message_id: string | null;
  prescriber_order_number: string;
  state: TransmissionState;
  may_have_arrived: boolean;
  sealed_body: Uint8Array | null;
  content_type: string | null;
  reason: StoredReason;
  delivery_method: string | null;
  answer: StoredAnswer | null;
  first_attempt_at: string | null;
  accepted_at: string | null;
  created_at: string;
};

export type AttemptOutcome = 'ACCEPTED' | 'REJECTED' | 'RETRY' | 'UNKNOWN';

export type AttemptRow = {
  org_id: OrganizationId;
  transmission_id: TransmissionId;
  number: number;
  started_at: string;
  ended_at: string | null;
  outcome: AttemptOutcome | null;
  http_status: number | null;
  reason: string | null;
  sealed_answer: Uint8Array | null;
};

/** Every text that a patient may get about an order. */
export type TextKind = 'invitation' | 'reminder' | PatientText;

/** `withheld`: its number wants no texts, is somebody else's, or is the patient's no more. */
export type TextState = 'queued' | 'sent' | 'failed' | 'withheld';

export type TextMessageRow = {
  org_id: OrganizationId;
  id: string;
  order_id: OrderId;
  /** The transmission whose end it tells the patient of, or the text itself where it invites. */
  cause: TransmissionId | Id<'txt'>;
  sealed: Uint8Array;
  /** Which text it is; null for those of before. */
  about: TextKind | null;
  state: TextState;
  created_at: string;
};

/** News of a fill, reminders to choose a pharmacy, and the preferred one where nobody chose. */
export type PatientTimer =
  | 'sent'
  | 'ready'
  | 'shipped'
  | 'delivered'
  | 'problem'
  | 'canceled'
  | 'first-reminder'
  | 'second-reminder'
  | 'preferred';

/** What is to be looked at for an order's patient, and when. */
export type PatientTimerRow = {
  org_id: OrganizationId;
  order_id: OrderId;
  kind: PatientTimer;
  due_at: string;
  began_at: string;
};

export type DeliveryTables = {
  transmission: TransmissionRow;
  attempt: AttemptRow;
  text_message: TextMessageRow;
  patient_timer: PatientTimerRow;
};
