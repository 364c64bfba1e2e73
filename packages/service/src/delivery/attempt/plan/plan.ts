// Decides what one due row of the outbox asks for: to be sent with which bytes, moved, taken back, settled, or given to a person.

import { ScriptError } from '@pestle/script';
import { isCutOffForGood } from '../../channels/schedule.ts';
import { scheduleOf } from '../../channels/sender.ts';
import type { Facts } from '../../ledger/facts.ts';
import { IN_MAINTENANCE, NEVER_ENDED } from '../../ledger/fallback.ts';
import type { RecallId } from '../../recall/tables.ts';
import type { AttemptDeps } from '../deps.ts';
import type { UnbuiltNews } from '../news.ts';
import type { Prepared } from '../prepared.ts';
import { DamagedMessageError, prepare } from './message.ts';
import type { Obstacle } from './obstacles.ts';
import { obstacleToNew } from './obstacles.ts';

export type Plan =
  | { readonly do: 'send'; readonly message: Prepared }
  | Obstacle
  /** A window of maintenance covers it: it leaves when that ends. */
  | { readonly do: 'hold' }
  /** A recall in force is of it: it is put on hold while that lasts. */
  | { readonly do: 'hold-recalled'; readonly recallId: RecallId }
  /** `unbuilt`: because its message could not be built. */
  | { readonly do: 'refuse'; readonly reason: string; readonly unbuilt?: UnbuiltNews };

export async function planFor(deps: AttemptDeps, facts: Facts): Promise<Plan> {
  if (facts.kind === 'new') {
    const stop = await obstacleToNew(deps, facts);
    if (stop !== undefined) return stop;
  }
  if (facts.recalledBy !== undefined) return { do: 'hold-recalled', recallId: facts.recalledBy };
  if (facts.held === 'waits') return { do: 'hold' };
  if (facts.held === 'too-long') return { do: 'refuse', reason: IN_MAINTENANCE };
  const { channel } = facts.transmission ?? {};
  if (channel !== undefined && isCutOffForGood(facts, scheduleOf(facts, channel).offsetsMs))
    return channel === 'fax' && facts.kind === 'new'
      ? { do: 'stick', reason: 'FAX_FAILED', detail: { transmissionId: facts.id } }
      : { do: 'refuse', reason: NEVER_ENDED };
  try {
    return { do: 'send', message: await prepare(deps, facts) };
  } catch (error) {
    // W6: a pharmacy chosen later cannot carry it; or its configuration is broken. Deterministic, so no retry.
    const news = unbuilt(facts, error);
    return { do: 'refuse', reason: news.code, unbuilt: news };
  }
}

/** Errors of expressions may repeat a value; their codes do not. */
function unbuilt({ pharmacy, kind, transmission }: Facts, error: unknown): UnbuiltNews {
  const channel = transmission?.channel ?? pharmacy.integration?.channel ?? 'fax';
  const about = { pharmacyId: pharmacy.id, channel, kind };
  if (error instanceof ScriptError)
    return { ...about, code: `message-refused: ${error.code}`, why: error.message };
  if (error instanceof DamagedMessageError)
    return { ...about, code: 'message-not-built', why: 'what was kept of it does not open' };
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return {
    ...about,
    code: 'message-not-built',
    why: /^[A-Z]\d{4}$/.test(code) ? `JSONata ${code}` : 'not known',
  };
}
