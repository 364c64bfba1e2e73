// How much of the API one address, one application and one user or machine may use: counted on this node, in memory.
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../kernel/actor.ts';
import { Buckets } from '../../kernel/buckets.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';

/** Both throw RATE_LIMITED (429) with the seconds to wait. */
export interface ApiQuotas {
  /** Before anything is looked at, so that tokens cannot be tried out at any speed. */
  ofAddress(address: string): void;
  /** Says on the answer what is left (`RateLimit`, `RateLimit-Policy`). */
  ofActor(actor: Actor, reply: FastifyReply): void;
}

const PERIOD_MS = 60_000;

/** `requestsPerMinute` is what one user or machine has; an address and an application have a multiple of it. */
export function createApiQuotas(clock: Clock, requestsPerMinute: number): ApiQuotas {
  const buckets = new Buckets(clock, GRAPHQL_LIMITS.quotaKeysMax);
  const take = (key: string, size: number, whose: string): { remaining: number; waitSeconds: number } => {
    const taken = buckets.take(key, size, PERIOD_MS);
    if (taken.ok) return taken;
    throw new Failure('RATE_LIMITED', `More than ${size} requests a minute ${whose}. Wait, then go on.`, {
      retryAfterSeconds: taken.waitSeconds,
    });
  };
  return {
    ofAddress: (address) => {
      const size = requestsPerMinute * GRAPHQL_LIMITS.addressQuotaFactor;
      take(`address ${addressKey(address)}`, size, 'from this address');
    },
    ofActor: ({ clientId, id }, reply) => {
      const size = requestsPerMinute * GRAPHQL_LIMITS.applicationQuotaFactor;
      take(`application ${clientId}`, size, 'from this application');
      const { remaining, waitSeconds } = take(`actor ${id}`, requestsPerMinute, 'from this user or client');
      reply.header('ratelimit-policy', `"client";q=${requestsPerMinute};w=${PERIOD_MS / 1000}`);
      reply.header('ratelimit', `"client";r=${remaining};t=${waitSeconds}`);
    },
  };
}
