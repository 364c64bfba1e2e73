// What the log and the figures hear of attempts: ids and codes, and nothing of a patient.
import type { PharmacyId } from '@pestle/rules/ids';
import type { OutboxKind } from '../../outbox/outbox.ts';
import type { AttemptOutcome, Channel } from '../ledger/tables.ts';

/** How one attempt ended, by ids and codes: for the log and for figures. */
export interface AttemptNews {
  readonly transmissionId: string;
  readonly orgId: string;
  /** Null for a text. */
  readonly orderId: string | null;
  readonly pharmacyId: string | null;
  readonly lane: string;
  readonly channel: Channel | 'text';
  readonly kind: OutboxKind;
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
  readonly httpStatus: number | null;
  /** A code or short phrase without health information. */
  readonly reason: string;
  readonly mayHaveArrived: boolean;
  /** From the first byte to the answer. */
  readonly ms: number;
  /** From the signature to now, where a new prescription was accepted. */
  readonly sinceSignedMs: number | null;
}

/** A message that could not be built for a pharmacy, without anything of its patient: for the log and for figures. */
export interface UnbuiltNews {
  readonly pharmacyId: PharmacyId;
  readonly channel: Channel;
  readonly kind: OutboxKind;
  /** What was wrong, as a figure counts it and an attempt keeps it. */
  readonly code: string;
  /** The place in the message, where it is known. */
  readonly why: string;
}

/** A row of the outbox that the service holds by itself: an operator must look at it. */
export interface HeldNews {
  readonly id: string;
  readonly orgId: string;
  readonly lane: string;
}
