// Both stores that the service runs on, for rules that hold on each: the embedded one, and PostgreSQL where it is installed.
import type { Connection, Store } from '@pestle/service/store';
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

export const BOTH_STORES: readonly StoreKind[] = [
  {
    name: 'embedded store',
    skip: false,
    open: async () => {
      const store = await openTestStore();
      return { store, asOwner: (work) => store.asOwner(work), close: () => store.close() };
    },
  },
  { name: 'PostgreSQL', skip: skipWithoutPostgres, open: () => openPostgresTestStore() },
];
