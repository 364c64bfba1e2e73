// Goal: a store's clock that is set, and set right again, puts nothing off: due times, leases and paces keep their lengths, and what is
// overdue is named. Method: rows as a clock that was ahead leaves them, and a clock of our own beside the store's.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { ClockNews } from './clock-watch.ts';
import { createClockWatch } from './clock-watch.ts';

let store: EmbeddedStore;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
});
after(() => store.close());
afterEach(() => store.withOrg(TEST_ORGANIZATION, (tx) => sql`delete from outbox`.execute(tx)));

async function put(id: string, runAt: string, waitMs: number, leasedBy: string | null = null): Promise<void> {
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at, wait_ms, leased_by) values
      (${id}, ${TEST_ORGANIZATION}, 'new', 'x', 'pharmacy:x', ${runAt === 'infinity' ? sql`'infinity'` : sql`now() + ${runAt}::interval`}, ${waitMs}, ${leasedBy})`.execute(
      tx,
    ),
  );
}

/** Milliseconds until each row is due; null for one that is held. */
async function dueInMs(): Promise<Record<string, number | null>> {
  const { rows } = await store.asCourier((tx) =>
    sql<{ id: string; ms: number | null }>`select id,
      case when run_at = 'infinity' then null else round(extract(epoch from run_at - now()) * 1000)::integer end as ms from outbox`.execute(
      tx,
    ),
  );
  return Object.fromEntries(rows.map(({ id, ms }) => [id, ms]));
}

function watching() {
  const heard: ClockNews[] = [];
  let shiftMs = 0;
  const watch = createClockWatch({
    store,
    onClockNews: (news) => heard.push(news),
    monotonic: () => performance.now() + shiftMs,
  });
  return {
    watch,
    heard,
    /** As if the store's clock went back (or, negative, ahead) against ours. */
    shift: (ms: number) => {
      shiftMs += ms;
    },
  };
}

const AHEAD = '1 hour';

describe('a clock that was ahead', () => {
  test('what was to leave at once leaves at once, a repetition after its delay, a lease ends after its length; what is held stays', async () => {
    await put('at-once', AHEAD, 0);
    await put('again', '1 hour 8 seconds', 8_000);
    await put('leased', '1 hour 25 seconds', 25_000, 'a worker that has ended');
    await put('held', 'infinity', 0);
    await put('soon', '8 seconds', 8_000);
    await store.asKeeper((tx) =>
      sql`insert into lane (key, interval_ms, next_at) values ('pharmacy:x', 200, now() + interval '1 hour')`.execute(
        tx,
      ),
    );
    const { watch, heard } = watching();
    await watch.look();
    const due = await dueInMs();
    const within = (id: string, most: number): void => {
      const ms = due[id];
      assert.ok(typeof ms === 'number' && ms <= most && ms > most - 5_000, `${id} is due in ${ms} ms`);
    };
    within('at-once', 0);
    within('again', 8_000);
    within('leased', 25_000);
    within('soon', 8_000);
    assert.equal(due['held'], null);
    const { rows } = await store.asCourier((tx) =>
      sql<{ free: boolean }>`select next_at <= now() as free from lane where key = 'pharmacy:x'`.execute(tx),
    );
    assert.deepEqual(rows, [{ free: true }]);
    assert.deepEqual(heard, [{ news: 'brought-forward', departures: 3, lanes: ['pharmacy:x'] }]);
  });

  test('a step is heard and acted upon at the next look, not a minute later', async () => {
    const { watch, heard, shift } = watching();
    await watch.look();
    await put('late', AHEAD, 0);
    await watch.look();
    assert.equal(heard.length, 0, 'no step, and the last search was a moment ago');
    shift(3_600_000);
    await watch.look();
    assert.deepEqual(
      heard.map(({ news }) => news),
      ['clock-stepped', 'brought-forward'],
    );
    assert.ok(watch.steadyForMs() < 60_000);
  });
});

test('what is overdue is named with its lane, once the store has been there for so long', async () => {
  await put('old', '-10 minutes', 0);
  const { watch, heard, shift } = watching();
  await watch.look();
  assert.equal(heard.length, 0, 'a service that has just started tries first');
  // Little by little, as time passes: a jump would be a step of the clock.
  const stepMs = DELIVERY_LIMITS.clockStepMs - 500;
  for (let passed = 0; passed <= DELIVERY_LIMITS.overdueAfterMs + stepMs; passed += stepMs) {
    shift(stepMs);
    await watch.look();
  }
  assert.ok(
    heard.some((news) => news.news === 'overdue' && news.departures === 1 && news.lanes[0] === 'pharmacy:x'),
  );
  assert.ok(heard.every(({ news }) => news === 'overdue'));
});
