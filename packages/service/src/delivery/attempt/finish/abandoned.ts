// The end of an attempt whose prescription was canceled or moved to another pharmacy meanwhile (D10, D11, I4).

import { isEnded } from '@pestle/rules/fill-status';
import { release, withdraw } from '../../../outbox/outbox.ts';
import type { FillRow } from '../../../prescribing/inside.ts';
import { CANCEL_OBSTACLE_CLEARED, moveFill } from '../../../prescribing/inside.ts';
import { stickUncanceled } from '../../ledger/cancel-not-sent.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import { isLiveCancel, isOfIssue } from '../../ledger/issues.ts';
import type { TransmissionRow } from '../../ledger/tables.ts';
import { changeTransmission } from '../../ledger/transmissions.ts';
import type { Situation } from './situation.ts';
import { end } from './situation.ts';

/** Canceled, sent to another pharmacy, or issued anew, while an attempt was under way: each issue has its own order number. */
export function isAbandoned({ transmission }: Situation, fill: FillRow): boolean {
  return (
    fill.cancel_requested_at !== null || fill.prescriber_order_number !== transmission.prescriber_order_number
  );
}

/** No more attempts and no fax for what was canceled or moved away (I4); what may have arrived is canceled there. */
export async function endAbandoned(situation: Situation, fill: FillRow): Promise<FillNews | undefined> {
  const { tx, ports, orgId, locked, transmission } = situation;
  await end(situation, situation.sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  const others = situation.all.some(
    ({ id, prescriber_order_number: number, kind, may_have_arrived, state }) =>
      id !== transmission.id &&
      number === transmission.prescriber_order_number &&
      kind === 'new' &&
      (may_have_arrived || state === 'accepted'),
  );
  const ofFill = isOfIssue(transmission, fill);
  if (transmission.may_have_arrived || others) {
    await releaseCancels(situation);
    return ofFill && !isBeingCanceled(situation) ? await stickUncanceled(tx, ports, locked, fill) : undefined;
  }
  // Nothing ever left: what was to take it back is not needed.
  for (const id of heldCancels(situation)) {
    await withdraw(tx, orgId, id);
    await changeTransmission(tx, orgId, id, { state: 'withdrawn' });
  }
  if (ofFill && fill.cancel_requested_at !== null && !isEnded(fill.state)) {
    await moveFill(tx, ports, locked, fill.id, {
      to: 'CANCELED',
      event: 'canceled',
      source: 'delivery',
      detail: { how: 'never-left' },
      set: fill.cancel_not_sent_pharmacy_id === transmission.pharmacy_id ? CANCEL_OBSTACLE_CLEARED : {},
    });
  }
  return undefined;
}

/** A cancel of this issue is on its way, or has left. */
export function isBeingCanceled({ all, transmission }: Situation): boolean {
  return all.some(
    (row) => row.prescriber_order_number === transmission.prescriber_order_number && isLiveCancel(row),
  );
}

/** A held cancel may leave now: what it cancels has ended. */
export async function releaseCancels(situation: Situation): Promise<void> {
  for (const id of heldCancels(situation)) await release(situation.tx, situation.orgId, id, 'now');
}

/** Cancels of this issue that wait for the end of the attempt under way. */
function heldCancels({ all, waiting, transmission }: Situation): TransmissionRow['id'][] {
  return all
    .filter(
      ({ kind, prescriber_order_number: number }) =>
        kind === 'cancel' && number === transmission.prescriber_order_number,
    )
    .map(({ id }) => id)
    .filter((id) => waiting.some((row) => row.id === id && row.run_at === 'infinity'));
}
