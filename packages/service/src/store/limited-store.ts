// Bounds how much of a store is used at a time, so that work in the background leaves room for requests.
import { createConcurrencyLimit } from '../kernel/concurrency/limit.ts';
import type { Store } from './store.ts';

/** The same store, with at most `concurrency` transactions and pipelines under way; others wait in order. */
export function limitedStore(store: Store, concurrency: number): Store {
  const limited = createConcurrencyLimit(concurrency);
  return {
    kind: store.kind,
    withOrg: (orgId, work, also) => limited(() => store.withOrg(orgId, work, also)),
    asDoor: (work) => limited(() => store.asDoor(work)),
    asCourier: (work) => limited(() => store.asCourier(work)),
    asKeeper: (work) => limited(() => store.asKeeper(work)),
    pipeline: (groups) => limited(() => store.pipeline(groups)),
    load: () => ({ ...limited.load(), most: concurrency }),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
