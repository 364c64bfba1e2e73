// Goal: a list of orders is narrowed by line, channel, pharmacy, signer, day and typed text, never to another organization's, and refuses what cannot be meant.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type GraphTestbed, openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { insertOrder, type TestOrder } from '@pestle/testbed/practice/order-rows';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { PrescribingTables } from '../prescribing/inside.ts';

const ASK = /* GraphQL */ `
  query ($ids: [ID!], $states: [FillState!], $channel: OrderChannel, $pharmacyId: ID, $prescriberId: ID, $from: Date, $to: Date, $number: String, $text: String, $after: String) {
    orders(first: 100, ids: $ids, number: $number, states: $states, channel: $channel, pharmacyId: $pharmacyId, prescriberId: $prescriberId, from: $from, to: $to, text: $text, after: $after) {
      nodes { id }
      pageInfo { endCursor }
    }
  }
`;
type Answer = { readonly orders: { readonly nodes: readonly { readonly id: string }[] } };

let store: Awaited<ReturnType<typeof openTestStore>>;
let testbed: GraphTestbed;
let pharmacyId: string;
let shipped: TestOrder;
let faxed: TestOrder;
let theirs: TestOrder;

before(async () => {
  store = await openTestStore();
  testbed = await openGraphTestbed(store, 'Riverside');
  const pharmacy = await insertPharmacy(store);
  const other = await insertPharmacy(store);
  pharmacyId = pharmacy.id;
  const { orgId } = testbed.a;
  shipped = await insertOrder(store, { orgId, pharmacyId: pharmacy.id, states: ['SENT', 'SHIPPED'] });
  faxed = await insertOrder(store, { orgId, pharmacyId: other.id, states: ['SENT'], channel: 'fax' });
  theirs = await insertOrder(store, { orgId: testbed.b.orgId, pharmacyId: pharmacy.id, states: ['SHIPPED'] });
  for (const { orgId: of, id } of [shipped, theirs])
    await store.withOrg(of, (tx) =>
      tx
        .withTables<PrescribingTables>()
        .updateTable('fill')
        .set({ tracking_number: '1Z 999 aa1' })
        .where('order_id', '=', id)
        .where('state', '=', 'SHIPPED')
        .execute(),
    );
  // Ordered on an evening in New York that is the next day elsewhere.
  await store.withOrg(orgId, (tx) =>
    tx
      .withTables<PrescribingTables>()
      .updateTable('orders')
      .set({ created_at: '2026-03-02T03:30:00Z' })
      .where('id', '=', shipped.id)
      .execute(),
  );
});
after(async () => {
  await testbed.close();
  await store.close();
});

async function idsOf(variables: Record<string, unknown>): Promise<readonly string[]> {
  const { orders } = await testbed.data<Answer>(testbed.a.everything, ASK, variables);
  const known = new Set<string>([shipped.id, faxed.id, theirs.id]);
  return orders.nodes.map(({ id }) => id).filter((id) => known.has(id));
}

test('orders are narrowed by what holds of one line', async () => {
  assert.deepEqual(await idsOf({}), [faxed.id, shipped.id]);
  assert.deepEqual(await idsOf({ states: ['SHIPPED'] }), [shipped.id]);
  assert.deepEqual(await idsOf({ states: ['SENT'], channel: 'FAX' }), [faxed.id]);
  assert.deepEqual(await idsOf({ states: ['SHIPPED'], channel: 'FAX' }), []);
  assert.deepEqual(await idsOf({ pharmacyId }), [shipped.id]);
  assert.deepEqual(await idsOf({ prescriberId: 'usr_01ABSENT000000000000000000' }), []);
});

test('orders are asked for by their ids: nobody else’s, each once, and a bounded number', async () => {
  assert.deepEqual(await idsOf({ ids: [shipped.id, theirs.id, 'elsewhere', shipped.id] }), [shipped.id]);
  assert.deepEqual(await idsOf({ ids: ['elsewhere'] }), []);
  assert.deepEqual(await idsOf({ ids: [shipped.id, faxed.id], states: ['SHIPPED'] }), [shipped.id]);
  for (const ids of [[], Array.from({ length: 101 }, () => shipped.id)]) {
    const { errors } = await testbed.ask(testbed.a.everything, ASK, { ids });
    assert.match(String(errors?.[0]?.message), /^ids: Name 1 to 100 orders/);
  }
});

test("days are the organization's own", async () => {
  assert.deepEqual(await idsOf({ from: '2026-03-01', to: '2026-03-01' }), [shipped.id]);
  assert.deepEqual(await idsOf({ from: '2026-03-02', to: '2026-03-02' }), []);
});

test('what is typed finds an order by its ids and by what stands on the parcel, and nobody else’s', async () => {
  const [{ orderNumber }] = shipped.fills;
  for (const text of [shipped.id, orderNumber, orderNumber.toLowerCase(), '1z 999 AA1'])
    assert.deepEqual(await idsOf({ text }), [shipped.id], text);
  assert.deepEqual(await idsOf({ text: theirs.id }), []);
  assert.deepEqual(await idsOf({ text: 'nothing\0of this' }), []);
});

test('an order is found by its number, written as people write it, and a wrong digit is called so', async () => {
  const numberOf = async ({ orgId, id }: TestOrder): Promise<string> =>
    await store.withOrg(orgId, async (tx) => {
      const row = await tx
        .withTables<PrescribingTables>()
        .selectFrom('orders')
        .select('number')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.number ?? '';
    });
  const number = await numberOf(shipped);
  const spaced = `${number.slice(0, 4)} ${number.slice(4)}`;
  for (const typed of [number, spaced, `#${number}`]) {
    assert.deepEqual(await idsOf({ number: typed }), [shipped.id], typed);
    assert.deepEqual(await idsOf({ text: typed }), [shipped.id], typed);
  }
  assert.deepEqual(await idsOf({ number, states: ['QUEUED'] }), []);
  assert.deepEqual(await idsOf({ number: await numberOf(theirs) }), []);
  const wrong = `${number.slice(0, 7)}${(Number(number[7]) + 1) % 10}`;
  const { errors } = await testbed.ask(testbed.a.everything, ASK, { number: wrong });
  assert.match(String(errors?.[0]?.message), /^number: .*mistyped/);
  const none = await testbed.ask(testbed.a.everything, ASK, { number: '12' });
  assert.match(String(none.errors?.[0]?.message), /eight digits/);
});

test('what cannot be meant is refused, by field', async () => {
  const codeOf = async (variables: Record<string, unknown>): Promise<unknown> =>
    (await testbed.ask(testbed.a.everything, ASK, variables)).errors?.[0]?.message;
  assert.match(String(await codeOf({ text: 'x'.repeat(101) })), /100 characters|text/);
  assert.match(String(await codeOf({ from: '2026-02-30' })), /date|day|YYYY/i);
  assert.match(String(await codeOf({ pharmacyId: 'elsewhere' })), /no pharmacy/);
  assert.match(String(await codeOf({ prescriberId: 'elsewhere' })), /no prescriber/);
});
