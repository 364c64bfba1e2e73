// Whether a patient may still move an order to another pharmacy: until one has received it, within 72 hours of writing.
import { isReported } from '@pestle/rules/fill-status';
import type { FillRow, OrderRow } from '../../prescribing/inside.ts';
import { ROUTING_LIMITS } from '../limits.ts';

/** `open`, or why not: the pharmacy has it, too much time has passed, it is being canceled or over, or it moved often enough. */
export type Change = 'open' | 'received' | 'too-late' | 'ended' | 'often';

/**
 * Judged of the fills that are not canceled: one that cannot move keeps the whole order. A pharmacy that has reported
 * anything, a problem too, has received it; what it said is for the practice to answer. Pure.
 */
export function changeOf(
  order: Pick<OrderRow, 'pharmacy_id' | 'pharmacy_count'>,
  fills: readonly FillRow[],
  inTime: boolean,
): Change {
  const live = fills.filter(({ state }) => state !== 'CANCELED');
  if (order.pharmacy_id === null || live.length === 0) return 'ended';
  if (live.some((fill) => fill.cancel_requested_at !== null)) return 'ended';
  if (live.some(hasReceived)) return 'received';
  if (!inTime) return 'too-late';
  return order.pharmacy_count < ROUTING_LIMITS.patientPharmaciesMax ? 'open' : 'often';
}

function hasReceived({
  state,
  received_at: receivedAt,
  dispensing_reported_at: dispensedAt,
}: FillRow): boolean {
  return isReported(state) || (state !== 'CANCELED' && (receivedAt !== null || dispensedAt !== null));
}
