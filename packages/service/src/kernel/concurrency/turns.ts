// Lets those who would wait for the same row of the store take turns before they take a connection: who waits for a lock keeps one that others need.

/** Does `work` once all that came before under the same key has ended, however it did; resolves and rejects like it. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Within this process: other nodes are kept apart by the lock itself. */
export function createTurns(): InTurn {
  const lasts = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lasts.get(key);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    lasts.set(key, ended);
    await before;
    try {
      return await work();
    } finally {
      resolve();
      // Who came last leaves nothing behind.
      if (lasts.get(key) === ended) lasts.delete(key);
    }
  };
}
