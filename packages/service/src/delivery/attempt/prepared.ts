// A message that is written, with what is put down of it before it leaves.
import type { PreparedMessage } from '../channels/script.ts';
import type { Channel, StoredReason, TransmissionKind } from '../ledger/tables.ts';

/** A message as it is about to leave. */
export interface Prepared extends PreparedMessage {
  readonly kind: TransmissionKind;
  readonly channel: Channel;
  readonly messageId: string;
  readonly relatesToMessageId: string | null;
  readonly prescriberOrderNumber: string;
  readonly reason: StoredReason;
  readonly sentAt: Date;
}
