// Goal: who waits for a lock that another holds is at no fault: nothing is counted, given up or faxed, and others come through meanwhile (I2, I3).
// Method: another session of PostgreSQL holds the row of a lane; the store gives up a wait after one second instead of its ten. On the embedded store
// nobody waits for a lock: one transaction runs at a time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore, type PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { isUnavailable, sqlState } from '../../../kernel/failures/sql-errors.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

let opened: PostgresTestStore;
let testbed: DeliveryTestbed;
before(async () => {
  if (skipWithoutPostgres !== false) return;
  opened = await openPostgresTestStore(undefined, { lockTimeoutMs: LOCK_TIMEOUT_MS });
  testbed = await openDeliveryTestbed(opened.store);
});
after(async () => {
  if (skipWithoutPostgres !== false) return;
  await testbed.close();
  await opened.close();
  assert.deepEqual(
    testbed.errors.filter((error) => !isUnavailable(error)),
    [],
  );
});

test('who waits for a lock that another holds counts nothing, while others come through', {
  skip: skipWithoutPostgres,
}, async () => {
  const isSent = (orderId: string): Promise<unknown> =>
    testbed.until(orderId, ({ fills: [one] }) => one?.state === 'SENT');
  await testbed.delivery.dispatcher.start();
  const { order: before } = await testbed.order(ACCEPTS);
  await isSent(before.id);
  await testbed.delivery.dispatcher.stop();
  const { order, fills } = await testbed.order(ACCEPTS);
  const errors = testbed.errors.length;
  const waitedTwice = (): boolean =>
    testbed.errors.slice(errors).filter((error) => sqlState(error) === LOCK_NOT_AVAILABLE).length >= 2;
  await opened.asOwner(async (tx) => {
    await sql`begin`.execute(tx);
    const held = await sql`select key from lane where key = ${`pharmacy:${ACCEPTS}`} for update`.execute(tx);
    assert.equal(held.rows.length, 1);
    await testbed.delivery.dispatcher.start();
    const startedAt = performance.now();
    let others = 0;
    while ((!waitedTwice() || others === 0) && performance.now() - startedAt < PATIENCE_MS) {
      const { order: other } = await testbed.order(JSON_2023011);
      await isSent(other.id);
      others += 1;
    }
    await sql`commit`.execute(tx);
  });
  assert.ok(waitedTwice(), 'twice');
  const { rows } = await opened.asOwner((tx) =>
    sql<{
      id: string;
    }>`select id from outbox where faults > 0 or on_hold_since is not null`.execute(tx),
  );
  assert.deepEqual(rows, []);
  await isSent(order.id);
  const [fill] = (await testbed.prescribing.order(testbed.prescriber, order.id)).fills;
  assert.notEqual(fill?.channel, 'fax');
  const number = fills[0]?.prescriber_order_number;
  assert.equal(
    testbed.peers.log().filter((entry) => entry.kind === 'NewRx' && entry.prescriberOrderNumber === number)
      .length,
    1,
  );
});
