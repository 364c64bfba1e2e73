// Goal: however many nodes count, together they let through the quota and at most one part of it more for each node; hardly a call asks the store.
// Method: two nodes' counters on one embedded store; on PostgreSQL with two connections in identity's own tests.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testClock } from '@pestle/testbed/practice/test-clock';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { Clock } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { QUOTA_LIMITS } from './limits.ts';
import { pruneQuotas, Quotas } from './quotas.ts';

const store = await openTestStore();
after(() => store.close());
const clock = testClock();
const key = new Uint8Array(32).fill(9);

/** A node, and how often it asked the store. */
function node(
  over: { readonly store?: Pick<Store, 'pipeline'>; readonly keysMax?: number; readonly clock?: Clock } = {},
) {
  let asked = 0;
  const counting: Pick<Store, 'pipeline'> = {
    pipeline: (groups) => {
      asked += 1;
      return (over.store ?? store).pipeline(groups);
    },
  };
  const quotas = new Quotas({
    store: counting,
    ports: { clock: over.clock ?? clock },
    key,
    keysMax: over.keysMax ?? 100,
  });
  return { quotas, asked: () => asked };
}

let names = 0;
const newName = (): string => `somebody ${(names += 1)}`;
const served = async (taken: readonly Promise<{ readonly ok: boolean }>[]): Promise<number> =>
  (await Promise.all(taken)).filter(({ ok }) => ok).length;

test('two nodes let through the quota, and at most a part of it more for each', async () => {
  for (const size of [1, 10, 60, 400]) {
    const [one, other] = [node(), node()];
    const name = newName();
    let through = 0;
    for (let round = 0; round < size; round += 1)
      through += await served([one.quotas.take(name, size), other.quotas.take(name, size)]);
    const most = size + 2 * Math.max(1, Math.floor(size / QUOTA_LIMITS.parts));
    assert.ok(through >= size && through <= most, `${through} of ${size}`);
  }
});

test('two nodes that are flooded at once let through no more either', async () => {
  const [one, other] = [node(), node()];
  const name = newName();
  const flood = Array.from({ length: 2_000 }, (_, index) =>
    (index % 2 === 0 ? one : other).quotas.take(name, 200),
  );
  const through = await served(flood);
  assert.ok(through >= 200 && through <= 220, String(through));
});

test('one node lets through exactly the quota, and it is whole again when its minute has ended', async () => {
  const { quotas } = node();
  const name = newName();
  assert.equal(await served(Array.from({ length: 300 }, () => quotas.take(name, 50))), 50);
  const refused = await quotas.take(name, 50);
  assert.deepEqual([refused.ok, refused.remaining], [false, 0]);
  assert.ok(refused.waitSeconds > 0 && refused.waitSeconds <= 60);
  clock.forward(refused.waitSeconds * 1000);
  assert.deepEqual(await quotas.take(name, 50), { ok: true, remaining: 49, waitSeconds: 0 });
});

test('a clock that is set back keeps nobody waiting for longer than the minute', async () => {
  const { quotas } = node();
  const name = newName();
  assert.equal(await served(Array.from({ length: 80 }, () => quotas.take(name, 50))), 50);
  clock.forward(-3_600_000);
  assert.equal((await quotas.take(name, 50)).ok, true);
  clock.forward(3_600_000);
});

test('a clock that is set back leaves no count in the store until it has come round again, and no node lets through more for it', async () => {
  const [one, other] = [node(), node()];
  const name = newName();
  assert.equal(await served(Array.from({ length: 80 }, () => one.quotas.take(name, 40))), 40);
  clock.forward(-3_600_000);
  assert.equal(await served(Array.from({ length: 80 }, () => one.quotas.take(name, 40))), 40);
  clock.forward(QUOTA_LIMITS.periodMs);
  assert.equal(await served(Array.from({ length: 80 }, () => other.quotas.take(name, 40))), 40);
  clock.forward(3_600_000);
});

test('nodes whose clocks are too far apart count for themselves: each lets through its quota', async () => {
  const ahead = { now: () => clock.now() + 2 * QUOTA_LIMITS.aheadMaxMs };
  const [one, other] = [node(), node({ clock: ahead })];
  const name = newName();
  let through = 0;
  for (let round = 0; round < 100; round += 1)
    through += await served([one.quotas.take(name, 40), other.quotas.take(name, 40)]);
  assert.equal(through, 80);
});

test('the store is asked once for every half part, never for who calls once, and not by refused calls', async () => {
  const { quotas, asked } = node();
  for (let index = 0; index < 50; index += 1) await quotas.take(newName(), 60);
  assert.equal(asked(), 0);
  const name = newName();
  for (let index = 0; index < 3_000; index += 1) await quotas.take(name, 3_000);
  assert.ok(asked() <= 2 * QUOTA_LIMITS.parts + 1, String(asked()));
  const before = asked();
  for (let index = 0; index < 100; index += 1) assert.equal((await quotas.take(name, 3_000)).ok, false);
  assert.equal(asked(), before);
});

test('while the store is away, or does not answer, a node goes by its own count', async () => {
  const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  const silent = () => new Promise<never>(() => undefined);
  for (const [pipeline, size] of [
    [away, 50],
    [silent, 3],
  ] as const) {
    const { quotas } = node({ store: { pipeline } });
    const name = newName();
    assert.equal(await served(Array.from({ length: 100 }, () => quotas.take(name, size))), size);
  }
});

test('row 10: within any minute nobody gets more than twice their quota, and it comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 60 }), async (pauses) => {
      const { quotas } = node();
      const name = newName();
      const taken: number[] = [];
      for (const pause of pauses) {
        clock.forward(pause);
        if ((await quotas.take(name, 5)).ok) taken.push(clock.now());
      }
      for (const at of taken)
        assert.ok(taken.filter((other) => other >= at && other < at + QUOTA_LIMITS.periodMs).length <= 10);
      clock.forward(QUOTA_LIMITS.periodMs);
      assert.equal((await quotas.take(name, 5)).remaining, 4);
    }),
    { numRuns: 20 },
  );
});

test('row 10: the memory of quotas is bounded; who called longest ago goes first', async () => {
  const { quotas } = node({ keysMax: 3 });
  const [a, b, c, d] = [newName(), newName(), newName(), newName()];
  for (const name of [a, b, a, c, d]) await quotas.take(name, 2);
  assert.equal(quotas.remembered, 3);
  assert.equal((await quotas.take(a, 2)).ok, false, 'a was used twice, and is remembered');
  assert.equal((await quotas.take(b, 2)).remaining, 1, 'b was forgotten');
});

test('the store holds no name, and forgets what has ended', async () => {
  const { quotas } = node();
  for (let index = 0; index < 3; index += 1) await quotas.take('address 203.0.113.7', 3);
  const rows = async () =>
    (await store.asDoor((tx) => sql<{ key: string }>`select key from quota`.execute(tx))).rows;
  const kept = await rows();
  assert.ok(kept.length > 0);
  assert.doesNotMatch(JSON.stringify(kept), /203|address|somebody/);
  await store.asDoor((tx) => sql`update quota set expire = expire - 100 * 86400000::bigint`.execute(tx));
  await store.asDoor((tx) =>
    sql`insert into quota values ('young', 1, (extract(epoch from now()) * 1000)::bigint)`.execute(tx),
  );
  await pruneQuotas(store);
  assert.deepEqual(
    (await rows()).map((row) => row.key.slice(-5)),
    ['young'],
  );
});
