// Lets requests to sign that come at the same time share one statement and one commit, without holding up one that comes alone.
import type { OrganizationId } from '@pestle/rules/ids';
import { CompiledQuery } from 'kysely';
import { isUnavailable, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Row, Store, Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { SignProblem, SignRequest } from './signing-sql.ts';
import { SIGN_STATEMENT, signValues } from './signing-sql.ts';

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
interface Turns {
  readonly waiting: Waiting[];
  underWay: number;
}

const turnsByStore = new WeakMap<Store, Map<OrganizationId, Turns>>();

/**
 * Signs: resolves when the request's transaction is durable, or with the problem that kept it. A request starts at once
 * while few of its organization are under way; those that come meanwhile go together. Rejects like the store.
 */
export function signInTurn(store: Store, orgId: OrganizationId, request: SignRequest): Promise<SignAnswer> {
  let organizations = turnsByStore.get(store);
  if (organizations === undefined) turnsByStore.set(store, (organizations = new Map()));
  let turns = organizations.get(orgId);
  if (turns === undefined) organizations.set(orgId, (turns = { waiting: [], underWay: 0 }));
  const { waiting } = turns;
  const answer = new Promise<SignAnswer>((resolve, reject) => {
    waiting.push({ request, resolve, reject });
  });
  startTurns(store, organizations, orgId, turns);
  return answer;
}

/** Signs in the caller's transaction, alone: for what must be decided under a lock that a crowd would have to wait for. */
export async function signWithin(tx: Tx, orgId: OrganizationId, request: SignRequest): Promise<SignAnswer> {
  const { rows } = await tx.executeQuery<Row>(
    CompiledQuery.raw(SIGN_STATEMENT.text, signValues(orgId, [request])),
  );
  return answerOf(rows);
}

function startTurns(
  store: Store,
  organizations: Map<OrganizationId, Turns>,
  orgId: OrganizationId,
  turns: Turns,
): void {
  while (turns.underWay < PRESCRIBING_LIMITS.signTurnsAtATime && turns.waiting.length > 0) {
    turns.underWay += 1;
    void signTogether(store, orgId, nextTurn(turns.waiting)).then(() => {
      turns.underWay -= 1;
      if (turns.underWay === 0 && turns.waiting.length === 0) organizations.delete(orgId);
      else startTurns(store, organizations, orgId, turns);
    });
  }
}

/** The oldest requests, as many as fit into one statement; one always does. */
function nextTurn(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let lines = 0;
  for (const { request } of waiting) {
    lines += request.lines.length;
    const fits =
      count < PRESCRIBING_LIMITS.signRequestsPerTurnMax && lines <= PRESCRIBING_LIMITS.signLinesPerTurnMax;
    if (count > 0 && !fits) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** Never rejects. */
async function signTogether(store: Store, orgId: OrganizationId, turn: readonly Waiting[]): Promise<void> {
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
              turn.map(({ request }) => request),
            ),
          },
        ],
      },
    ]);
  } catch (error) {
    // One of them broke a rule of the database, or they met others in the wrong order: each on its own shows whose it was.
    const apart = turn.length > 1 && sqlState(error) !== undefined && !isUnavailable(error);
    if (apart) for (const one of turn) await signTogether(store, orgId, [one]);
    else for (const { reject } of turn) reject(error);
    return;
  }
  const byRequest = Map.groupBy(rows, (row) => row['no'] as number);
  for (const [index, { resolve, reject }] of turn.entries()) {
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
