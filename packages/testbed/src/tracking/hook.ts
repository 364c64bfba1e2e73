// The status hook over a store of its own: an organization, two pharmacies with credentials, and short ways to report and look.

import type { FillEventRow, FillRow, PrescribingTables } from '@pestle/service/for-tests/prescribing';
import { sql } from 'kysely';
import { insertHookCredential, insertOrganization, insertPharmacy } from '../practice/directory-rows.ts';
import { insertOrder, type OrderSpec, type TestOrder } from '../practice/order-rows.ts';
import { testClock, testPorts } from '../practice/test-clock.ts';
import { openTestStore } from '../stores/test-store.ts';
import { trackingApp } from './tracking-app.ts';

/** The members of all answers of the hook, and of its problems. */
export interface HookBody {
  readonly order_id?: string;
  readonly status?: string | number;
  readonly changed?: boolean;
  readonly reason?: string;
  readonly fills?: readonly { prescriber_order_number: string; status: string; changed: boolean }[];
  readonly warnings?: readonly { pointer: string; code: string; message: string }[];
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly retryable?: boolean;
  readonly request_id?: string;
  readonly current_status?: string;
  readonly allowed?: readonly string[];
  readonly errors?: readonly { pointer: string; code: string; detail: string }[];
}

export interface HookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: HookBody;
}

export const KEY = 'key-of-the-corner-drugstore';
export const OTHER_KEY = 'key-of-the-other-one';

export async function openHook() {
  const store = await openTestStore();
  const clock = testClock();
  const ports = testPorts(clock);
  const tracking = await trackingApp(store, ports, { bodyTimeoutMs: 400 });
  const orgId = await insertOrganization(store);
  const pharmacy = await insertPharmacy(store, {
    statusWords: { 'ON THE WAY': 'SHIPPED', 'ON THE SHELF': 'READY' },
  });
  const otherPharmacy = await insertPharmacy(store);
  await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: KEY });
  await insertHookCredential(store, { pharmacyId: otherPharmacy.id }, { key: OTHER_KEY });

  const orderWith = (spec: Partial<OrderSpec> = {}): Promise<TestOrder> =>
    insertOrder(store, { orgId, pharmacyId: pharmacy.id, ...spec });

  /** POSTs with the first pharmacy's key, unless the headers say otherwise. */
  const post = async (
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    app = tracking.app,
  ): Promise<HookAnswer> => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? {} : (JSON.parse(response.body) as HookBody),
    };
  };

  /** Reports on the first medication of an order, by its number. */
  const report = (
    order: TestOrder,
    status: string,
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HookAnswer> => post({ order_id: order.fills[0].orderNumber, status, ...more }, headers);

  /** What the store holds of one fill. */
  const fillOf = (
    order: TestOrder,
    index = 0,
  ): Promise<{ fill: FillRow; events: FillEventRow[]; orderState: string }> =>
    store.withOrg(order.orgId, async (tx) => {
      const tables = tx.withTables<PrescribingTables>();
      const id = order.fills[index]?.id ?? order.fills[0].id;
      const fill = await tables.selectFrom('fill').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const events = await tables
        .selectFrom('fill_event')
        .selectAll()
        .where('fill_id', '=', id)
        .orderBy('number')
        .execute();
      const { state } = await tables
        .selectFrom('orders')
        .select('state')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      return { fill, events, orderState: state };
    });

  /** Hands an order to another pharmacy, or to the same under another number, as a reroute or re-issue does. */
  const moveTo = (order: TestOrder, pharmacyId: string, orderNumber: string): Promise<void> =>
    store.withOrg(order.orgId, async (tx) => {
      await sql`update fill set pharmacy_id = ${pharmacyId}, prescriber_order_number = ${orderNumber}, state = 'SENT'
        where order_id = ${order.id}`.execute(tx);
      await sql`update orders set pharmacy_id = ${pharmacyId} where id = ${order.id}`.execute(tx);
    });

  return {
    store,
    clock,
    ports,
    tracking,
    orgId,
    pharmacy,
    otherPharmacy,
    orderWith,
    post,
    report,
    fillOf,
    moveTo,
  };
}
