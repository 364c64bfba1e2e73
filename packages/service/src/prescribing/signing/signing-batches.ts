// Signs drafts that were reviewed together, so that one statement and one commit serve a crowd; one that comes alone does not wait.
import type { OrganizationId } from '@pestle/rules/ids';
import { isUnavailable, sqlState } from '../../kernel/failures/sql-errors.ts';
import { runStatement } from '../../store/inside.ts';
import type { Row, Store, Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { signValues } from './sign-parameters.ts';
import type { SignRequest } from './sign-request.ts';
import type { SignProblem } from './signing-sql.ts';
import { SIGN_STATEMENT } from './signing-sql.ts';

/** What became of one request: its rows, one per line, or why nothing was written for it. */
export type SignAnswer =
  | { readonly problem: SignProblem }
  | { readonly problem: null; readonly rows: readonly Row[] };

interface Waiting {
  readonly request: SignRequest;
  readonly resolve: (answer: SignAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** What waits of one organization, and how many statements of it are under way. */
interface Queue {
  readonly waiting: Waiting[];
  underWay: number;
}

const queuesByStore = new WeakMap<Store, Map<OrganizationId, Queue>>();

/**
 * Signs: resolves when the request's transaction is durable, or with the problem that kept it. A request starts at once
 * while few of its organization are under way; those that come meanwhile go together. Rejects like the store.
 */
export function signTogether(store: Store, orgId: OrganizationId, request: SignRequest): Promise<SignAnswer> {
  let organizations = queuesByStore.get(store);
  if (organizations === undefined) queuesByStore.set(store, (organizations = new Map()));
  let queue = organizations.get(orgId);
  if (queue === undefined) organizations.set(orgId, (queue = { waiting: [], underWay: 0 }));
  const { waiting } = queue;
  const answer = new Promise<SignAnswer>((resolve, reject) => {
    waiting.push({ request, resolve, reject });
  });
  startBatches(store, organizations, orgId, queue);
  return answer;
}

/** Signs in the caller's transaction, alone: for what must be decided under a lock that a crowd would have to wait for. */
export async function signWithin(tx: Tx, orgId: OrganizationId, request: SignRequest): Promise<SignAnswer> {
  return answerOf(await runStatement(tx, SIGN_STATEMENT, signValues(orgId, [request])));
}

function startBatches(
  store: Store,
  organizations: Map<OrganizationId, Queue>,
  orgId: OrganizationId,
  queue: Queue,
): void {
  while (queue.underWay < PRESCRIBING_LIMITS.signBatchesAtATime && queue.waiting.length > 0) {
    queue.underWay += 1;
    void signBatch(store, orgId, nextBatch(queue.waiting)).then(() => {
      queue.underWay -= 1;
      if (queue.underWay === 0 && queue.waiting.length === 0) organizations.delete(orgId);
      else startBatches(store, organizations, orgId, queue);
    });
  }
}

/** The oldest requests, as many as fit into one statement; one always does. */
function nextBatch(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let lines = 0;
  for (const { request } of waiting) {
    lines += request.lines.length;
    const fits =
      count < PRESCRIBING_LIMITS.signRequestsPerBatchMax && lines <= PRESCRIBING_LIMITS.signLinesPerBatchMax;
    if (count > 0 && !fits) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** Never rejects. */
async function signBatch(store: Store, orgId: OrganizationId, batch: readonly Waiting[]): Promise<void> {
  let rows: readonly Row[];
  try {
    [rows = []] = await store.pipeline([
      {
        scope: { role: 'app', orgId },
        steps: [
          {
            statement: SIGN_STATEMENT,
            values: signValues(
              orgId,
              batch.map(({ request }) => request),
            ),
          },
        ],
      },
    ]);
  } catch (error) {
    // One of them broke a rule of the database, or they met others in the wrong order: each on its own shows whose it was.
    const apart = batch.length > 1 && sqlState(error) !== undefined && !isUnavailable(error);
    if (apart) for (const one of batch) await signBatch(store, orgId, [one]);
    else for (const { reject } of batch) reject(error);
    return;
  }
  const byRequest = Map.groupBy(rows, (row) => row['no'] as number);
  for (const [index, { resolve, reject }] of batch.entries()) {
    const own = byRequest.get(index + 1);
    try {
      if (own === undefined) throw new Error('a request to sign was not answered');
      resolve(answerOf(own));
    } catch (error) {
      reject(error);
    }
  }
}

function answerOf(rows: readonly Row[]): SignAnswer {
  const problem = (rows[0]?.['problem'] ?? null) as SignProblem | null;
  return problem === null ? { problem, rows } : { problem };
}
