// Opens a migrated store for a test: PGlite in memory from a prepared image or on disk, and PostgreSQL where it is installed.
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMemoryStore } from '@pestle/service/for-tests/store';
import {
  type Connection,
  type EmbeddedStore,
  migrate,
  openEmbeddedStore,
  openPostgresStore,
  type Store,
  withPostgresOwner,
} from '@pestle/service/store';
import { sealStore } from '@pestle/service/vault';
import { sql } from 'kysely';
import { madeOnce } from './made-once.ts';
import type { PostgresServer } from './postgres-server.ts';
import { copyCluster, postgresBinaries, startPostgres } from './postgres-server.ts';

const storeFolder = fileURLToPath(new URL('store/', import.meta.resolve('@pestle/service')));
const engineManifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const OWNER_ONLY = 0o700;

/** The master key of every test store. */
export const TEST_DATA_KEYS = { current: new Uint8Array(32).fill(5), previous: [] } as const;

/** A migrated store in memory; `inThread`: in the caller's thread, with the caller's clock. */
export async function openTestStore(options: { readonly inThread?: boolean } = {}): Promise<EmbeddedStore> {
  return sealStore(await openMigratedStore(options), TEST_DATA_KEYS);
}

/** The same without keys: for tests of the keys themselves. */
export async function openMigratedStore(
  options: { readonly inThread?: boolean } = {},
): Promise<EmbeddedStore> {
  const store = await openMemoryStore(readFileSync(await memoryImage()), options);
  await store.asOwner(async () => undefined);
  return store;
}

/** Makes now what `openTestStore` would make on its first use: for whoever cannot wait for it later. */
export async function prepareTestStore(): Promise<void> {
  await memoryImage();
}

/** Creating a cluster and migrating it takes three seconds, loading an image 0.3 s, most of it for the bytes: hence without what no store reads. */
function memoryImage(): Promise<string> {
  return madeOnce('memory-store', storeVersion(), async (path) => {
    const store = await openMemoryStore();
    await store.asOwner(async (owner) => {
      await sql`set wal_recycle = off`.execute(owner);
      await migrate(owner);
      for (const template of ['template0', 'template1']) {
        await sql`alter database ${sql.ref(template)} is_template false`.execute(owner);
        await sql`drop database ${sql.ref(template)}`.execute(owner);
      }
      await sql`checkpoint`.execute(owner);
    });
    writeFileSync(path, await store.dump());
    await store.close();
  });
}

/**
 * Puts a migrated store where `openEmbeddedStore(directory)` finds it, as an earlier start would have left it: for tests that are not about the
 * first start, of which each costs four seconds.
 */
export async function layMigratedStore(directory: string): Promise<void> {
  const made = await madeOnce('durable-store', storeVersion(), async (path) => {
    const store = await openEmbeddedStore(path);
    await store.asOwner(migrate);
    await store.close();
  });
  mkdirSync(directory, { recursive: true, mode: OWNER_ONLY });
  cpSync(join(made, 'cluster'), join(directory, 'cluster'), {
    recursive: true,
    errorOnExist: true,
    force: false,
  });
}

export interface PostgresTestStore {
  readonly store: Store;
  readonly server: PostgresServer;
  readonly url: string;
  asOwner<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What the operating system has taken survives every end of a process that a test can cause; only a lost machine would lose it. */
const QUICK = ['fsync=off'];

/**
 * A migrated PostgreSQL store on a server of its own, whose cluster is copied from the first one that was made.
 *
 * @param settings Lines of `postgresql.conf`. What is measured wants `[]`, the server as it comes, which flushes what it commits.
 * @param options How the store is opened, where a test would otherwise wait for one of its bounds.
 */
export async function openPostgresTestStore(
  settings: readonly string[] = QUICK,
  options: Parameters<typeof openPostgresStore>[1] = {},
): Promise<PostgresTestStore> {
  const server = await startPostgres(settings, await migratedCluster());
  const asOwner = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    withPostgresOwner(server.ownerUrl('pestle'), work);
  const store = sealStore(openPostgresStore(server.serviceUrl('pestle'), options), TEST_DATA_KEYS);
  return {
    store,
    server,
    url: server.serviceUrl('pestle'),
    asOwner,
    close: async () => {
      await store.close();
      await server.stop();
    },
  };
}

/** A cluster with the migrated database `pestle`: making one takes three seconds, copying it 0.1. */
function migratedCluster(): Promise<string> {
  const program = (postgresBinaries() ?? '').replaceAll(/\W+/gu, '-');
  return madeOnce(`postgres${program}`, storeVersion(), async (path) => {
    const server = await startPostgres();
    await server.createDatabase('pestle');
    await withPostgresOwner(server.ownerUrl('pestle'), async (owner) => {
      await migrate(owner);
      await sql`grant app, courier, door, keeper to service`.execute(owner);
    });
    await server.stop((data) => copyCluster(data, path));
  });
}

/** Changes with the migrations, with the engine, with how it is opened, and with what is done here. */
function storeVersion(): string {
  const hash = createHash('sha256')
    .update(readFileSync(engineManifest))
    .update(readFileSync(import.meta.filename));
  const sources = globSync(['migrations/*.sql', 'embedded/*.ts', 'migrate.ts'], { cwd: storeFolder });
  for (const name of sources.toSorted()) hash.update(name).update(readFileSync(join(storeFolder, name)));
  return hash.digest('hex').slice(0, 16);
}
