// Goal: nodes that deliver from one store share what waits, and whoever leaves or is gone leaves its share to the others (D12).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { analyzeGrown } from '../../store/inside.ts';
import type { Row, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { DUE } from './claim-sql.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Nodes } from './nodes.ts';
import { createNodes } from './nodes.ts';
import { shareSql } from './nodes-sql.ts';

const never = (error: unknown): void => {
  throw error;
};

const ALL = { nodes: 1, own: 0 };

/** The part of what waits that a look of this node finds now. */
async function shareOf(store: Store, id: string): Promise<Row | undefined> {
  const statement = { name: 'test_share', text: shareSql('$1', '$2') };
  const [rows] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement, values: [id, 5_000] }] },
  ]);
  return rows?.[0];
}

describe('nodes on PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let opened: PostgresTestStore;
  before(async () => {
    opened = await openPostgresTestStore();
  });
  after(() => opened.close());

  test('two have a half each, one that has just come at once; who stops, or was not seen for some seconds, has none', async () => {
    const [one, two] = ['one', 'two'].map((id) => createNodes(opened.store, id, never)) as [Nodes, Nodes];
    const shares = () => Promise.all(['one', 'two'].map((id) => shareOf(opened.store, id)));
    const half = (own: number) => ({ nodes: 2, own });
    await one.start();
    assert.deepEqual((await shares())[0], ALL);
    await two.start();
    assert.deepEqual(await shares(), [half(0), half(1)]);
    assert.deepEqual([one.count, two.count], [1, 2], 'the first has not looked since');
    await one.stop();
    await one.start();
    assert.deepEqual(await shares(), [half(0), half(1)]);
    assert.equal(one.count, 2);
    await one.stop();
    await two.stop();
    await two.start();
    assert.deepEqual((await shares())[1], ALL);
    assert.equal(two.count, 1);
    await two.stop();
    await opened.store.asCourier((tx) =>
      sql`insert into node (id, seen_at) values ('gone', now() - interval '1 minute')`.execute(tx),
    );
    await one.start();
    assert.deepEqual((await shares())[0], ALL);
    assert.deepEqual([one.count, one.oneDied], [1, true]);
    await one.stop();
  });

  test('who helps finds of another’s lane as many rows as have room there, and those only that have been due for a while', async () => {
    await opened.asOwner((owner) =>
      sql`insert into organization (org_id, name) values ('org_000000000000000000000HE1P', 'Helped')`.execute(
        owner,
      ),
    );
    await opened.store.asCourier((tx) =>
      sql`insert into lane (key, concurrency, interval_ms) values ('electronic:a', 4, 0), ('electronic:b', 4, 0)`.execute(
        tx,
      ),
    );
    await opened.asOwner((owner) =>
      sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at, leased_by)
        select 'trm_H' || lane || n, 'org_000000000000000000000HE1P', 'new', 'fil_H' || lane || n, 'electronic:' || lane,
          now() + case when n <= 3 then interval '1 minute' else -interval '3 seconds' end, case when n <= 3 then 'two' end
        from generate_series(1, 20) n, unnest(array['a', 'b']) lane`.execute(owner),
    );
    const [one, two] = ['one', 'two'].map((id) => createNodes(opened.store, id, never)) as [Nodes, Nodes];
    await one.start();
    await two.start();
    const found = async (id: string, helpAfterMs: number | null): Promise<Record<string, number>> => {
      const [rows = []] = await opened.store.pipeline([
        {
          scope: { role: 'courier' },
          steps: [{ statement: DUE, values: [64, 256, id, 5_000, 100, helpAfterMs, []] }],
        },
      ]);
      return Object.fromEntries(
        [...Map.groupBy(rows, (row) => String(row['lane']))].map(([lane, some]) => [lane, some.length]),
      );
    };
    const own = [await found('one', null), await found('two', null)];
    // Each lane belongs to one of them, which finds one row more than the lane takes.
    assert.deepEqual(Object.assign({}, ...own), { 'electronic:a': 5, 'electronic:b': 5 });
    assert.equal(own.flatMap((lanes) => Object.keys(lanes)).length, 2);
    assert.deepEqual(await found('one', 1_000), { 'electronic:a': 1, 'electronic:b': 1 });
    assert.deepEqual(
      await found('one', 10_000),
      Object.fromEntries(Object.keys(own[0] ?? {}).map((lane) => [lane, 1])),
    );
    await one.stop();
    await two.stop();
    await opened.asOwner((owner) => sql`delete from outbox where lane like 'electronic:%'`.execute(owner));
  });

  test('of the room of texts, which all nodes share, each begins its part; alone all of it', async () => {
    const rows = 2 * DELIVERY_LIMITS.textConcurrency;
    await opened.asOwner((owner) =>
      sql`insert into organization (org_id, name) values ('org_000000000000000000000TEXT', 'Texted')`.execute(
        owner,
      ),
    );
    await opened.asOwner((owner) =>
      sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at)
        select 'txt_' || n, 'org_000000000000000000000TEXT', 'text', 'ord_' || n, 'text', now() - interval '1 minute' from generate_series(1, ${rows}::integer) n`.execute(
        owner,
      ),
    );
    for (const nodes of [1, 2]) {
      const other = createNodes(opened.store, 'other', never);
      if (nodes === 2) await other.start();
      let begun = 0;
      const released = Promise.withResolvers<boolean>();
      const most = Math.ceil(DELIVERY_LIMITS.textConcurrency / nodes);
      const full = Promise.withResolvers<void>();
      const dispatcher = createDispatcher({
        workerId: 'one',
        store: opened.store,
        storeWatch: {
          start: async () => undefined,
          look: async () => undefined,
          stop: async () => undefined,
        },
        breaker: { admits: () => true, ended: () => undefined, leftOut: [], holds: [] },
        putAside: async () => undefined,
        perform: () => {
          begun += 1;
          if (begun >= most) full.resolve();
          return released.promise;
        },
        giveUp: async () => false,
        waits: { failingMs: 60_000, busyMs: 60_000 },
        onError: never,
      });
      await dispatcher.start();
      await full.promise;
      await new Promise((resolve) => setTimeout(resolve, 2 * DELIVERY_LIMITS.pollIntervalMs));
      assert.equal(begun, most, `${nodes} nodes`);
      const stopped = dispatcher.stop();
      released.resolve(false);
      await stopped;
      await other.stop();
    }
    await opened.asOwner((owner) => sql`delete from outbox where lane = 'text'`.execute(owner));
  });

  test('a table that has grown is counted anew, once', async () => {
    const known = async (): Promise<number> => {
      const { rows } = await opened.asOwner((owner) =>
        sql<{
          rows: number;
        }>`select reltuples::integer as rows from pg_class where oid = 'outbox'::regclass`.execute(owner),
      );
      return rows[0]?.rows ?? -1;
    };
    await opened.asOwner((owner) => sql`analyze outbox`.execute(owner));
    assert.equal(await known(), 0);
    await opened.asOwner((owner) =>
      sql`insert into organization (org_id, name) values ('org_0000000000000000000000GR0W', 'Grown')`.execute(
        owner,
      ),
    );
    await opened.asOwner((owner) =>
      sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at)
        select 'trm_' || n, 'org_0000000000000000000000GR0W', 'new', 'fil_' || n, 'none', 'infinity' from generate_series(1, 500) n`.execute(
        owner,
      ),
    );
    // What a session has changed is told to the others when it ends.
    while ((await known()) !== 500) {
      await analyzeGrown(opened.store);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // What only changes keeps the plans of all connections.
    await opened.asOwner((owner) => sql`update outbox set kind = 'new' where lane = 'none'`.execute(owner));
    const changes = async (): Promise<number> => {
      const { rows } = await opened.asOwner((owner) =>
        sql<{
          changed: number;
        }>`select n_mod_since_analyze::integer as changed from pg_stat_user_tables where relname = 'outbox'`.execute(
          owner,
        ),
      );
      return rows[0]?.changed ?? 0;
    };
    while ((await changes()) < 500) await new Promise((resolve) => setTimeout(resolve, 50));
    await analyzeGrown(opened.store);
    assert.ok((await changes()) >= 500, 'it was counted anew although it has not grown');
  });
});

test('an embedded store has one node, which has it all', async () => {
  const store = await openTestStore();
  const nodes = createNodes(store, 'one', never);
  await nodes.start();
  assert.equal(nodes.count, 1);
  await nodes.stop();
  await store.close();
});
