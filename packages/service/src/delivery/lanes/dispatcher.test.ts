// Goal: a crowd in one lane stays in the outbox: it neither crowds the store nor keeps others waiting, and leaves as fast as its lane takes it.
// Method: the dispatcher on a real outbox, with work that only counts and waits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { withdraw } from '../../outbox/outbox.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { createDispatcher } from './dispatcher.ts';

let store: EmbeddedStore;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
});
after(() => store.close());

const CROWD = 60;
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

test('a lane gets as many as it takes, and goes on as soon as one has ended', async () => {
  await fill('busy', CROWD);
  const open = { now: 0, most: 0, done: 0 };
  const dispatcher = createDispatcher({
    store,
    perform: async ({ orgId, id }) => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      await sleep(5);
      await store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
      open.now -= 1;
      open.done += 1;
      return true;
    },
    giveUp: async () => false,
    waits: { failingMs: 60_000, busyMs: 60_000 },
    onError: (error) => assert.fail(String(error)),
  });
  await dispatcher.start();
  const started = performance.now();
  while (open.done < CROWD && performance.now() - started < 10_000) await sleep(10);
  await dispatcher.stop();
  assert.equal(open.done, CROWD);
  assert.ok(open.most <= CONCURRENCY, `${open.most} at a time`);
  // By the usual looks alone, three at a time, it would take 20 of them: 4 seconds.
  assert.ok(performance.now() - started < 3_500, `${(performance.now() - started).toFixed(0)} ms`);
});

test('rows that cannot be had are not asked for again and again', async () => {
  await fill('held', CROWD);
  let asked = 0;
  const dispatcher = createDispatcher({
    store,
    perform: async () => {
      asked += 1;
      return false;
    },
    giveUp: async () => false,
    waits: { failingMs: 60_000, busyMs: 60_000 },
    onError: (error) => assert.fail(String(error)),
  });
  await dispatcher.start();
  await sleep(1_000);
  await dispatcher.stop();
  // Each look begins as many as the lane takes.
  assert.ok(asked > 0 && asked <= 6 * CONCURRENCY, `asked ${asked} times in a second`);
});
