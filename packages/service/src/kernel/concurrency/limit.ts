// Bounds how many do something at a time; the others wait in the order in which they came.

/** How many do something, and how many wait to. */
export interface Load {
  readonly inUse: number;
  readonly waiting: number;
}

/** Runs `work` as soon as fewer than the bound are under way; resolves and rejects like it. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `concurrency` at a time. `load` tells how many are at it at this moment. */
export function createConcurrencyLimit(concurrency: number): RunLimited & { readonly load: () => Load } {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const run: RunLimited = async (work) => {
    if (underWay < concurrency) underWay += 1;
    // Whoever ends hands its place over, so that nobody can step in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
  return Object.assign(run, { load: () => ({ inUse: underWay, waiting: waiting.length }) });
}
