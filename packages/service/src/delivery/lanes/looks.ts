// When to look for what is due: again and again, sooner where there is room for more, never two looks at a time.
import { DELIVERY_LIMITS } from '../limits.ts';

export interface Looks {
  start(): void;
  /** Brings the next look forward; while one is under way, the one after it. */
  soon(): void;
  /** Resolves when the look under way has ended; no other begins. */
  stop(): Promise<void>;
}

export function createLooks(look: () => Promise<void>, onError: (error: unknown) => void): Looks {
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;
  let looking: Promise<void> = Promise.resolve();

  const schedule = (delayMs: number): void => {
    if (!running) return;
    timer = setTimeout(() => {
      timer = undefined;
      isSoon = false;
      looking = look()
        .catch(onError)
        .finally(() => schedule(isSoon ? DELIVERY_LIMITS.pollSoonMs : DELIVERY_LIMITS.pollIntervalMs));
    }, delayMs);
    timer.unref();
  };

  return {
    start: () => {
      running = true;
      schedule(DELIVERY_LIMITS.pollIntervalMs);
    },
    soon: () => {
      if (isSoon) return;
      isSoon = true;
      if (timer === undefined) return;
      clearTimeout(timer);
      schedule(DELIVERY_LIMITS.pollSoonMs);
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      timer = undefined;
      await looking;
    },
  };
}
