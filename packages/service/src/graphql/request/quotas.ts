// How much of the API one address, one application and one user or machine may use in a minute, on all nodes together.
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { QUOTA_PERIOD_SECONDS, type QuotaDeps, Quotas, type Taken } from '../../quotas/quotas.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';

/** Both reject with RATE_LIMITED (429) with the seconds to wait. */
export interface ApiQuotas {
  /** Before anything is looked at, so that tokens cannot be tried out at any speed. */
  ofAddress(address: string): Promise<void>;
  /** Says on the answer what is left (`RateLimit`, `RateLimit-Policy`). */
  ofActor(actor: Actor, reply: FastifyReply): Promise<void>;
}

/** `requestsPerMinute` is what one user or machine has; an address and an application have a multiple of it. */
export function createApiQuotas(deps: Omit<QuotaDeps, 'keysMax'>, requestsPerMinute: number): ApiQuotas {
  const quotas = new Quotas({ ...deps, keysMax: GRAPHQL_LIMITS.quotaKeysMax });
  const take = async (name: string, size: number, whose: string): Promise<Taken> => {
    const taken = await quotas.take(name, size);
    if (taken.ok) return taken;
    throw new Failure('RATE_LIMITED', `More than ${size} requests a minute ${whose}. Wait, then go on.`, {
      retryAfterSeconds: taken.waitSeconds,
    });
  };
  return {
    ofAddress: async (address) => {
      const size = requestsPerMinute * GRAPHQL_LIMITS.addressQuotaFactor;
      await take(`address ${addressKey(address)}`, size, 'from this address');
    },
    ofActor: async ({ clientId, id }, reply) => {
      const size = requestsPerMinute * GRAPHQL_LIMITS.applicationQuotaFactor;
      await take(`application ${clientId}`, size, 'from this application');
      const { remaining, waitSeconds } = await take(
        `actor ${id}`,
        requestsPerMinute,
        'from this user or client',
      );
      reply.header('ratelimit-policy', `"client";q=${requestsPerMinute};w=${QUOTA_PERIOD_SECONDS}`);
      reply.header('ratelimit', `"client";r=${remaining};t=${waitSeconds}`);
    },
  };
}
