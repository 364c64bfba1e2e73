// The embedded store: PGlite in a worker thread, durable on disk and locked against a second process.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kysely, PGliteDialect } from 'kysely';
import { giveUpMove, notedMove, type Run } from '../fence/fence.ts';
import { readMovedFile, StoreMovedError } from '../fence/moved-file.ts';
import { flattenGroups, inScope } from '../kysely-store.ts';
import { STORE_LIMITS } from '../limits.ts';
import { StoreNotUsableError } from '../not-usable.ts';
import type { Connection, Scope, Store } from '../store.ts';
import type { DirectoryLock } from './directory-lock.ts';
import { lockDirectory } from './directory-lock.ts';
import { asPGlite } from './kysely-adapter.ts';
import { clusterOf, isStoreThere, makeCluster, publishCluster } from './new-cluster.ts';
import type { WorkerStart } from './protocol.ts';
import { WorkerClient } from './worker-client.ts';

/** The embedded store, with the handle that migrations and backups need (the composition root's, never a room's). */
export interface EmbeddedStore extends Store {
  readonly kind: 'embedded';
  /** Where it lives; null for a store in memory. */
  readonly directory: string | null;
  /** Runs SQL as the owner of the schema: migrations only. */
  asOwner<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** A tar image of the cluster, loadable by `openMemoryStore`. */
  dump(): Promise<Uint8Array>;
  /** Bytes on disk; 0 for a store in memory. */
  sizeBytes(): number;
}

/**
 * Opens (and on first use creates) the durable store in `directory`. Throws `DirectoryInUseError` when another process holds it,
 * `StoreDamagedError` when its files cannot be used, `StoreMovedError` when it was moved to PostgreSQL. A move that has not come so far is given up.
 */
export async function openEmbeddedStore(directory: string): Promise<EmbeddedStore> {
  const moved = readMovedFile(directory);
  if (moved !== undefined) throw new StoreMovedError(directory, moved);
  return await openDirectory(directory, (worker) => heedMove(worker, directory));
}

/** For a move alone, which goes on where it ended: whatever is noted of it stays, and nothing that was moved is refused. Makes no new store. */
export async function openEmbeddedStoreToMove(directory: string): Promise<EmbeddedStore> {
  if (!isStoreThere(directory)) throw new StoreNotUsableError(`There is no embedded store in ${directory}.`);
  return await openDirectory(directory, async () => undefined);
}

async function openDirectory(
  directory: string,
  heed: (worker: WorkerClient) => Promise<void>,
): Promise<EmbeddedStore> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  try {
    const cluster = clusterOf(directory);
    if (!isStoreThere(directory)) {
      await makeCluster(directory, { flushed: true });
      publishCluster(directory);
    }
    const worker = await openCluster(cluster, directory);
    try {
      await heed(worker);
    } catch (error) {
      await worker.close();
      throw error;
    }
    return assemble(worker, lock, cluster);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Refuses what was moved. Whoever opens the store otherwise may change it behind what was copied, and so ends a move that is under way. */
async function heedMove(worker: WorkerClient, directory: string): Promise<void> {
  await worker.exclusive(async () => {
    const run: Run = async ({ text }, values = []) => (await worker.query(text, values)).rows;
    const noted = await notedMove(run);
    if (noted === undefined) return;
    if (noted.state !== 'moving')
      throw new StoreMovedError(directory, { to: noted.other, at: noted.ended_at ?? noted.began_at });
    await worker.query('begin', []);
    await giveUpMove(run);
    await worker.query('commit', []);
  });
}

/** The engine on a cluster that is there. It ends without a word when it cannot read its own files; whoever runs it must know what to do. */
async function openCluster(cluster: string, directory: string): Promise<WorkerClient> {
  try {
    return await WorkerClient.start({ kind: 'durable', directory: cluster });
  } catch (error) {
    if (error instanceof StoreNotUsableError) throw error;
    throw new StoreDamagedError(directory, error);
  }
}

/** The files of the embedded store are there and cannot be used. */
export class StoreDamagedError extends StoreNotUsableError {
  constructor(directory: string, cause: unknown) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    const why = ACCESS[code] ?? 'its files are damaged, or not all of them are there';
    super(
      `The embedded store in ${directory} cannot be opened: ${why}. Nothing was changed. Keep a copy of the directory as it is, then put back one that was copied whole while the service was stopped (docs/guides/running.md, "The embedded store"), or start anew in an empty directory.`,
      { cause },
    );
  }
}

/** Why files that may be whole cannot be used, by the system's code. */
const ACCESS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write its files',
  EPERM: 'this user may not read and write its files',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EIO: 'its disk fails to read or write',
};

/** A store in memory, for tests: the same SQL engine without durability; `inThread` for one that has the caller's thread and clock. */
export async function openMemoryStore(
  dataDirectory?: Uint8Array,
  { inThread = false }: { readonly inThread?: boolean } = {},
): Promise<EmbeddedStore> {
  const start: WorkerStart = {
    kind: 'memory',
    ...(dataDirectory === undefined ? {} : { dataDirectory }),
    ...(inThread && { inThread }),
  };
  return assemble(await WorkerClient.start(start), { release: () => undefined }, undefined);
}

/** What `worker` runs as a store; `cluster` is where its files are. */
export function assemble(
  worker: WorkerClient,
  lock: Pick<DirectoryLock, 'release'>,
  cluster: string | undefined,
  use: 'served' | 'filled' = 'served',
): EmbeddedStore {
  const connection: Connection = new Kysely({ dialect: new PGliteDialect({ pglite: asPGlite(worker) }) });
  // Of a store that is being filled all plans would be made anew each time.
  const timers =
    use === 'filled'
      ? []
      : [
          setInterval(() => maintain(worker, 'checkpoint'), STORE_LIMITS.checkpointIntervalMs).unref(),
          setInterval(() => analyzeGrown(worker), STORE_LIMITS.analyzeIntervalMs).unref(),
          setInterval(() => maintain(worker, 'vacuum (analyze)'), STORE_LIMITS.vacuumIntervalMs).unref(),
        ];
  const scoped =
    (scope: Scope): Store['asDoor'] =>
    (work) =>
      inScope(connection, scope, work);
  return {
    kind: 'embedded',
    directory: cluster === undefined ? null : dirname(cluster),
    withOrg: (orgId, work, also) => inScope(connection, { role: 'app', orgId }, work, also),
    asDoor: scoped({ role: 'door' }),
    asCourier: scoped({ role: 'courier' }),
    asKeeper: scoped({ role: 'keeper' }),
    // One turn from the first statement to the last: nobody else's statement runs in between, as the owner or in its transaction.
    asOwner: (work) => asSuperuser(worker, () => ownerConnection(worker).connection().execute(work)),
    pipeline: async (groups) => {
      const { steps, kept } = flattenGroups(groups);
      const results = await worker.pipeline(steps);
      return kept.map((index) => results[index] ?? []);
    },
    load: () => worker.load(),
    ping: async () => {
      await worker.exclusive(() => worker.query('select 1', []));
    },
    dump: async () => {
      const { dump } = await worker.exclusive(() => worker.send({ kind: 'dump' }));
      if (dump === undefined) throw new Error('the embedded store gave no image');
      return dump;
    },
    sizeBytes: () => (cluster === undefined ? 0 : treeBytes(cluster)),
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await worker.close();
      lock.release();
    },
  };
}

function maintain(worker: WorkerClient, text: string): void {
  if (worker.closed) return;
  // A failed checkpoint or vacuum is tried again at the next interval; it must not end the process.
  asSuperuser(worker, () => worker.send({ kind: 'exec', text })).catch(() => undefined);
}

/** What autovacuum does elsewhere: new statistics for tables that have more than twice the rows that were counted last. */
function analyzeGrown(worker: WorkerClient): void {
  if (worker.closed) return;
  asSuperuser(worker, async () => {
    const { rows } = await worker.query(
      // Not the view of them, which joins and counts indexes: this is asked every other second.
      `select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and pg_stat_get_live_tuples(c.oid) > $1 + 2 * greatest(c.reltuples, 0) and pg_stat_get_mod_since_analyze(c.oid) > $1
        order by pg_stat_get_mod_since_analyze(c.oid) desc limit $2`,
      [STORE_LIMITS.analyzeAfterRows, STORE_LIMITS.analyzedPerLookMax],
    );
    for (const { relname } of rows) {
      await worker.send({ kind: 'exec', text: `analyze "${String(relname).replaceAll('"', '""')}"` });
    }
  }).catch(() => undefined);
}

/** For whoever holds the turn: its statements do not wait for one. */
function ownerConnection(worker: WorkerClient): Connection {
  return new Kysely({ dialect: new PGliteDialect({ pglite: asPGlite(worker, true) }) });
}

/**
 * The one session is a superuser kept in role `app`; this steps out of the role and back, in one turn: nobody else's
 * statement runs in between, with the owner's rights or in its transaction.
 */
function asSuperuser<T>(worker: WorkerClient, work: () => Promise<T>): Promise<T> {
  return worker.exclusive(async () => {
    await worker.send({ kind: 'exec', text: 'reset role' });
    try {
      return await work();
    } finally {
      // Harmless where no transaction is open; one that was left open would keep the role from being set.
      await worker.send({ kind: 'exec', text: 'rollback; set role app' });
    }
  });
}

function treeBytes(root: string): number {
  let bytes = 0;
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) bytes += treeBytes(path);
    else if (entry.isFile()) bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
