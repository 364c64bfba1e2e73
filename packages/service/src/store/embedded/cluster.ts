// Opens PGlite on a cluster directory: durably, with the parameters that the service uses, or without a care for the disk while the cluster is filled.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableFileSystem } from './durable-file-system.ts';

/** Of what is read again; PostgreSQL's own 128 MB are cleared at each start, which takes longer than to read what is missing. */
export const SHARED_BUFFERS = 'shared_buffers=32MB';

const DURABLE_PARAMETERS: readonly string[] = [
  'fsync=on',
  // The emulated fdatasync call does nothing; fsync reaches the hook of the durable file system.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  SHARED_BUFFERS,
];

/** What is flushed as a whole afterwards needs neither a log that outlives a power cut nor pages that heal after one. */
const FILLING_PARAMETERS: readonly string[] = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'shared_buffers=64MB',
];

/** A cluster that nobody reads before it is closed and flushed. */
export async function openFillingCluster(directory: string): Promise<PGlite> {
  const startParams = [
    ...PGlite.defaultStartParams,
    ...FILLING_PARAMETERS.flatMap((parameter) => ['-c', parameter]),
  ];
  return await PGlite.create({ fs: new NodeFS(directory), startParams, extensions: { pg_trgm } });
}

export async function openDurableCluster(
  directory: string,
): Promise<{ database: PGlite; fileSystem: DurableFileSystem }> {
  const fileSystem = new DurableFileSystem(directory);
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...DURABLE_PARAMETERS.flatMap((parameter) => ['-c', parameter]),
  ];
  const database = await PGlite.create({ fs: fileSystem, startParams, extensions: { pg_trgm } });
  return { database, fileSystem };
}
