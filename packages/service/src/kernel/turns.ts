// Lets only so many do something at a time; the others wait their turn, in order.

/** Runs `work` when it is its turn; resolves and rejects like it. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `concurrency` at a time. */
export function createTurns(concurrency: number): InTurn {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
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
}
