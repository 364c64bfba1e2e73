// Goal: attempts that begin and end together leave each exactly once, and none waits for, or falls with, another (I1, I3, A2).
// Method: orders that wait are let go at once, one of them locked by somebody else, one whose signer has changed; the pharmacies' log is the evidence.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { OrderRecord } from '../../prescribing/inside.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';

const PHARMACIES = ['phr_0ACCEPTS020170710XM1000000', 'phr_0NETW0RK0PARTNER0000000000'];
const ORDERS = 12;

/** Notes how many attempts each statement began. */
function noting(store: Store, begun: number[]): Store {
  return {
    ...store,
    pipeline: async (groups) => {
      const results = await store.pipeline(groups);
      const steps = groups.flatMap((group) => group.steps);
      for (const [index, { statement }] of steps.entries())
        if (statement.name === 'pestle_begin') begun.push(results[index]?.length ?? 0);
      return results;
    },
  };
}

for (const { name, skip, open } of BOTH_STORES)
  describe(`attempts that go together on the ${name}`, { skip }, () => {
    const begun: number[] = [];
    let testbed: DeliveryTestbed;
    let close: () => Promise<void>;
    before(async () => {
      const opened = await open();
      close = opened.close;
      testbed = await openDeliveryTestbed(sealStore(noting(opened.store, begun), TEST_DATA_KEYS));
    });
    after(async () => {
      await testbed.close();
      await close();
      assert.deepEqual(testbed.errors, []);
    });

    const waiting = async (count: number): Promise<OrderRecord[]> => {
      await testbed.delivery.dispatcher.stop();
      const orders: OrderRecord[] = [];
      for (let index = 0; index < count; index += 1)
        orders.push(await testbed.order(PHARMACIES[index % PHARMACIES.length] ?? ''));
      begun.length = 0;
      return orders;
    };
    const sent = async (order: OrderRecord): Promise<void> => {
      await testbed.until(order.order.id, ({ fills }) => fills.every(({ state }) => state === 'SENT'));
    };
    const arrivals = ({ fills }: OrderRecord): number =>
      testbed.peers
        .log()
        .filter(
          ({ kind, prescriberOrderNumber }) =>
            kind === 'NewRx' && prescriberOrderNumber === fills[0]?.prescriber_order_number,
        ).length;

    test('each of a backlog arrives once, and several begin in one statement', async () => {
      const orders = await waiting(ORDERS);
      await testbed.delivery.dispatcher.start();
      for (const order of orders) await sent(order);
      assert.deepEqual(
        orders.map(arrivals),
        Array.from({ length: ORDERS }, () => 1),
      );
      assert.equal(
        begun.reduce((sum, count) => sum + count, 0),
        ORDERS,
      );
      assert.ok(
        begun.some((count) => count > 1),
        `began ${begun.join(', ')}`,
      );
    });

    test('A2: one whose signer has changed does not leave, and the others do', async () => {
      const orders = await waiting(4);
      const [first] = orders;
      assert.ok(first !== undefined);
      // What was judged for this one is not what stands there now.
      await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update prescription set dispensed_at = now() where id = ${first.fills[0]?.prescription_id}`.execute(
          tx,
        ),
      );
      await testbed.delivery.dispatcher.start();
      for (const order of orders.slice(1)) await sent(order);
      await testbed.until(first.order.id, ({ fills }) => fills[0]?.state === 'STUCK');
      assert.deepEqual(orders.map(arrivals), [0, 1, 1, 1]);
    });

    // The one session of the embedded store has nobody beside it.
    const several = name === 'PostgreSQL' ? test : undefined;
    several?.(
      'one whose order somebody holds leaves when it is let go, and keeps nobody waiting',
      async () => {
        const orders = await waiting(6);
        const [first] = orders;
        assert.ok(first !== undefined);
        const held = Promise.withResolvers<void>();
        const letGo = Promise.withResolvers<void>();
        const holding = testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
          await lockOrder(tx, TEST_ORGANIZATION, first.order.id);
          held.resolve();
          await letGo.promise;
        });
        await held.promise;
        await testbed.delivery.dispatcher.start();
        for (const order of orders.slice(1)) await sent(order);
        assert.equal(arrivals(first), 0);
        letGo.resolve();
        await holding;
        await sent(first);
        assert.deepEqual(orders.map(arrivals), [1, 1, 1, 1, 1, 1]);
      },
    );
  });
