// Makes the cluster of a new embedded store beside its final place, and publishes it there by a rename, so that a crash leaves either none or a whole one.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STORE_LIMITS } from '../limits.ts';

/** Where the files of a store are, in its directory. */
export function clusterOf(directory: string): string {
  return join(directory, 'cluster');
}

/** Where they are until they are whole. */
export function unfinishedClusterOf(directory: string): string {
  return join(directory, 'cluster.new');
}

/** Whether somebody has made a store here to its end. */
export function isStoreThere(directory: string): boolean {
  return existsSync(clusterOf(directory));
}

/** An empty cluster in the unfinished place, by a process of its own. What an earlier try left there goes. Not `flushed`, whoever publishes it flushes it. */
export async function makeCluster(
  directory: string,
  { flushed }: { readonly flushed: boolean },
): Promise<void> {
  const unfinished = unfinishedClusterOf(directory);
  rmSync(unfinished, { recursive: true, force: true });
  const script = fileURLToPath(new URL('./create-cluster.ts', import.meta.url));
  await new Promise<void>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--liftoff-only',
        script,
        unfinished,
        ...(flushed ? ['flush'] : []),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], timeout: STORE_LIMITS.clusterCreationTimeoutMs },
    );
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`creating the embedded store failed (${signal ?? `exit ${code}`})`)),
    );
  });
}

/** From now on it is the store's. Every file of it is on the disk before this. */
export function publishCluster(directory: string): void {
  renameSync(unfinishedClusterOf(directory), clusterOf(directory));
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
