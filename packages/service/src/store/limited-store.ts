// A store of which only so much is used at a time, so that work in the background leaves room for requests.
import type { Store } from './store.ts';

/** The same store, with at most `concurrency` transactions and pipelines under way; others wait their turn, in order. */
export function limitedStore(store: Store, concurrency: number): Store {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay < concurrency) underWay += 1;
    // Whoever ends hands its place over, so that nobody can step in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
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
