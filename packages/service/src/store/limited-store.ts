// A store of which only so much is used at a time, so that work in the background leaves room for requests.
import { createTurns } from '../kernel/turns.ts';
import type { Store } from './store.ts';

/** The same store, with at most `concurrency` transactions and pipelines under way; others wait their turn, in order. */
export function limitedStore(store: Store, concurrency: number): Store {
  const inTurn = createTurns(concurrency);
  return {
    kind: store.kind,
    withOrg: (orgId, work) => inTurn(() => store.withOrg(orgId, work)),
    asDoor: (work) => inTurn(() => store.asDoor(work)),
    asCourier: (work) => inTurn(() => store.asCourier(work)),
    asKeeper: (work) => inTurn(() => store.asKeeper(work)),
    pipeline: (groups) => inTurn(() => store.pipeline(groups)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
