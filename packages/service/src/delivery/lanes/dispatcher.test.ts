// Goal: a crowd in one lane stays in the outbox: it neither crowds the store nor keeps others waiting, and leaves as fast as its lane takes it.
// Method: the dispatcher on a real outbox, with work that only counts and waits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { withdraw } from '../../outbox/outbox.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { createStoreWatch } from '../../store/inside.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { Dispatcher } from './dispatcher.ts';
import { createDispatcher } from './dispatcher.ts';
import type { DispatchEvent } from './events.ts';

let store: EmbeddedStore;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
});
after(() => store.close());

const CROWD = 120;
const CONCURRENCY = 3;

async function fill(lane: string, count: number): Promise<void> {
  await store.asKeeper((tx) =>
    sql`insert into lane (key, concurrency) values (${lane}, ${CONCURRENCY}) on conflict do nothing`.execute(
      tx,
    ),
  );
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at)
      select ${lane} || '_' || n, ${TEST_ORGANIZATION}, 'new', 'x', ${lane}, now() from generate_series(1, ${count}::integer) n`.execute(
      tx,
    ),
  );
}

/** The store is the one that it is: nothing of it is judged. */
const storeWatch = () =>
  createStoreWatch({
    store,
    judges: false,
    witness: undefined,
    onOlder: async ({ because }) => assert.fail(because),
    newIncarnation: () => 'inc_of_the_test',
    monotonic: () => performance.now(),
  });

const NOTHING_HELD = { admits: () => true, ended: () => undefined, leftOut: [], holds: [] };

/** Resolves when a look has found nothing due while nothing was under way. */
function idle(dispatcher: Dispatcher): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = dispatcher.subscribe(({ event }) => {
    if (event === 'idle') resolve();
  });
  return promise.finally(end);
}

test('a lane gets as many as it takes, and goes on as soon as one has ended', async () => {
  await fill('busy', CROWD);
  const open = { now: 0, most: 0, done: 0 };
  /** Between the end of one and the begin of the next, in milliseconds. */
  const pauses: number[] = [];
  let endedAt = Number.NaN;
  let full = Promise.withResolvers<void>();
  const dispatcher = createDispatcher({
    workerId: 'one',
    store,
    storeWatch: storeWatch(),
    breaker: NOTHING_HELD,
    putAside: async () => undefined,
    perform: async ({ orgId, id }) => {
      if (!Number.isNaN(endedAt)) pauses.push(performance.now() - endedAt);
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      // Each works until as many are open as the lane takes, or no more are left.
      if (open.now >= CONCURRENCY || open.done + open.now === CROWD) {
        full.resolve();
        full = Promise.withResolvers();
      } else await full.promise;
      await store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
      open.now -= 1;
      open.done += 1;
      endedAt = performance.now();
      return true;
    },
    giveUp: async () => false,
    waits: { failingMs: 60_000, busyMs: 60_000 },
    onError: (error) => assert.fail(String(error)),
  });
  await dispatcher.start();
  await idle(dispatcher);
  await dispatcher.stop();
  assert.equal(open.done, CROWD);
  assert.equal(open.most, CONCURRENCY, `${open.most} at a time`);
  // By the usual looks alone nearly every one would wait for most of the time between two of them.
  const atOnce = pauses.filter((ms) => ms < DELIVERY_LIMITS.pollIntervalMs / 2).length;
  assert.ok(atOnce > pauses.length / 4, `${atOnce} of ${pauses.length}`);
});

test('rows that cannot be had are not asked for again and again', async () => {
  await fill('held', CROWD);
  const looks = 4;
  const asked: number[] = [];
  const enough = Promise.withResolvers<void>();
  const dispatcher = createDispatcher({
    workerId: 'one',
    store,
    storeWatch: storeWatch(),
    breaker: NOTHING_HELD,
    putAside: async () => undefined,
    perform: async () => {
      asked.push(performance.now());
      if (asked.length === looks * CONCURRENCY) enough.resolve();
      return false;
    },
    giveUp: async () => false,
    waits: { failingMs: 60_000, busyMs: 60_000 },
    onError: (error) => assert.fail(String(error)),
  });
  await dispatcher.start();
  await enough.promise;
  await dispatcher.stop();
  // Each look begins as many as the lane takes, and the next comes after a pause.
  const [first = 0] = asked;
  const tookMs = (asked[looks * CONCURRENCY - 1] ?? 0) - first;
  const pausesMs = (looks - 1) * DELIVERY_LIMITS.pollIntervalMs;
  assert.ok(tookMs > 0.9 * pausesMs, `${looks} looks in ${tookMs.toFixed(0)} ms`);
});

test('every row is begun and ended once, then the dispatcher is idle; a listener that throws disturbs nobody', async () => {
  await store.withOrg(TEST_ORGANIZATION, (tx) => sql`delete from outbox`.execute(tx));
  await fill('watched', 2);
  const events: DispatchEvent[] = [];
  const errors: unknown[] = [];
  const dispatcher = createDispatcher({
    workerId: 'one',
    store,
    storeWatch: storeWatch(),
    breaker: NOTHING_HELD,
    putAside: async () => undefined,
    perform: async ({ orgId, id }) => {
      await store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
      if (id === 'watched_2') throw new Error('a defect of our own');
      return true;
    },
    giveUp: async () => false,
    waits: { failingMs: 60_000, busyMs: 60_000 },
    onError: (error) => errors.push(error),
  });
  dispatcher.subscribe(() => {
    throw new Error('a listener that throws');
  });
  const end = dispatcher.subscribe((event) => events.push(event));
  await dispatcher.start();
  await idle(dispatcher);
  end();
  await dispatcher.stop();
  const of = (row: string): unknown[] =>
    events.flatMap((event) =>
      event.event === 'idle' || event.id !== row
        ? []
        : [event.event === 'ended' ? { ended: event.attempted } : event.event],
    );
  assert.deepEqual(of('watched_1'), ['begun', { ended: true }]);
  assert.deepEqual(of('watched_2'), ['begun', { ended: false }]);
  const last = events.findLast(({ event }) => event === 'ended');
  assert.equal(last?.event === 'ended' ? last.underWay : undefined, 0);
  assert.equal(events.at(-1)?.event, 'idle');
  assert.ok(errors.some((error) => String(error).includes('a defect of our own')));
  assert.ok(errors.some((error) => String(error).includes('a listener that throws')));
});
