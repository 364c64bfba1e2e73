// What tests and benches take from the inside of store, beyond what other packages are offered: no product code may import it.

/** The embedded store: PGlite in a worker thread, durable on disk and locked against a second process. */
export { openMemoryStore } from '../../src/store/embedded/embedded-store.ts';

/** Shows the worker to Kysely's PGlite dialect as if it were a PGlite instance. */
export { asPGlite } from '../../src/store/embedded/kysely-adapter.ts';

/** Talks to the worker thread of the embedded store: one FIFO, so that a transaction is never mixed with another's statements. */
export { WorkerClient } from '../../src/store/embedded/worker-client.ts';

/** Refuses to serve a store as something else than it is: production is never served as the sandbox, which asks for no second factor. */
export { holdToEnvironment } from '../../src/store/environment.ts';
/** The only way from a room to the database, always as a narrow role and, for tenant data, for one organization. */
/** A named statement, a step of a pipeline, in whose name it runs, and what it answers. */
export type { Row, Scope, Statement, Step, TenantStore } from '../../src/store/store.ts';
