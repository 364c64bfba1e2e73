// Starts the thread that runs the embedded engine, and lets none serve that cannot be trusted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { STORE_LIMITS } from '../limits.ts';
import { StoreNotUsableError } from '../not-usable.ts';
import { type EngineThread, startInThread } from './in-thread.ts';
import type { WorkerReady, WorkerStart } from './protocol.ts';

/** Throws when the engine does not open the store, not even in `engineStartTimeoutMs`, or commits without flushing to the disk. */
export async function startWorker(start: WorkerStart): Promise<EngineThread> {
  // Without it the engine would make a new, empty cluster in this place, over what is left of the old one.
  if (start.kind !== 'memory' && !existsSync(join(start.directory, 'PG_VERSION')))
    throw new Error('there is no cluster in the directory of the embedded store');
  const isSimulated = start.kind === 'memory' && start.inThread === true;
  if (!isSimulated) keepEngineSmall();
  if (start.kind === 'filling' || isSimulated) return await startInThread(start);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: start });
  // An engine that cannot write while it recovers may never come back.
  const late = setTimeout(() => {
    worker.terminate().catch(() => undefined);
  }, STORE_LIMITS.engineStartTimeoutMs);
  try {
    const { fsyncsPerCommit } = await firstMessage(worker);
    if (start.kind === 'durable' && fsyncsPerCommit < 1) {
      await worker.terminate();
      throw new StoreNotUsableError(
        'The embedded store is not durable: a commit reached the disk without fsync. Pestle refuses to run on it; use PostgreSQL (DATABASE_URL) and report this.',
      );
    }
    return worker;
  } finally {
    clearTimeout(late);
  }
}

/** Not `removeAllListeners` afterwards: the worker keeps listeners of its own. */
function firstMessage(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const onMessage = (ready: WorkerReady): void => settle(() => resolve(ready));
    const onError = (error: unknown): void =>
      settle(() => reject(error instanceof Error ? error : new Error(String(error))));
    const onExit = (code: number): void =>
      onError(new Error(`the embedded store ended at start with code ${code}`));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

/**
 * Keeps the embedded engine in the code that V8's first compiler makes. Its optimizing compiler needs 600 MB for one
 * function, the interpreter of expressions, and gains less than the database waits for the disk. A simulation waits for
 * nothing, and keeps what is optimized for as many worlds as it runs. Must be called before the engine is loaded; it holds
 * for all WebAssembly of the process.
 */
function keepEngineSmall(): void {
  setFlagsFromString('--no-wasm-dynamic-tiering');
  setFlagsFromString('--no-wasm-tier-up');
}
