// Goal: what a pharmacy says of one order again and again, all at once, takes no connection from others (F23).
// Method: the hook on both stores; the transactions that it opens are counted on their way to the real store.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
import {
  insertHookCredential,
  insertOrganization,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder, type TestOrder } from '@pestle/testbed/practice/order-rows';
import { testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';
import { rememberReporting } from '../../directory/inside.ts';
import type { Store } from '../../store/store.ts';

const KEY = 'a-key-that-repeats-itself';
type App = Awaited<ReturnType<typeof trackingApp>>['app'];

for (const { name, skip, open } of BOTH_STORES)
  describe(`reports on one order at once, on the ${name}`, { skip }, () => {
    const ports = testPorts(testClock());
    const quotaSizes = { order: 10_000, pharmacy: 100_000 };
    let store: Store;
    let closeStore: () => Promise<void>;
    let orgId: OrganizationId;
    let pharmacyId: PharmacyId;
    before(async () => {
      const opened = await open();
      ({ store } = opened);
      closeStore = opened.close;
      orgId = await insertOrganization(store);
      pharmacyId = (await insertPharmacy(store)).id;
      await insertHookCredential(store, { pharmacyId }, { key: KEY });
      await store.withOrg(orgId, (tx) => rememberReporting(tx, [pharmacyId]));
    });
    after(() => closeStore());
    const post = async (app: App, { id }: TestOrder, status: string) => {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/hooks/pharmacy',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
        payload: JSON.stringify({ order_id: id, status }),
      });
      return { status: response.statusCode, body: response.json() as Record<string, unknown> };
    };

    test('F23: what is said again, however often at once, opens no transaction of its own, and each is written down', async () => {
      let longer = 0;
      const counting: Store = {
        ...store,
        withOrg: (org, work, also) => {
          longer += 1;
          return store.withOrg(org, work, also);
        },
      };
      const { app } = await trackingApp(counting, ports, { quotaSizes });
      const order = await insertOrder(store, { orgId, pharmacyId, states: ['FILLING'] });
      const words = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'FILLING' : 'RECEIVED'));
      const answers = await Promise.all(words.map((status) => post(app, order, status)));
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body['changed'], body['reason']]),
        words.map((word) => [200, false, word === 'FILLING' ? 'duplicate' : 'superseded']),
      );
      assert.equal(longer, 0);
      const { rows } = await store.withOrg(orgId, (tx) =>
        sql<{
          events: number;
          audit: number;
        }>`select (select count(*)::integer from fill_event where order_id = ${order.id}) as events,
          (select count(*)::integer from audit_entry where subject_id = ${order.fills[0].id}) as audit`.execute(
          tx,
        ),
      );
      assert.deepEqual(rows[0], { events: 1 + words.length, audit: words.length });
      await app.close();
    });

    test('F23: of reports on one order that take the longer way one at a time has a connection', async () => {
      const open = { now: 0, most: 0, all: 0 };
      const counting: Store = {
        ...store,
        withOrg: async (org, work, also) => {
          open.now += 1;
          open.all += 1;
          open.most = Math.max(open.most, open.now);
          return await store.withOrg(org, work, also).finally(() => (open.now -= 1));
        },
      };
      const { app } = await trackingApp(counting, ports, { quotaSizes });
      const order = await insertOrder(store, { orgId, pharmacyId, states: ['DELIVERED'] });
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(app, order, 'DELIVERED')));
      assert.deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200),
      );
      assert.deepEqual([open.all, open.most], [6, 1]);
      await app.close();
    });
  });
