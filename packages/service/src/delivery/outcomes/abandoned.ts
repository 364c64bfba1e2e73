// The end of an attempt whose prescription was canceled or moved to another pharmacy meanwhile (D10, D11, I4).
import { isEnded } from '@pestle/rules/fill-status';
import { release, withdraw } from '../../outbox/outbox.ts';
import { moveFill } from '../../prescribing/orders/fills.ts';
import type { FillRow } from '../../prescribing/tables.ts';
import type { TransmissionRow } from '../tables.ts';
import { changeTransmission } from '../transmissions.ts';
import type { Situation } from './situation.ts';
import { end } from './situation.ts';

/** Canceled, or sent to another pharmacy, while an attempt was under way. */
export function isAbandoned({ transmission }: Situation, fill: FillRow): boolean {
  return fill.cancel_requested_at !== null || fill.pharmacy_id !== transmission.pharmacy_id;
}

/** No more attempts and no fax for what was canceled or moved away (I4); what may have arrived is canceled there. */
export async function endAbandoned(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, orgId, locked, transmission } = situation;
  await end(situation, situation.sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  const others = situation.all.some(
    ({ id, pharmacy_id, kind, may_have_arrived, state }) =>
      id !== transmission.id &&
      pharmacy_id === transmission.pharmacy_id &&
      kind === 'new' &&
      (may_have_arrived || state === 'accepted'),
  );
  if (transmission.may_have_arrived || others) {
    await releaseCancels(situation);
    return;
  }
  // Nothing ever left: what was to take it back is not needed.
  for (const id of heldCancels(situation)) {
    await withdraw(tx, orgId, id);
    await changeTransmission(tx, orgId, id, { state: 'withdrawn' });
  }
  if (fill.cancel_requested_at !== null && !isEnded(fill.state)) {
    await moveFill(tx, ports, locked, fill.id, {
      to: 'CANCELED',
      event: 'canceled',
      source: 'delivery',
      detail: { how: 'never-left' },
    });
  }
}

/** A held cancel may leave now: what it cancels has ended. */
export async function releaseCancels(situation: Situation): Promise<void> {
  for (const id of heldCancels(situation)) await release(situation.tx, situation.orgId, id, 'now');
}

/** Cancels to this pharmacy that wait for the end of the attempt under way. */
function heldCancels({ all, waiting, transmission }: Situation): TransmissionRow['id'][] {
  return all
    .filter(({ kind, pharmacy_id }) => kind === 'cancel' && pharmacy_id === transmission.pharmacy_id)
    .map(({ id }) => id)
    .filter((id) => waiting.some((row) => row.id === id && row.run_at === 'infinity'));
}
