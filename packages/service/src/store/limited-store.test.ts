// Goal: background work uses no more of the store than its share, and a failure gives its place back.
// Method: transactions on a real store that note how many are open at a time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { limitedStore } from './limited-store.ts';

let postgres: PostgresTestStore;
before(async () => {
  if (skipWithoutPostgres === false) postgres = await openPostgresTestStore();
});
after(() => postgres?.close());

test('a crowd of transactions leaves connections for others', { skip: skipWithoutPostgres }, async () => {
  const limited = limitedStore(postgres.store, 3);
  const open = { now: 0, most: 0 };
  const share = Promise.withResolvers<void>();
  let ended = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      limited.asCourier(async () => {
        open.now += 1;
        open.most = Math.max(open.most, open.now);
        // The first ones wait for each other, however long their connections take to open.
        if (open.now === 3) share.resolve();
        await share.promise;
        await sleep(2);
        open.now -= 1;
        ended += 1;
        if (index % 5 === 0) throw new Error('this one fails');
      }),
    ),
  );
  assert.equal(open.most, 3);
  assert.equal(ended, 40);
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 8);
});
