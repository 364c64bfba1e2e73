// What becomes of a request that fails on its way: which error it is, and when it is worth another try.
import { ClientError, isAbort } from '../errors.ts';
import { RETRY_AFTER_MAX_MS, RETRY_WAIT_MS, TRIES_MAX } from '../limits.ts';

/** Runs one try of a request with a time-out, and tells the ways to fail apart. Aborts of the caller pass as they are. */
export async function tried<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await work(signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new ClientError('timeout', 'TIMEOUT', 'The service did not answer in time.');
    // Browsers say no more than "failed to fetch" of a request without an answer; the OAuth library's own have a code.
    if (error instanceof TypeError && !('code' in error))
      throw new ClientError('offline', 'OFFLINE', 'The service cannot be reached.');
    throw error;
  }
}

/** Repeats `work` after failures that may pass, with growing waits in between. */
export async function delivered<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
  retryAfterMaxMs = RETRY_AFTER_MAX_MS,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES_MAX || isAbort(error)) throw error;
      const waitMs = waitBefore(error, tries, retryAfterMaxMs);
      if (waitMs === null) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** How long to wait before another try; null when it cannot help. */
function waitBefore(error: unknown, tries: number, retryAfterMaxMs: number): number | null {
  if (!(error instanceof ClientError) || !error.retryable) return null;
  const { retryAfterSeconds } = error.detail;
  if (retryAfterSeconds !== undefined) {
    const waitMs = retryAfterSeconds * 1_000;
    return waitMs > retryAfterMaxMs ? null : waitMs;
  }
  // Spread, so that many pages that lost the service do not come back in one moment.
  return RETRY_WAIT_MS * 3 ** (tries - 1) * (0.5 + Math.random());
}

function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, waitMs);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
