// Child process that creates an embedded cluster: initdb peaks at twice the memory of the running store, which this process takes with it.
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { flushTree } from './durable-file-system.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('usage: create-cluster DIRECTORY [flush]');

// Without fsync while it is made, which is many times faster: nothing is in it yet, and the whole tree is flushed at the end, here or by whoever fills it.
const database = await PGlite.create({
  fs: new NodeFS(directory),
  // What the service sets when it opens the cluster counts then; these keep the creation small.
  initDbStartParams: ['--set', 'shared_buffers=1MB', '--set', 'max_connections=5', '--wal-segsize=4'],
});
await database.exec('checkpoint');
await database.close();
if (process.argv[3] === 'flush') await flushTree(directory);
