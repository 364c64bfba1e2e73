// One request of a client in a run of faults: its status and time are counted, and an answer of 503 has to say when to come back.
import type { ApiAnswer, Ask } from '../api/api.ts';

/** What the answers of a run were. */
export interface AnswerTally {
  /** Answers by HTTP status; 0 for none. */
  readonly statuses: Record<number, number>;
  slowestMs: number;
  readonly violations: Set<string>;
  /** Nobody is asked any more: else clients of a node that ended would ask forever. */
  over: boolean;
}

/**
 * Asks without coming back by itself, and looks at how the answer says that it should be.
 *
 * @param timeoutMs After which the client gives up, as clients do; without it the request waits as long as its connection holds.
 */
export function askOnce(baseUrl: string, token: string, tally: AnswerTally, timeoutMs?: number): Ask {
  return async <Data>(query: string, variables: object = {}, key = ''): Promise<ApiAnswer<Data>> => {
    if (tally.over) return { status: 0, data: null, errors: [{ message: '', extensions: { code: 'OVER' } }] };
    const startedAt = performance.now();
    let status = 0;
    try {
      const response = await fetch(`${baseUrl}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ query, variables }),
        ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
      });
      status = response.status;
      const body = (await response.json()) as Partial<ApiAnswer<Data>>;
      const [error] = body.errors ?? [];
      if (status === 503) {
        if (response.headers.get('retry-after') === null) tally.violations.add('a 503 without Retry-After');
        if (error?.extensions.code !== 'UNAVAILABLE' || error.extensions['retryable'] !== true)
          tally.violations.add(`a 503 that says ${JSON.stringify(body)}`);
      }
      return { status, data: body.data ?? null, errors: body.errors ?? [] };
    } finally {
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
    }
  };
}
