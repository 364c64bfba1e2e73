// Step 3 of a hook: how much one sender may send, and how often one order may be reported on.
import type { FastifyReply } from 'fastify';
import type { Buckets } from '../../kernel/buckets.ts';
import { Failure } from '../../kernel/errors.ts';

const PERIOD_MS = 60_000;

/** One of the two quotas: per pharmacy, and per order. */
export interface Quota {
  readonly name: 'sender' | 'order';
  readonly key: string;
  /** Calls in a minute. */
  readonly size: number;
}

/**
 * Takes one call from a quota and says on the answer what is left (`RateLimit`, `RateLimit-Policy`).
 * Throws RATE_LIMITED (429) with Retry-After.
 */
export function takeQuota(buckets: Buckets, quota: Quota, reply: FastifyReply): void {
  const taken = buckets.take(`${quota.name} ${quota.key}`, quota.size, PERIOD_MS);
  append(reply, 'ratelimit-policy', `"${quota.name}";q=${quota.size};w=${PERIOD_MS / 1000}`);
  append(reply, 'ratelimit', `"${quota.name}";r=${taken.remaining};t=${taken.waitSeconds}`);
  if (taken.ok) return;
  const whose = quota.name === 'sender' ? 'from this sender' : 'about this order';
  throw new Failure('RATE_LIMITED', `More than ${quota.size} calls a minute ${whose}. Wait, then go on.`, {
    retryAfterSeconds: taken.waitSeconds,
  });
}

function append(reply: FastifyReply, name: string, value: string): void {
  const before = reply.getHeader(name);
  reply.header(name, before === undefined ? value : `${String(before)}, ${value}`);
}
