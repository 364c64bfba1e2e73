// Goal: nodes that deliver from one store share what waits, and whoever leaves or is gone leaves its share to the others (D12).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { analyzeGrown } from '../../store/inside.ts';
import { createNodes } from './nodes.ts';

const never = (error: unknown): void => {
  throw error;
};

describe('nodes on PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let opened: PostgresTestStore;
  before(async () => {
    opened = await openPostgresTestStore();
  });
  after(() => opened.close());

  test('two have a half each; who stops, or was not seen for some seconds, has none', async () => {
    const one = createNodes(opened.store, 'one', never);
    const two = createNodes(opened.store, 'two', never);
    await one.start();
    assert.deepEqual(one.share, { nodes: 1, own: 0 });
    await two.start();
    assert.deepEqual(two.share, { nodes: 2, own: 1 });
    await one.stop();
    await one.start();
    assert.deepEqual(one.share, { nodes: 2, own: 0 });
    await one.stop();
    await two.stop();
    await two.start();
    assert.deepEqual(two.share, { nodes: 1, own: 0 });
    await two.stop();
    await opened.store.asCourier((tx) =>
      sql`insert into node (id, seen_at) values ('gone', now() - interval '1 minute')`.execute(tx),
    );
    await one.start();
    assert.deepEqual(one.share, { nodes: 1, own: 0 });
    await one.stop();
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
    while ((await analyzeGrown(opened.store)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await known(), 500);
  });
});

test('an embedded store has one node, which has it all', async () => {
  const store = await openTestStore();
  const nodes = createNodes(store, 'one', never);
  await nodes.start();
  assert.deepEqual(nodes.share, { nodes: 1, own: 0 });
  await nodes.stop();
  await store.close();
});
