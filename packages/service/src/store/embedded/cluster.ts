// Opens PGlite durably on a cluster directory, with the parameters that the service uses.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFileSystem } from './durable-file-system.ts';

const DURABLE_PARAMETERS: readonly string[] = [
  'fsync=on',
  // The emulated fdatasync call does nothing; fsync reaches the hook of the durable file system.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'shared_buffers=32MB',
];

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
