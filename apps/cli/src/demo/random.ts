// Random numbers from a seed: the same seed gives the same order of prescriptions and the same plans.
import { createHash } from 'node:crypto';

/** A number from 0 to 1 that only the seed and the words decide. */
export function chance(seed: number, ...words: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update([seed, ...words].join('\n'))
    .digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** The items in an order that the seed decides. */
export function shuffled<Item>(
  items: readonly Item[],
  seed: number,
  keyOf: (item: Item) => string,
): readonly Item[] {
  return items
    .map((item) => ({ item, rank: chance(seed, 'order', keyOf(item)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
