// Settles what was canceled or moved away while an attempt of it was cut off.

import type { Ports } from '../../../kernel/ports.ts';
import { departuresOf, release, withdraw } from '../../../outbox/outbox.ts';
import type { FillRow, LockedOrder } from '../../../prescribing/inside.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { stickUncanceled } from '../../ledger/cancel-not-sent.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import { INTERRUPTED } from '../../ledger/sent.ts';
import type { AttemptDeps } from '../deps.ts';
import { enterStuck } from '../finish/entry.ts';
import { finishAttempt } from '../finish/finish.ts';

/** Canceled or moved away while an attempt was cut off: nobody knows whether it arrived, so the cancel follows it. */
export async function settleInterrupted(deps: AttemptDeps, facts: Facts): Promise<void> {
  if (facts.attempt > 0) {
    // An earlier look may have recorded it and come no further.
    deps.turned?.(await finishAttempt(deps, facts, facts.attempt, INTERRUPTED, true));
  }
  const news = await deps.store.withOrg(facts.orgId, async (tx) => {
    const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
    // The worker that held the attempt is gone, so that the row was not this worker's to end.
    await withdraw(tx, facts.orgId, facts.id);
    const fill = locked?.fills.find(({ id }) => id === facts.fill.id);
    if (locked === undefined || fill === undefined) return undefined;
    const number = facts.transmission?.prescriberOrderNumber ?? null;
    const settled = await settleCanceled(tx, deps.ports, locked, fill, number);
    return await enterStuck(tx, deps, facts.id, settled);
  });
  deps.turned?.(news);
}

/** What was to cancel it there leaves now; where nothing does, a person must call. `number`: of the issue that was cut off. */
export async function settleCanceled(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fill: FillRow,
  number: string | null,
): Promise<FillNews | undefined> {
  const { org_id: orgId, id } = fill;
  const cancels = (await departuresOf(tx, orgId, id)).filter(({ kind }) => kind === 'cancel');
  for (const row of cancels.filter(({ run_at }) => run_at === 'infinity'))
    await release(tx, orgId, row.id, 'now');
  return cancels.length === 0 && number === fill.prescriber_order_number
    ? await stickUncanceled(tx, ports, locked, fill)
    : undefined;
}
