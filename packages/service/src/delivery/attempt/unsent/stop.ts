// Stops a prescription right before it would leave: because of who signed it, of what became of it, or of the pharmacy; a person must act.

import { isEnded } from '@pestle/rules/fill-status';
import { withdraw } from '../../../outbox/outbox.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import type { Facts } from '../../ledger/facts.ts';
import { stick } from '../../ledger/fallback.ts';
import { INTERRUPTED } from '../../ledger/sent.ts';
import { changeTransmission } from '../../ledger/transmissions.ts';
import type { AttemptDeps } from '../deps.ts';
import { enterStuck } from '../finish/entry.ts';
import { finishAttempt } from '../finish/finish.ts';
import type { Stuck } from '../plan/obstacles.ts';

/** Nothing of it leaves any more. What an attempt that was cut off may have brought there stays known. */
export async function stop(deps: AttemptDeps, facts: Facts, { reason, detail }: Stuck): Promise<void> {
  const { orgId, id, transmission, attempt } = facts;
  if (facts.attempts.some(({ number, outcome }) => number === attempt && outcome === null))
    deps.turned?.(await finishAttempt(deps, facts, attempt, INTERRUPTED));
  const news = await deps.store.withOrg(orgId, async (tx) => {
    const locked = await lockOrder(tx, orgId, facts.fill.orderId);
    const fill = locked?.fills.find((one) => one.id === facts.fill.id);
    if (locked === undefined || fill === undefined) return undefined;
    await withdraw(tx, orgId, id);
    if (transmission !== undefined)
      await changeTransmission(tx, orgId, id, { state: attempt === 0 ? 'withdrawn' : 'exhausted' });
    return isEnded(fill.state) || fill.state === 'STUCK'
      ? undefined
      : await enterStuck(tx, deps, id, await stick(tx, deps.ports, locked, fill, reason, detail));
  });
  deps.turned?.(news);
}
