// Child process that creates an embedded cluster: initdb peaks at twice the memory of the running store, which this process takes with it.

import { openDurableCluster } from './cluster.ts';
import { fsyncTree } from './durable-file-system.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('usage: create-cluster DIRECTORY');

const { database } = await openDurableCluster(directory);
await database.exec('checkpoint');
await database.close();
fsyncTree(directory);
