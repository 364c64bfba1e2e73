// Opens a migrated store for a test: PGlite in memory from a cached image, and PostgreSQL where it is installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { EmbeddedStore } from '../../src/store/embedded/embedded-store.ts';
import { openMemoryStore } from '../../src/store/embedded/embedded-store.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgresStore, withPostgresOwner } from '../../src/store/postgres/postgres-store.ts';
import type { Connection, Store } from '../../src/store/store.ts';
import { sealStore } from '../../src/vault/vault.ts';
import type { PostgresServer } from './postgres-server.ts';
import { copyCluster, postgresBinaries, startPostgres } from './postgres-server.ts';

const migrationsFolder = fileURLToPath(new URL('../../src/store/migrations/', import.meta.url));
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/pestle/', import.meta.url));

/** The master key of every test store. */
export const TEST_DATA_KEYS = { current: new Uint8Array(32).fill(5), previous: [] } as const;

/** A migrated store in memory. Creating a cluster takes 1.4 s, loading its image 0.25 s, so the image is kept per set of migrations. */
export async function openTestStore(): Promise<EmbeddedStore> {
  return sealStore(await openMigratedStore(), TEST_DATA_KEYS);
}

/** The same without keys: for tests of the keys themselves. */
export async function openMigratedStore(): Promise<EmbeddedStore> {
  const image = join(cacheFolder, `store-${migrationsDigest()}.tar`);
  if (existsSync(image)) {
    const store = await openMemoryStore(readFileSync(image));
    await store.asOwner(async () => undefined);
    return store;
  }
  const store = await openMemoryStore();
  await store.asOwner(migrate);
  mkdirSync(cacheFolder, { recursive: true });
  // Written aside and renamed, because test files run at the same time.
  const unfinished = `${image}.${process.pid}`;
  writeFileSync(unfinished, await store.dump());
  renameSync(unfinished, image);
  return store;
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
 */
export async function openPostgresTestStore(settings: readonly string[] = QUICK): Promise<PostgresTestStore> {
  const server = await startPostgres(settings, await migratedCluster());
  const asOwner = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    withPostgresOwner(server.ownerUrl('pestle'), work);
  const store = sealStore(openPostgresStore(server.serviceUrl('pestle')), TEST_DATA_KEYS);
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

/** A cluster with the migrated database `pestle`, kept per set of migrations and program: making one takes three seconds, copying it 0.1. */
async function migratedCluster(): Promise<string> {
  const program = (postgresBinaries() ?? '').replaceAll(/\W+/gu, '-');
  const image = join(cacheFolder, `postgres${program}-${migrationsDigest()}`);
  if (existsSync(image)) return image;
  const server = await startPostgres();
  await server.createDatabase('pestle');
  await withPostgresOwner(server.ownerUrl('pestle'), async (owner) => {
    await migrate(owner);
    await sql`grant app, courier, door, keeper to service`.execute(owner);
  });
  mkdirSync(cacheFolder, { recursive: true });
  const unfinished = `${image}.${process.pid}`;
  await server.stop((data) => copyCluster(data, unfinished));
  try {
    renameSync(unfinished, image);
  } catch (error) {
    // Of two test files that made one at the same time the first counts.
    if (!existsSync(image)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return image;
}

function migrationsDigest(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrationsFolder).toSorted())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}
