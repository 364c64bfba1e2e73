// Repeats work that must not be given up while the store is away.
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../kernel/failures/sql-errors.ts';
import { STORE_LIMITS } from './limits.ts';

/**
 * Does `work` again while the store is away, for `forMs` at most, and once however long the first try took: what failed together goes by itself then.
 * Then it throws as the store did. `retried`: an earlier try may have been committed, because a connection that ends does not say whether it was.
 */
export async function throughOutage<T>(work: (retried: boolean) => Promise<T>, forMs: number): Promise<T> {
  const deadline = performance.now() + forMs;
  let pauseMs: number = STORE_LIMITS.outagePauseFirstMs;
  for (let retried = false; ; retried = true) {
    try {
      return await work(retried);
    } catch (error) {
      if (!isUnavailable(error) || (retried && performance.now() + pauseMs > deadline)) throw error;
    }
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, STORE_LIMITS.outagePauseMaxMs);
  }
}
