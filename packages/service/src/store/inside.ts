// The door of the room `store` for other rooms, whose transactions it takes part in, and for what composes the service.

/** The embedded store: PGlite in a worker thread, durable on disk and locked against a second process. */
export { type EmbeddedStore, openEmbeddedStore } from './embedded/embedded-store.ts';

/** Refuses to serve a store as something else than it is: production is never served as the sandbox, which asks for no second factor. */
export { type Environment, holdToEnvironment } from './environment.ts';

/** Refuses to serve a database to which a store is being moved. */
export { refuseUnfinishedMove } from './fence/fence.ts';

/** Whether the store answers, and whether its schema and clock are as this node expects. */
export { type StoreHealth, storeHealth } from './health.ts';

/** Runs a named statement within a transaction that is under way. */
export { runStatement } from './kysely-store.ts';

/** A store of which only so much is used at a time, so that work in the background leaves room for requests. */
export { limitedStore } from './limited-store.ts';

/** Every bound of the store, in one place. */
export { STORE_LIMITS } from './limits.ts';
/** Notices that a store is an older state than the one that was served before, such as a backup that was put back. */
export type { OlderBecause, Remembered } from './mark/judge.ts';
export { isSameMarkSql } from './mark/mark-sql.ts';
export { createStoreWatch, type OlderState, type StoreWatch } from './mark/store-watch.ts';
export { type WitnessFile, witnessFile } from './mark/witness-file.ts';
/** Forward migrations: numbered SQL files, applied in order, each in its own transaction, under a lock. */
export { migrate } from './migrate.ts';

/** Moves an embedded store to PostgreSQL: all of it or nothing that could be served, verified row by row, and never both of them open. */
export { type MoveOptions, type MoveReport, moveStore } from './move/move.ts';

/** The error of a store that cannot be opened or served until an operator mends it; its message says how. */
export { StoreNotUsableError } from './not-usable.ts';

/** Carries work that must not be given up over the moments in which the store is away. */
export { throughOutage } from './outage.ts';
/** New statistics for tables that have grown, where nobody else makes them soon enough. */
export { analyzeGrown } from './postgres/analyze-grown-sql.ts';
/** The production store: PostgreSQL through a pool whose login owns nothing and starts every session in role `app`. */
export { openPostgresStore } from './postgres/postgres-store.ts';
/** A store whose work is named in traces. */
export { tracedStore } from './traced-store.ts';
/** Many byte strings as one parameter of a statement. */
export { packBytes } from './values/pack-bytes.ts';
