// Work on many items in memory that lets whatever else waits in this process go on in between.
import { setImmediate as others } from 'node:timers/promises';

/** A part of this many small steps takes a few milliseconds. */
const PART = 250;

/** Calls `each` for every item, in order. Requests that arrive meanwhile are answered between two parts. */
export async function eachInParts<Item>(
  items: readonly Item[],
  each: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % PART === PART - 1) await others();
    each(item, index);
  }
}
