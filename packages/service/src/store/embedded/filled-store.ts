// A new store that is filled before it exists for anybody: in the caller's thread, without waiting for the disk, and published only when all of it is there.
import { mkdirSync } from 'node:fs';
import { lockDirectory } from './directory-lock.ts';
import { flushTree } from './durable-file-system.ts';
import { assemble, type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';
import { makeCluster, publishCluster, unfinishedClusterOf } from './new-cluster.ts';
import { WorkerClient } from './worker-client.ts';

export interface FilledStore {
  /**
   * Fills it and opens it. `work` gets a store that shares the caller's thread and clock; it is not migrated yet, and closed
   * afterwards. When `work` throws, or the process ends before, there is no store.
   */
  fill(work: (store: EmbeddedStore) => Promise<void>): Promise<EmbeddedStore>;
  /** Nothing of it is left. For whoever does not fill it after all. */
  giveUp(): Promise<void>;
}

/**
 * Begins to make it at once, in a process of its own. Throws `DirectoryInUseError` when another process holds the directory. There must be no
 * store in it.
 */
export function beginFilledStore(directory: string): FilledStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  const made = makeCluster(directory, { flushed: false });
  // Whoever fills it gets the error.
  made.catch(() => undefined);
  return {
    fill: async (work) => {
      try {
        await made;
        const unfinished = unfinishedClusterOf(directory);
        const worker = await WorkerClient.start({ kind: 'filling', directory: unfinished });
        const store = assemble(worker, { release: () => undefined }, undefined, 'filled');
        try {
          await work(store);
        } finally {
          await store.close();
        }
        await flushTree(unfinished);
        publishCluster(directory);
      } finally {
        lock.release();
      }
      return await openEmbeddedStore(directory);
    },
    giveUp: async () => {
      await made.catch(() => undefined);
      lock.release();
    },
  };
}
