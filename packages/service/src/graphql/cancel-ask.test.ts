// Goal: staff ask for a cancel, the prescriber cancels: the request is kept, seen on the desk, answered by the cancel, and lets nothing leave (A2).
// Method: real calls through the schema by each of them; what stands in the store is looked at for what must not be readable there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CANCEL_REASONS_ES } from '@pestle/rules/situation-reasons-es';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { Clinic, GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { failureOf } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { CANCEL_NOT_SENT_REASONS } from '../delivery/delivery.ts';
import type { EmbeddedStore } from '../store/embedded/embedded-store.ts';

const REASON = 'Jane Doe is allergic to it: rash in 2019.';
const FACTS = `fills { id state situation cancelRequestedAt cancelAsked { at by reason } events { event } }`;

interface Facts {
  readonly id: string;
  readonly state: string;
  readonly situation: string;
  readonly cancelRequestedAt: string | null;
  readonly cancelAsked: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
  readonly events: readonly { readonly event: string }[];
}

describe('a cancel that staff ask for', () => {
  let store: EmbeddedStore;
  let testbed: GraphTestbed;
  let clinic: Clinic;
  before(async () => {
    store = await openTestStore();
    testbed = await openGraphTestbed(store, 'Riverside');
    clinic = testbed.a;
  });
  after(async () => {
    await testbed.close();
    await store.close();
  });

  const newOrder = async (): Promise<string> => await recordsOf(testbed, clinic, 'Asked').get('order');
  const cancel = async (caller: 'staff' | 'prescriber' | 'everything', orderId: string, reason?: string) => {
    const { cancelOrder } = await testbed.data<{
      cancelOrder: {
        results: { outcome: string; code: string | null; message: string | null }[];
        order: { fills: Facts[] };
      };
    }>(
      caller === 'everything' ? clinic.everything : clinic.as(caller),
      `mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { results { outcome code message } order { ${FACTS} } } }`,
      { input: { orderId, ...(reason === undefined ? {} : { reason }) } },
    );
    return cancelOrder;
  };
  const fillOf = async (orderId: string): Promise<Facts> => {
    const { order } = await testbed.data<{ order: { fills: Facts[] } }>(
      clinic.as('prescriber'),
      `query($id: ID!) { order(id: $id) { ${FACTS} } }`,
      { id: orderId },
    );
    assert.ok(order.fills[0] !== undefined);
    return order.fills[0];
  };
  const needingAttention = async (): Promise<readonly string[]> => {
    const { orders } = await testbed.data<{ orders: { nodes: { id: string }[] } }>(
      clinic.as('prescriber'),
      '{ orders(needsAttention: true, first: 100) { nodes { id } } }',
    );
    return orders.nodes.map(({ id }) => id);
  };
  const rows = async (table: string, orderId: string): Promise<string> => {
    const { rows: found } = await store.withOrg(clinic.orgId, (tx) =>
      sql<{
        text: string;
      }>`select t::text as text from ${sql.table(table)} t where t::text like ${`%${orderId}%`}`.execute(tx),
    );
    return found.map(({ text }) => text).join('\n');
  };

  test('it is recorded with who, when and why, lies on the desk, and nothing leaves', async () => {
    const orderId = await newOrder();
    const before = await fillOf(orderId);
    assert.ok(!(await needingAttention()).includes(orderId));
    const { results } = await cancel('staff', orderId, REASON);
    assert.deepEqual(
      results.map(({ outcome, code }) => [outcome, code]),
      [['CANCEL_ASKED', null]],
    );
    const fill = await fillOf(orderId);
    assert.deepEqual(
      [fill.state, fill.situation, fill.cancelRequestedAt],
      [before.state, 'CANCEL_ASKED', null],
    );
    assert.deepEqual([fill.cancelAsked?.by, fill.cancelAsked?.reason], ['Staff Riverside', REASON]);
    assert.ok(Date.now() - Date.parse(fill.cancelAsked?.at ?? '') < 60_000);
    assert.equal(fill.events.at(-1)?.event, 'cancel-asked');
    assert.ok((await needingAttention()).includes(orderId));
    const { rows: leaving } = await store.withOrg(clinic.orgId, (tx) =>
      sql<{ kind: string }>`select kind from outbox where subject_id = ${fill.id}`.execute(tx),
    );
    assert.deepEqual(leaving, [{ kind: 'new' }], 'the prescription waits as before, and no cancel does');
  });

  test('what it says of the patient is readable nowhere in the store', async () => {
    const orderId = await newOrder();
    await cancel('staff', orderId, REASON);
    for (const table of ['fill', 'fill_event', 'orders', 'audit_entry', 'idempotency_key'])
      assert.doesNotMatch(await rows(table, orderId), /Jane|allergic/, table);
  });

  test("the prescriber's cancel answers it, and its history stays", async () => {
    const orderId = await newOrder();
    await cancel('staff', orderId);
    assert.equal((await fillOf(orderId)).cancelAsked?.reason, null);
    const { results } = await cancel('prescriber', orderId);
    assert.equal(results[0]?.outcome, 'CANCELED');
    const fill = await fillOf(orderId);
    assert.deepEqual([fill.state, fill.cancelAsked], ['CANCELED', null]);
    assert.ok(fill.events.some(({ event }) => event === 'cancel-asked'));
    assert.ok(!(await needingAttention()).includes(orderId));
  });

  test('who is an authorized prescriber as well cancels', async () => {
    const { results } = await cancel('everything', await newOrder());
    assert.equal(results[0]?.outcome, 'CANCELED');
  });

  test('asked again, the newer request stands', async () => {
    const orderId = await newOrder();
    await cancel('staff', orderId, 'First.');
    await cancel('staff', orderId, 'Second.');
    assert.equal((await fillOf(orderId)).cancelAsked?.reason, 'Second.');
  });

  test('D10: where a prescriber canceled and the pharmacy could not be told, staff are told that, and not that it is on its way', async () => {
    const orderId = await newOrder();
    const requested = (reason: string | null): Promise<unknown> =>
      store.withOrg(clinic.orgId, (tx) =>
        sql`update fill set state = 'SENT', cancel_requested_at = now(), cancel_not_sent_reason = ${reason},
          cancel_not_sent_at = case when ${reason}::text is null then null else now() end where order_id = ${orderId}`.execute(
          tx,
        ),
      );
    for (const code of Object.keys(CANCEL_NOT_SENT_REASONS)) {
      await requested(code);
      const [result] = (await cancel('staff', orderId, REASON)).results;
      assert.deepEqual([result?.outcome, result?.code], ['CANCEL_NOT_SENT', code]);
      assert.equal(
        result?.message,
        CANCEL_NOT_SENT_REASONS[code as keyof typeof CANCEL_NOT_SENT_REASONS].text,
      );
      const fill = await fillOf(orderId);
      assert.deepEqual([fill.situation, fill.cancelAsked], ['CANCEL_NOT_SENT', null], 'nothing is asked for');
      assert.match(result?.message ?? '', /[Cc]all it/);
      assert.match(CANCEL_REASONS_ES[code] ?? '', /llámela/i, `${code} in Spanish`);
    }
    await requested(null);
    assert.equal((await cancel('staff', orderId)).results[0]?.outcome, 'CANCEL_SENT');
  });

  test('what no prescriber could cancel is refused to staff as well, and a long reason', async () => {
    const orderId = await newOrder();
    const long = failureOf(cancel('staff', orderId, 'x'.repeat(211)));
    assert.equal((await long).code, 'INVALID_INPUT');
    await store.withOrg(clinic.orgId, (tx) =>
      sql`update fill set state = 'DELIVERED' where order_id = ${orderId}`.execute(tx),
    );
    assert.equal((await failureOf(cancel('staff', orderId))).code, 'CANCEL_REFUSED');
  });
});
