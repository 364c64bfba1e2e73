// Logs failures that no caller is answered with: that the store is away once in a while, anything else each time.

import { isUnavailable } from '../kernel/failures/sql-errors.ts';
import { LOG_LIMITS } from '../kernel/limits.ts';
import type { Log } from '../kernel/log.ts';

/** `part` is a word of ours for who waits. */
export function createTroubleLog(log: Pick<Log, 'warn' | 'error'>, part: string): (error: unknown) => void {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!isUnavailable(error)) {
      log.error({ err: error }, `unexpected error in ${part}`);
      return;
    }
    // Many things find out at the same time, several times a second.
    if (performance.now() - saidAtMs < LOG_LIMITS.outageLogIntervalMs) return;
    saidAtMs = performance.now();
    log.warn({ err: error }, `the store is away: ${part} waits`);
  };
}
