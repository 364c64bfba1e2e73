// Step 3 of a hook: how much one sender may send, and how often one order may be reported on.
import type { FastifyReply } from 'fastify';
import { Failure } from '../../kernel/errors.ts';
import { QUOTA_PERIOD_SECONDS, type Quotas } from '../../quotas/quotas.ts';

/** One of the two quotas: per pharmacy, and per order. */
export interface Quota {
  readonly name: 'sender' | 'order';
  readonly key: string;
  /** Calls in a minute. */
  readonly size: number;
}

/**
 * Takes one call from a quota and says on the answer what is left (`RateLimit`, `RateLimit-Policy`).
 * Rejects with RATE_LIMITED (429) with Retry-After.
 */
export async function takeQuota(quotas: Quotas, quota: Quota, reply: FastifyReply): Promise<void> {
  const taken = await quotas.take(`${quota.name} ${quota.key}`, quota.size);
  append(reply, 'ratelimit-policy', `"${quota.name}";q=${quota.size};w=${QUOTA_PERIOD_SECONDS}`);
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
