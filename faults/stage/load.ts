// The load: clients that send one order after the other through the balancer, repeat what got no answer with the same key, and keep what was acknowledged.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '@pestle/testbed/api/api';
import { askWith } from '@pestle/testbed/api/api';
import { signInUser, treatmentOf } from '@pestle/testbed/api/prescriber';
import type { AnswerTally } from '@pestle/testbed/crash/ask-once';
import { askOnce } from '@pestle/testbed/crash/ask-once';
import type { Acknowledged } from '@pestle/testbed/crash/clients';
import { runClient } from '@pestle/testbed/crash/clients';
import { FAULT_LIMITS } from '../limits.ts';

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Refusals that no fault explains. */
  readonly refusals: readonly string[];
  /** Requests that got no answer, or a 503, and were sent again. */
  readonly resent: () => number;
  readonly tally: AnswerTally;
  /** Asks as the prescriber, with a token that is good now. */
  readonly ask: Ask;
  /** Resolves when so many more orders were acknowledged. Rejects when they do not come. */
  more(count: number): Promise<void>;
  /** From `since` (performance.now()) until an order that was asked for later was acknowledged, in milliseconds. */
  recovered(since: number): Promise<number>;
  /** No new order is begun; resolves when those that were begun are acknowledged. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly baseUrl: string;
  readonly pickPharmacy: () => string;
  readonly clients?: number;
}

/** Signs in and starts the clients. */
export async function startLoad({ baseUrl, pickPharmacy, clients }: LoadOptions): Promise<Load> {
  let token = await signInUser(baseUrl);
  let renewing: Promise<void> | undefined;
  const tally: AnswerTally = { statuses: {}, slowestMs: 0, violations: new Set(), over: false };
  const renew = (): Promise<void> => {
    renewing ??= signInUser(baseUrl)
      .then((fresh) => {
        token = fresh;
      })
      // A service that has just come up may be too busy for a page: whoever asks next tries again.
      .catch(() => undefined)
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  const ask: Ask = async (query, variables, key = randomUUID()) => {
    const answer = await askOnce(baseUrl, token, tally, FAULT_LIMITS.requestTimeoutMs)(query, variables, key);
    // A token of a node whose clock was ahead is not yet good anywhere else: whoever is refused signs in again, as people do.
    if (['TOKEN_EXPIRED', 'UNAUTHENTICATED'].includes(answer.errors[0]?.extensions.code ?? '')) await renew();
    return answer as never;
  };
  const treatmentId = await treatmentOf(askWith(baseUrl, token));
  const acknowledged: Acknowledged[] = [];
  const refusals: string[] = [];
  let resent = 0;
  let stopping = false;
  const running = Array.from({ length: clients ?? FAULT_LIMITS.clients }, (_, index) =>
    runClient({
      ask: () => ask,
      name: `c${index + 1}`,
      treatmentId,
      pickPharmacy,
      acknowledged,
      refusals,
      resent: () => {
        resent += 1;
      },
      // A stage that closes early tells nobody to stop: clients that hear of nothing would ask for ever.
      stopping: () => stopping || tally.over,
    }),
  );
  const until = async (holds: () => boolean, what: string): Promise<void> => {
    const deadline = performance.now() + FAULT_LIMITS.recoveryMs;
    while (!holds()) {
      if (performance.now() > deadline)
        throw new Error(`${what} did not come in ${FAULT_LIMITS.recoveryMs} ms`);
      await sleep(5);
    }
  };
  return {
    acknowledged,
    refusals,
    resent: () => resent,
    tally,
    ask,
    more: async (count) => {
      const wanted = acknowledged.length + count;
      await until(() => acknowledged.length >= wanted, `${count} more orders`);
    },
    recovered: async (since) => {
      const asOf = new Date(performance.timeOrigin + since).toISOString();
      let seen = acknowledged.length;
      await until(() => {
        for (; seen < acknowledged.length; seen += 1)
          if ((acknowledged[seen]?.requestedAt ?? '') > asOf) return true;
        return false;
      }, 'an order behind the fault');
      return performance.now() - since;
    },
    stop: async () => {
      stopping = true;
      await Promise.race([
        Promise.all(running),
        sleep(FAULT_LIMITS.recoveryMs, undefined, { ref: false }).then(() => {
          throw new Error('the clients did not come to an end');
        }),
      ]);
    },
  };
}
