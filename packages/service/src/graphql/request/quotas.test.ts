// Holds `/graphql` to its quotas: per user or machine, per application, per address, each with how long to wait.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asking, code, serve } from '@pestle/testbed/graphql/small-graphql';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import { type ApiQuotas, createApiQuotas } from './quotas.ts';

const clock = { ms: 1_800_000_000_000, now: (): number => clock.ms };
const store = await openTestStore();
after(() => store.close());
const key = new Uint8Array(32).fill(9);
/** A minute later than those before it, whose counts are in the store. */
const apiQuotas = (requestsPerMinute: number): ApiQuotas => {
  clock.ms += 60_000;
  return createApiQuotas({ store, ports: { clock }, key }, requestsPerMinute);
};
const reply = { header: () => reply } as never;
const actor = (id: string, clientId: string): Actor => ({ id, clientId }) as Actor;
const limited = { code: 'RATE_LIMITED' };

test('a client that asks more than its quota is answered 429 with Retry-After, and served again after it', async () => {
  const app = await serve(true, apiQuotas(3));
  try {
    const { ask } = asking(app);
    for (let left = 2; left >= 0; left -= 1) {
      const answer = await ask('{ node { name } }');
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['ratelimit'], `"client";r=${left};t=0`);
      assert.equal(answer.headers['ratelimit-policy'], '"client";q=3;w=60');
    }
    const refused = await ask('{ node { name } }');
    assert.equal(refused.status, 429);
    assert.equal(code(refused), 'RATE_LIMITED');
    assert.equal(refused.errors?.[0]?.extensions.retryable, true);
    assert.equal(refused.headers['retry-after'], '60');
    clock.ms += 60_000;
    assert.equal((await ask('{ node { name } }')).status, 200);
  } finally {
    await app.close();
  }
});

test('tokens are not tried out at any speed: the address counts before they are looked at', async () => {
  const app = await serve(true, apiQuotas(1));
  try {
    const { ask } = asking(app);
    const attempt = () => ask('{ node { name } }', undefined, { authorization: 'Bearer guess' });
    for (let n = 0; n < GRAPHQL_LIMITS.addressQuotaFactor; n += 1)
      assert.equal((await attempt()).status, 401);
    assert.equal((await attempt()).status, 429);
  } finally {
    await app.close();
  }
});

test('of many requests at once as many are served as the quota has, whether the token is right or not', async () => {
  const size = GRAPHQL_LIMITS.addressQuotaFactor;
  for (const [headers, served] of [
    [{}, 1],
    [{ authorization: 'Bearer guess' }, size],
  ] as const) {
    const app = await serve(true, apiQuotas(1));
    try {
      const { ask } = asking(app);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => ask('{ node { name } }', undefined, headers)),
      );
      assert.equal(answers.filter(({ status }) => status !== 429).length, served);
    } finally {
      await app.close();
    }
  }
});

test('users do not use up each other’s quota; all of one application share a larger one', async () => {
  const quotas = apiQuotas(1);
  for (let n = 0; n < GRAPHQL_LIMITS.applicationQuotaFactor; n += 1)
    await quotas.ofActor(actor(`usr_${n}`, 'app_1'), reply);
  await assert.rejects(quotas.ofActor(actor('usr_last', 'app_1'), reply), limited);
  await quotas.ofActor(actor('usr_last', 'app_2'), reply);
  await assert.rejects(quotas.ofActor(actor('usr_last', 'app_3'), reply), Failure);
});

test('all addresses of one IPv6 network count as one', async () => {
  const quotas = apiQuotas(1);
  for (let n = 0; n < GRAPHQL_LIMITS.addressQuotaFactor; n += 1) await quotas.ofAddress(`2001:db8:1:2::${n}`);
  await assert.rejects(quotas.ofAddress('2001:db8:1:2:ffff::1'), limited);
  await quotas.ofAddress('2001:db8:1:3::1');
});
