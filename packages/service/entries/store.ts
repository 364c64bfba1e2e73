// What other packages are offered of store.

/** Makes sure that one process at a time owns an embedded store's directory; the kernel frees the lock however the owner dies. */
export { DirectoryInUseError, lockDirectory } from '../src/store/embedded/directory-lock.ts';

/** The embedded store: PGlite in a worker thread, durable on disk and locked against a second process. */
export { type EmbeddedStore, openEmbeddedStore } from '../src/store/embedded/embedded-store.ts';

/** A new store that is filled before it exists for anybody. */
export { beginFilledStore, type FilledStore } from '../src/store/embedded/filled-store.ts';
/** Whether there is one in a directory. */
export { isStoreThere } from '../src/store/embedded/new-cluster.ts';

/** Refuses to serve a store as something else than it is: production is never served as the sandbox, which asks for no second factor. */
export { type Environment, environmentOf } from '../src/store/environment.ts';

/** Refuses to serve a database to which a store is being moved. */
export { refuseUnfinishedMove } from '../src/store/fence/fence.ts';

/** Every bound of the store, in one place. */
export { STORE_LIMITS } from '../src/store/limits.ts';

/** Forward migrations: numbered SQL files, applied in order, each in its own transaction, under a lock. */
export { knownMigrations, migrate } from '../src/store/migrate.ts';

/** Moves an embedded store to PostgreSQL: all of it or nothing that could be served, verified row by row, and never both of them open. */
export type { Difference } from '../src/store/move/compare.ts';
export type { MoveNews, MoveReport } from '../src/store/move/move.ts';
export { type MovePlan, planMove } from '../src/store/move/plan.ts';

/** The error of a store that cannot be opened or served until an operator mends it; its message says how. */
export { StoreNotUsableError } from '../src/store/not-usable.ts';

/** The production store: PostgreSQL through a pool whose login owns nothing and starts every session in role `app`. */
export { openPostgresStore, withPostgresOwner } from '../src/store/postgres/postgres-store.ts';

/** The login that serves: what lets it serve, and how `doctor` sees that row-level security binds it. */
export {
  appliedMigrations,
  grantServing,
  letDoctorRead,
  readServingSession,
  type ServingSession,
} from '../src/store/postgres/serving-login.ts';

/** The only way from a room to the database, always as a narrow role and, for tenant data, for one organization. */
export type { Connection, Store, Tx } from '../src/store/store.ts';
