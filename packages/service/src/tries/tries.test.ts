// Goal: however many tries come at once, no more proofs are compared than there are tries; a right one costs nothing, and nobody is locked out.
// Method: the real function of the store, on the embedded store; on PostgreSQL with two nodes in identity's own tests.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { Failure } from '../kernel/errors.ts';
import type { Judged, TryBudget } from './tries.ts';
import { judge, pruneTries, reserveTry } from './tries.ts';

const store = await openTestStore();
after(() => store.close());
let nowMs = Date.parse('2026-01-05T12:00:00Z');
const ports = { clock: { now: (): number => nowMs } };
const deps = { store, ports };

let budgets = 0;
const budgetOf = (tries: number, secondsPerTry = 30): TryBudget => {
  budgets += 1;
  return { name: `budget ${budgets}`, tries, secondsPerTry };
};
const wrong = (...of: TryBudget[]): Promise<Judged> => judge(deps, of, async () => false);
const right = (...of: TryBudget[]): Promise<Judged> => judge(deps, of, async () => true);

test('500 at once: as many are compared as there are tries, the others wait', async () => {
  const budget = budgetOf(5);
  let compared = 0;
  const all = await Promise.all(
    Array.from({ length: 500 }, () =>
      judge(deps, [budget], async () => {
        compared += 1;
        return false;
      }),
    ),
  );
  assert.equal(compared, 5);
  assert.equal(all.filter(({ kind }) => kind === 'wrong').length, 5);
  const waiting = all.filter((one) => one.kind === 'slow-down');
  assert.equal(waiting.length, 495);
  assert.deepEqual(new Set(waiting.map(({ retryAfterSeconds }) => retryAfterSeconds)), new Set([30]));
});

test('one try comes back after its time, and no more than there were however long nobody came', async () => {
  const budget = budgetOf(3);
  for (let index = 0; index < 3; index += 1) assert.equal((await wrong(budget)).kind, 'wrong');
  nowMs += 29_000;
  assert.deepEqual(await right(budget), { kind: 'slow-down', retryAfterSeconds: 1 });
  nowMs += 1_000;
  assert.equal((await wrong(budget)).kind, 'wrong');
  assert.equal((await wrong(budget)).kind, 'slow-down');
  nowMs += 3_600_000;
  const repeated = await Promise.all(Array.from({ length: 9 }, () => wrong(budget)));
  assert.equal(repeated.filter(({ kind }) => kind === 'wrong').length, 3);
});

test('a right try costs nothing, and one that could not be compared neither; one that broke does', async () => {
  const budget = budgetOf(1);
  for (let index = 0; index < 5; index += 1) assert.equal((await right(budget)).kind, 'right');
  const busy = () => judge(deps, [budget], () => Promise.reject(new Failure('UNAVAILABLE', 'busy')));
  for (let index = 0; index < 5; index += 1) await assert.rejects(busy(), { code: 'UNAVAILABLE' });
  assert.equal((await right(budget)).kind, 'right');
  await assert.rejects(
    judge(deps, [budget], () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal((await right(budget)).kind, 'slow-down');
});

test('a try is taken from every budget or from none: hammering a narrow one does not use up the wide one behind it', async () => {
  const [narrow, wide] = [budgetOf(2), budgetOf(10)];
  await Promise.all(Array.from({ length: 100 }, () => wrong(narrow, wide)));
  const rest = await Promise.all(Array.from({ length: 20 }, () => wrong(wide)));
  assert.equal(rest.filter(({ kind }) => kind === 'wrong').length, 8);
});

test('who must wait writes nothing', async () => {
  const budget = budgetOf(1);
  await wrong(budget);
  const written = async (): Promise<unknown> =>
    (
      await store.asDoor((tx) =>
        sql`select xmin::text, xmax::text, empty_at from wrong_try where name = ${budget.name}`.execute(tx),
      )
    ).rows;
  const before = await written();
  for (let index = 0; index < 5; index += 1) await wrong(budget);
  assert.deepEqual(await written(), before);
});

test('a clock that ran ahead for a while locks nobody out', async () => {
  const budget = budgetOf(2);
  const before = nowMs;
  nowMs += 24 * 3_600_000;
  await wrong(budget);
  await wrong(budget);
  nowMs = before;
  assert.equal((await wrong(budget)).kind, 'wrong');
  assert.equal((await wrong(budget)).kind, 'wrong');
  assert.equal((await wrong(budget)).kind, 'slow-down');
});

test('what is counted without being compared is counted once each', async () => {
  const budget = budgetOf(3);
  const all = await Promise.all(Array.from({ length: 20 }, () => reserveTry(deps, [budget])));
  assert.equal(all.filter((refused) => refused === null).length, 3);
});

test('housekeeping forgets budgets that are whole again, and keeps the others', async () => {
  const [old, young] = [budgetOf(2), budgetOf(2)];
  await wrong(old);
  nowMs += 60_000;
  await wrong(young);
  await store.asDoor((tx) =>
    sql`insert into wrong_try (name, empty_at)
      select 'crowd ' || n, ${new Date(nowMs - 1).toISOString()}::timestamptz from generate_series(1, 2500) n`.execute(
      tx,
    ),
  );
  await pruneTries(store, ports.clock);
  const { rows } = await store.asDoor((tx) => sql<{ name: string }>`select name from wrong_try`.execute(tx));
  const names = rows.map(({ name }) => name);
  assert.ok(names.includes(young.name) && !names.includes(old.name));
  assert.ok(!names.some((name) => name.startsWith('crowd')));
});
