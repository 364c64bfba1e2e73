// Settles what was canceled or moved away while an attempt of it was cut off.

import { departuresOf, release, withdraw } from '../../../outbox/outbox.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import { stickUncanceled } from '../../ledger/cancel-not-sent.ts';
import type { Facts } from '../../ledger/facts.ts';
import { INTERRUPTED } from '../../ledger/sent.ts';
import type { AttemptDeps } from '../deps.ts';
import { finishAttempt } from '../finish/finish.ts';

/** Canceled or moved away while an attempt was cut off: nobody knows whether it arrived, so the cancel follows it. */
export async function settleInterrupted(deps: AttemptDeps, facts: Facts): Promise<void> {
  if (facts.attempt > 0) {
    // An earlier look may have recorded it and come no further.
    deps.turned?.(await finishAttempt(deps, facts, facts.attempt, INTERRUPTED, true));
  }
  const news = await deps.store.withOrg(facts.orgId, async (tx) => {
    // The worker that held the attempt is gone, so that the row was not this worker's to end.
    await withdraw(tx, facts.orgId, facts.id);
    const waiting = await departuresOf(tx, facts.orgId, facts.fill.id);
    for (const row of waiting.filter(({ kind, run_at }) => kind === 'cancel' && run_at === 'infinity')) {
      await release(tx, facts.orgId, row.id, 'now');
    }
    const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
    const fill = locked?.fills.find(({ id }) => id === facts.fill.id);
    if (locked === undefined || fill === undefined || waiting.some(({ kind }) => kind === 'cancel'))
      return undefined;
    return facts.transmission?.prescriberOrderNumber === fill.prescriber_order_number
      ? await stickUncanceled(tx, deps.ports, locked, fill)
      : undefined;
  });
  deps.turned?.(news);
}
