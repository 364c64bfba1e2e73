// Gathers what comes at the same time, so that one statement and one commit serve a crowd; what comes alone goes at once.
import { isUnavailable, mayBeOfStatement, sqlState } from '../failures/sql-errors.ts';

export interface Gathering<Request, Answer> {
  /** Batches under way at a time; what comes meanwhile goes together in the next. */
  readonly atATime: number;
  readonly requestsMax: number;
  /** Requests with the same key never share a batch. */
  readonly apart?: (request: Request) => string;
  /**
   * By what a request is known when it is asked again after it was rejected: what was in a batch at which the store seemed away goes by itself from then
   * on, until it has come through, because one of them may be why.
   */
  readonly idOf?: (request: Request) => string;
  /** Answers each request of a batch, in order. */
  readonly run: (requests: readonly Request[]) => Promise<readonly Answer[]>;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Resolves with the request's own answer. Where the store refuses a batch, each of its requests is asked on its own, so that
 * one cannot fail the others; a store that is away rejects them all.
 */
export function gather<Request, Answer>(
  gathering: Gathering<Request, Answer>,
): (request: Request) => Promise<Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  const suspects = createSuspects(gathering);
  let underWay = 0;
  let beginning = false;
  /** How many the last batch had: where they come one by one, nobody waits to see whether another comes. */
  let last = 0;

  const start = (): void => {
    while (underWay < gathering.atATime && waiting.length > 0) {
      underWay += 1;
      const batch = nextBatch(gathering, suspects, waiting);
      last = batch.length;
      void answer(gathering, suspects, batch).then(() => {
        underWay -= 1;
        start();
      });
    }
  };
  return (request) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (beginning) return;
      if (underWay === 0 && last <= 1) return start();
      // What is asked for in the same turn of the loop goes together.
      beginning = true;
      setImmediate(() => {
        beginning = false;
        start();
      });
    });
}

/** Of which requests one may be why the store seemed away. */
interface Suspects<Request> {
  readonly any: boolean;
  has(request: Request): boolean;
  add(request: Request): void;
  cleared(request: Request): void;
}

function createSuspects<Request, Answer>({
  idOf,
  requestsMax,
}: Gathering<Request, Answer>): Suspects<Request> {
  const known = new Set<string>();
  return {
    get any() {
      return known.size > 0;
    },
    has: (request) => idOf !== undefined && known.has(idOf(request)),
    add: (request) => {
      if (idOf === undefined) return;
      known.delete(idOf(request));
      known.add(idOf(request));
      // What never comes again is forgotten.
      const [oldest] = known;
      if (known.size > SUSPECT_BATCHES * requestsMax && oldest !== undefined) known.delete(oldest);
    },
    cleared: (request) => {
      if (idOf !== undefined) known.delete(idOf(request));
    },
  };
}

/** As many batches may fail at the same time without one of their requests being forgotten. */
const SUSPECT_BATCHES = 4;

/** The oldest, as many as one batch takes; who must stay apart from one of them, or goes by itself, keeps its place. */
function nextBatch<Request, Answer>(
  { requestsMax, apart }: Gathering<Request, Answer>,
  suspects: Suspects<Request>,
  waiting: Waiting<Request, Answer>[],
): Waiting<Request, Answer>[] {
  const [first] = waiting;
  if (first !== undefined && suspects.has(first.request)) return waiting.splice(0, 1);
  if (apart === undefined && !suspects.any) return waiting.splice(0, requestsMax);
  const keys = new Set<string>();
  const batch: Waiting<Request, Answer>[] = [];
  const left: Waiting<Request, Answer>[] = [];
  for (const one of waiting) {
    const key = apart?.(one.request);
    const fits = batch.length < requestsMax && (key === undefined || !keys.has(key));
    if (fits && !suspects.has(one.request)) batch.push(one);
    else left.push(one);
    if (key !== undefined) keys.add(key);
  }
  waiting.splice(0, waiting.length, ...left);
  return batch;
}

/** Never rejects. */
async function answer<Request, Answer>(
  gathering: Gathering<Request, Answer>,
  suspects: Suspects<Request>,
  batch: readonly Waiting<Request, Answer>[],
): Promise<void> {
  let answers: readonly Answer[];
  try {
    answers = await gathering.run(batch.map(({ request }) => request));
  } catch (error) {
    const alone = batch.length > 1 && sqlState(error) !== undefined && !isUnavailable(error);
    if (alone) {
      for (const one of batch) await answer(gathering, suspects, [one]);
      return;
    }
    for (const { request, reject } of batch) {
      if (mayBeOfStatement(error)) suspects.add(request);
      reject(error);
    }
    return;
  }
  for (const { request } of batch) suspects.cleared(request);
  for (const [index, { resolve, reject }] of batch.entries()) {
    const own = index < answers.length ? { answer: answers[index] as Answer } : undefined;
    if (own === undefined) reject(new Error('a request of a batch was not answered'));
    else resolve(own.answer);
  }
}
