// Goal: what is put off leaves after its pause, whatever its transaction waited for before it said so (F12).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { EVERY_STORE } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { enqueue, FAX_LANE, release } from './outbox.ts';

for (const { name, open, skip } of EVERY_STORE)
  describe(`the outbox on the ${name}`, { skip }, () => {
    test('F12: a pause begins when it is asked for, and not when the transaction began that waited for a lock', async (context) => {
      const opened = await open();
      context.after(() => opened.close());
      await addOrganizations(opened.store);
      const row = { id: 'trm_1', orgId: TEST_ORGANIZATION, lane: FAX_LANE } as const;
      const leavesInMs = await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const createdAt = new Date().toISOString();
        await enqueue(tx, { ...row, kind: 'new', subjectId: 'fil_1', runAt: 'held', createdAt });
        // As long as somebody else holds the order.
        await sleep(400);
        await release(tx, row.orgId, row.id, { inMs: 1_000 });
        const { rows } = await sql<{
          ms: number;
        }>`select (extract(epoch from run_at - now()) * 1000)::float8 as ms from outbox where id = ${row.id}`.execute(
          tx,
        );
        return rows[0]?.ms ?? 0;
      });
      // Timers may end a moment early.
      assert.ok(leavesInMs > 1_390, `${leavesInMs} ms behind the begin of the transaction`);
    });
  });
