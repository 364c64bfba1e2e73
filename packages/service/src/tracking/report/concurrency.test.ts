// Tests reports that truly run at the same time, which needs PostgreSQL: one delivery often, and many reports about one order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  insertHookCredential,
  insertOrganization,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';

test('F25: at the same time, one delivery counts once and reports about one order take turns', {
  skip: skipWithoutPostgres,
}, async () => {
  const postgres = await openPostgresTestStore();
  const { store } = postgres;
  const { app, unexpected } = await trackingApp(store, testPorts(testClock()), {
    quotaSizes: { order: 1_000 },
  });
  try {
    const [orgId, otherOrgId] = [await insertOrganization(store), await insertOrganization(store)];
    const pharmacy = await insertPharmacy(store);
    await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: 'a-key-for-many-reports' });
    const send = async (body: object, id: string) => {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/hooks/pharmacy',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer a-key-for-many-reports',
          'webhook-id': id,
        },
        payload: JSON.stringify(body),
      });
      return { status: response.statusCode, changed: response.json().changed as unknown };
    };

    const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id, states: ['SENT', 'SENT'] });
    const same = await Promise.all(
      Array.from({ length: 20 }, () => send({ order_id: order.id, status: 'RECEIVED' }, 'msg_same')),
    );
    assert.deepEqual(new Set(same.map(({ status }) => status)), new Set([200]));
    assert.equal(same.filter(({ changed }) => changed === true).length, 1);

    const elsewhere = await insertOrder(store, { orgId: otherOrgId, pharmacyId: pharmacy.id });
    const clash = await send({ order_id: elsewhere.id, status: 'RECEIVED' }, 'msg_same');
    assert.equal(clash.status, 422, 'a row of another organization is not seen, and still in the way');

    const statuses = ['FILLING', 'SHIPPED', 'RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'];
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, index) =>
        send(
          {
            order_id: index % 3 === 2 ? order.id : order.fills[index % 2]?.orderNumber,
            status: statuses[index % statuses.length],
          },
          `msg_${index}`,
        ),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const { rows } = await store.withOrg(orgId, (tx) =>
      sql<{ fill_id: string; number: number; from_state: string | null; to_state: string }>`
        select fill_id, number, from_state, to_state from fill_event order by fill_id, number`.execute(tx),
    );
    for (const { id } of order.fills) {
      const own = rows.filter((row) => row.fill_id === id);
      assert.deepEqual(
        own.map(({ number }) => number),
        own.map((_, index) => index + 1),
      );
      for (const [index, event] of own.entries())
        if (index > 0) assert.equal(event.from_state, own[index - 1]?.to_state);
      assert.equal(own.at(-1)?.to_state, 'DELIVERED');
    }
    assert.deepEqual(unexpected, []);
  } finally {
    await app.close();
    await postgres.close();
  }
});
