// Gathers what comes at the same time, so that one statement and one commit serve a crowd; what comes alone goes at once.
import { isUnavailable, sqlState } from '../failures/sql-errors.ts';

export interface Gathering<Request, Answer> {
  /** Batches under way at a time; what comes meanwhile goes together in the next. */
  readonly atATime: number;
  readonly requestsMax: number;
  /** Requests with the same key never share a batch. */
  readonly apart?: (request: Request) => string;
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
  let underWay = 0;
  let beginning = false;
  /** How many the last batch had: where they come one by one, nobody waits to see whether another comes. */
  let last = 0;

  const start = (): void => {
    while (underWay < gathering.atATime && waiting.length > 0) {
      underWay += 1;
      const batch = nextBatch(gathering, waiting);
      last = batch.length;
      void answer(gathering, batch).then(() => {
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

/** The oldest, as many as one batch takes; who must stay apart from one of them keeps its place. */
function nextBatch<Request, Answer>(
  { requestsMax, apart }: Gathering<Request, Answer>,
  waiting: Waiting<Request, Answer>[],
): Waiting<Request, Answer>[] {
  if (apart === undefined) return waiting.splice(0, requestsMax);
  const keys = new Set<string>();
  const batch: Waiting<Request, Answer>[] = [];
  const left: Waiting<Request, Answer>[] = [];
  for (const one of waiting) {
    const key = apart(one.request);
    if (batch.length < requestsMax && !keys.has(key)) batch.push(one);
    else left.push(one);
    keys.add(key);
  }
  waiting.splice(0, waiting.length, ...left);
  return batch;
}

/** Never rejects. */
async function answer<Request, Answer>(
  gathering: Gathering<Request, Answer>,
  batch: readonly Waiting<Request, Answer>[],
): Promise<void> {
  let answers: readonly Answer[];
  try {
    answers = await gathering.run(batch.map(({ request }) => request));
  } catch (error) {
    const alone = batch.length > 1 && sqlState(error) !== undefined && !isUnavailable(error);
    if (alone) for (const one of batch) await answer(gathering, [one]);
    else for (const { reject } of batch) reject(error);
    return;
  }
  for (const [index, { resolve, reject }] of batch.entries()) {
    const own = index < answers.length ? { answer: answers[index] as Answer } : undefined;
    if (own === undefined) reject(new Error('a request of a batch was not answered'));
    else resolve(own.answer);
  }
}
