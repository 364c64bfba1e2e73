// Step 3 of a hook: how much one sender may send, and how often one order may be reported on.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../kernel/errors.ts';
import { QUOTA_PERIOD_SECONDS, type Quotas } from '../../../quotas/quotas.ts';
import type { Refusals } from './refusals.ts';
import type { SpentKeys } from './spent-keys.ts';

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
  sayQuota(quota, taken.remaining, taken.waitSeconds, reply);
  if (!taken.ok) throw overQuota(quota, taken.waitSeconds);
}

/** Throws RATE_LIMITED where this key is known to be over its sender's quota, before the store is asked whose it is; it is told with others then. */
export function refuseSpent(
  { spent, refusals }: { readonly spent: SpentKeys; readonly refusals: Refusals },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const over = spent.find(request.headers);
  if (over === undefined) return;
  refusals.note(over.senderId, request);
  const quota = { name: 'sender', size: over.size } as const;
  sayQuota(quota, 0, over.waitSeconds, reply);
  throw overQuota(quota, over.waitSeconds);
}

function sayQuota(
  { name, size }: Pick<Quota, 'name' | 'size'>,
  remaining: number,
  waitSeconds: number,
  reply: FastifyReply,
): void {
  append(reply, 'ratelimit-policy', `"${name}";q=${size};w=${QUOTA_PERIOD_SECONDS}`);
  append(reply, 'ratelimit', `"${name}";r=${remaining};t=${waitSeconds}`);
}

function overQuota({ name, size }: Pick<Quota, 'name' | 'size'>, waitSeconds: number): Failure {
  const whose = name === 'sender' ? 'from this sender' : 'about this order';
  return new Failure('RATE_LIMITED', `More than ${size} calls a minute ${whose}. Wait, then go on.`, {
    retryAfterSeconds: waitSeconds,
  });
}

function append(reply: FastifyReply, name: string, value: string): void {
  const before = reply.getHeader(name);
  reply.header(name, before === undefined ? value : `${String(before)}, ${value}`);
}
