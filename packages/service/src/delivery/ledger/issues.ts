// Tells the issues of a fill apart (each new PrescriberOrderNumber is one): which transmission belongs to which, and which are still open.

import type { FillId, TransmissionId } from '@pestle/rules/ids';
import type { OutboxRow } from '../../outbox/outbox.ts';
import type { FillRow } from '../../prescribing/inside.ts';
import type { TransmissionKind, TransmissionRow } from './tables.ts';

/** Each issue of a fill, at one pharmacy, has its own order number (D9). */
export function isOfIssue(row: TransmissionRow, fill: FillRow): boolean {
  return row.prescriber_order_number === fill.prescriber_order_number;
}

/** An attempt of it is under way at this moment. */
export function isUnderWay({ id }: Pick<TransmissionRow, 'id'>, waiting: readonly OutboxRow[]): boolean {
  return waiting.some((row) => row.id === id && row.leased_by !== null);
}

/** A cancel that waits, is being sent, or has left. */
export function isLiveCancel(row: TransmissionRow): boolean {
  return isLive(row, 'cancel');
}

/** The same of any kind of message. */
export function isLive({ kind, state }: TransmissionRow, wanted: TransmissionKind): boolean {
  return kind === wanted && (state === 'queued' || state === 'sending' || state === 'accepted');
}

/**
 * What a row of the outbox names. Nodes of the version before know no `discontinue` and would send it as a cancel: they look for the fill
 * that a row names, find none, and leave it alone.
 */
export function outboxSubjectOf(
  kind: TransmissionKind,
  id: TransmissionId,
  fillId: FillId,
): TransmissionId | FillId {
  return kind === 'discontinue' ? id : fillId;
}
