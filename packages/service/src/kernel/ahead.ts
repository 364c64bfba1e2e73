// What a transaction that only reads has learnt already: judging many orders asks the same of the store again and again, for each of them.

/** Transactions that change nothing, so that what was read once stays true within them. */
const reading = new WeakSet<object>();

/** From here on the transaction is asked once for each record. It must not write: what it wrote would not be seen. */
export function beginReading(tx: object): void {
  reading.add(tx);
}

/** Records of one kind, by a key that is unique in the transaction's organization. */
export interface Ahead<Found> {
  /** Puts down what was read of many at once. */
  put(tx: object, found: Iterable<readonly [key: string, found: Found]>): void;
  /** What was put down; undefined where the store must be asked. */
  of(tx: object, key: string): Found | undefined;
  /** What was put down, or asked before; else asks, once where the transaction only reads. */
  once(tx: object, key: string, ask: () => Promise<Found>): Promise<Found>;
}

export function createAhead<Found>(): Ahead<Found> {
  const known = new WeakMap<object, Map<string, Found>>();
  const mapOf = (tx: object): Map<string, Found> => {
    const map = known.get(tx) ?? new Map<string, Found>();
    known.set(tx, map);
    return map;
  };
  return {
    put: (tx, found) => {
      if (!reading.has(tx)) throw new Error('A transaction that may write reads nothing ahead.');
      const map = mapOf(tx);
      for (const [key, one] of found) map.set(key, one);
    },
    of: (tx, key) => known.get(tx)?.get(key),
    once: async (tx, key, ask) => {
      const map = known.get(tx);
      if (map?.has(key) === true) return map.get(key) as Found;
      const found = await ask();
      if (reading.has(tx)) mapOf(tx).set(key, found);
      return found;
    },
  };
}
