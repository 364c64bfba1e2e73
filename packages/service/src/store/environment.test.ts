// A store remembers what it is, on both stores and across upgrades.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { holdToEnvironment, OtherEnvironmentError } from './environment.ts';

describe('what a store is', async () => {
  const store = await openTestStore();
  after(() => store.close());

  test('the first environment stays; another is refused with what to do, and changes nothing', async () => {
    await holdToEnvironment(store, 'production');
    await holdToEnvironment(store, 'production');
    for (const other of ['sandbox', 'staging'] as const) {
      await assert.rejects(holdToEnvironment(store, other), (error: unknown) => {
        assert.ok(error instanceof OtherEnvironmentError);
        assert.match(error.message, /Set ENVIRONMENT=production/);
        return true;
      });
    }
    await holdToEnvironment(store, 'production');
  });

  test('two nodes that open a new store at once agree', async () => {
    await store.asOwner((owner) => sql`delete from store_identity`.execute(owner));
    const ended = await Promise.allSettled(
      (['production', 'sandbox', 'production', 'sandbox'] as const).map((one) =>
        holdToEnvironment(store, one),
      ),
    );
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 2);
  });

  test('no request can change it', async () => {
    for (const role of ['asDoor', 'asCourier'] as const)
      await assert.rejects(
        store[role]((tx) => sql`update store_identity set environment = 'sandbox'`.execute(tx)),
        /permission denied/,
      );
    await assert.rejects(
      store.asKeeper((tx) => sql`update store_identity set environment = 'sandbox'`.execute(tx)),
      /permission denied/,
    );
  });
});
