// Both stores that the service runs on, for rules that hold on each: the embedded one, and PostgreSQL where it is installed.
import type { Connection, Store } from '@pestle/service/store';
import { depthOf } from '../depth.ts';
import { skipWithoutPostgres } from './postgres-server.ts';
import { openPostgresTestStore, openTestStore } from './test-store.ts';

export interface OpenedStore {
  readonly store: Store;
  readonly asOwner: <T>(work: (owner: Connection) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface StoreKind {
  /** For the name of a suite. */
  readonly name: string;
  /** For the suite's `skip`. */
  readonly skip: string | false;
  /** A migrated store of its own. */
  readonly open: () => Promise<OpenedStore>;
}

const EMBEDDED: StoreKind = {
  name: 'embedded store',
  skip: false,
  open: async () => {
    const store = await openTestStore();
    return { store, asOwner: (work) => store.asOwner(work), close: () => store.close() };
  },
};

const POSTGRES: StoreKind = {
  name: 'PostgreSQL',
  skip: skipWithoutPostgres,
  open: () => openPostgresTestStore(),
};

/** For what the store itself promises, which a share of the tests tries on each, too. */
export const EVERY_STORE: readonly StoreKind[] = [EMBEDDED, POSTGRES];

/**
 * For the rules of a room. A share of the tests tries them on PostgreSQL alone, where it is installed: there others write at the same time. Most of
 * what it runs besides stands on the embedded store.
 */
export const BOTH_STORES: readonly StoreKind[] = depthOf({
  whole: EVERY_STORE,
  share: skipWithoutPostgres === false ? [POSTGRES] : EVERY_STORE,
});
