// Bounds how many do something at a time. Those who wait are served source by source, so that a crowd from one address does not hold up others.

/** Who asks. */
export interface Asker {
  /** Each source waits in a line of its own. */
  readonly source: string;
  /** Known sources and strangers are let through alternately, so that no number of strangers keeps the known ones waiting. */
  readonly known: boolean;
}

export interface FairConcurrencyLimitOptions {
  /** At a time. */
  readonly concurrency: number;
  /** Who may wait, of the known and of the strangers each. */
  readonly waitingMax: number;
  /** What whoever is turned away gets. */
  readonly turnedAway: () => Error;
}

/** Runs `work` when the asker comes next; resolves and rejects like it, or rejects when too many wait. */
export type RunFairlyLimited = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

export function createFairConcurrencyLimit({
  concurrency,
  waitingMax,
  turnedAway,
}: FairConcurrencyLimitOptions): RunFairlyLimited {
  const known = new Lines(waitingMax);
  const strangers = new Lines(waitingMax);
  let underWay = 0;
  let knownNext = true;
  const next = (): Waiting | undefined => {
    const [first, second] = knownNext ? [known, strangers] : [strangers, known];
    knownNext = !knownNext;
    return first.next() ?? second.next();
  };
  return async (asker, work) => {
    if (underWay < concurrency) underWay += 1;
    else
      await new Promise<void>((go, reject) => {
        const refused = (asker.known ? known : strangers).add(asker.source, { go, reject });
        refused?.reject(turnedAway());
      });
    try {
      return await work();
    } finally {
      // The place is handed over, so that a newcomer cannot take it from somebody who waits.
      const following = next();
      if (following === undefined) underWay -= 1;
      else following.go();
    }
  };
}

interface Waiting {
  readonly go: () => void;
  readonly reject: (error: Error) => void;
}

/** A line for each source; the first of each line is served in rotation. */
class Lines {
  /** In the order in which they are served. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #waitingMax: number;
  #waiting = 0;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Answers who is turned away for it, if anybody is: the last one of the longest line, or whoever came just now. */
  add(source: string, one: Waiting): Waiting | undefined {
    const own = this.#lines.get(source) ?? [];
    let turnedAway: Waiting | undefined;
    if (this.#waiting < this.#waitingMax) this.#waiting += 1;
    else {
      const longest = [...this.#lines.values()].reduce((a, b) => (b.length > a.length ? b : a), own);
      if (longest.length <= own.length + 1) return one;
      turnedAway = longest.pop();
    }
    own.push(one);
    this.#lines.set(source, own);
    return turnedAway;
  }

  next(): Waiting | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [source, line] = first;
    const one = line.shift();
    this.#lines.delete(source);
    if (line.length > 0) this.#lines.set(source, line);
    this.#waiting -= 1;
    return one;
  }
}
