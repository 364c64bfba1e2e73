// Tells the issues of a fill apart (each new PrescriberOrderNumber is one): which transmission belongs to which, and which are still open.

import type { OutboxRow } from '../../outbox/outbox.ts';
import type { FillRow } from '../../prescribing/inside.ts';
import type { TransmissionRow } from './tables.ts';

/** Each issue of a fill, at one pharmacy, has its own order number (D9). */
export function isOfIssue(row: TransmissionRow, fill: FillRow): boolean {
  return row.prescriber_order_number === fill.prescriber_order_number;
}

/** An attempt of it is under way at this moment. */
export function isUnderWay({ id }: Pick<TransmissionRow, 'id'>, waiting: readonly OutboxRow[]): boolean {
  return waiting.some((row) => row.id === id && row.leased_by !== null);
}

/** A cancel that waits, is being sent, or has left. */
export function isLiveCancel({ kind, state }: TransmissionRow): boolean {
  return kind === 'cancel' && (state === 'queued' || state === 'sending' || state === 'accepted');
}
