// Waits until nothing is on its way any more: no row of the outbox, no fill between two states.
import { setTimeout as wait } from 'node:timers/promises';
import type { OwnerQuery } from '../../check/owner-query.ts';
import type { Progress } from '../progress.ts';
import { DEMO_LIMITS } from '../settings.ts';

const UNDER_WAY = `select (select count(*) from outbox)::integer as waiting,
  (select count(*) from fill where state in ('QUEUED', 'SENDING'))::integer as moving`;

const LOOK_MS = 200;

/** False when something is still on its way when the time is up: the check then tells what. */
export async function settle(query: OwnerQuery, progress: Progress): Promise<boolean> {
  const deadline = performance.now() + DEMO_LIMITS.settleTimeoutMs;
  let left = await underWay(query);
  const phase = progress.phase('Waiting for the last', Math.max(left, 1));
  const most = left;
  while (left > 0 && performance.now() < deadline) {
    await wait(LOOK_MS);
    left = await underWay(query);
    phase.at(Math.max(0, most - left));
  }
  phase.end(left === 0 ? 'nothing is on its way' : `${left} still on their way`);
  return left === 0;
}

async function underWay(query: OwnerQuery): Promise<number> {
  const [row] = await query(UNDER_WAY);
  return Math.max(Number(row?.['waiting'] ?? 0), Number(row?.['moving'] ?? 0));
}
