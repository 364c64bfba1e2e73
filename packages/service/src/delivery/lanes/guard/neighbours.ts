// Tells a store that is away for all from one that fails for one row alone, as by a statement that takes too long for just what this row holds: by what came through between two failures of it.
import { DELIVERY_LIMITS } from '../../limits.ts';

export interface Neighbours {
  /** The work on a row begins. Call what this answers when it has come through, from the store's first statement to its last. */
  begins(id: string): () => void;
  /**
   * The work on a row ended because the store seemed away. True where another began after the first time that it did and has come through since: the
   * store served it in the same seconds. What was answered counts no more for the next time. Where nothing came through it is always false.
   */
  failedAlone(id: string): boolean;
}

/** `monotonic`: milliseconds that only grow. */
export function createNeighbours(monotonic: () => number): Neighbours {
  /** When the store first seemed away at a row, oldest first. */
  const failures = new Map<string, number>();
  /** When the latest work began that came through. A row's own is none for it: whoever comes through has failed no more. */
  let latestBeganMs = Number.NEGATIVE_INFINITY;
  const note = (id: string, now: number): void => {
    failures.delete(id);
    failures.set(id, now);
    const [oldest] = failures.keys();
    if (failures.size > DELIVERY_LIMITS.aloneRowsMax && oldest !== undefined) failures.delete(oldest);
  };
  return {
    begins: (id) => {
      const beganMs = monotonic();
      return () => {
        latestBeganMs = Math.max(latestBeganMs, beganMs);
        failures.delete(id);
      };
    },
    failedAlone: (id) => {
      const now = monotonic();
      const firstMs = failures.get(id);
      const isFresh = firstMs !== undefined && now - firstMs <= DELIVERY_LIMITS.aloneWithinMs;
      const alone = isFresh && latestBeganMs > firstMs;
      if (!isFresh || alone) note(id, now);
      return alone;
    },
  };
}
