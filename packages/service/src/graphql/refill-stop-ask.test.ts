// Goal: staff ask for no more refills, the prescriber stops or keeps them: the request is kept, seen on the desk, and lets nothing leave (A2).
// Method: real calls through the schema by each of them, on each store; what stands in the store is looked at for what must not be readable there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { Clinic, GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { failureOf } from '@pestle/testbed/practice/people';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

const REASON = 'Jane Doe stopped taking it in June.';
const KEPT = 'Jane Doe begins again next week.';
const FACTS = `fills { id state situation noMoreRefills { since } noMoreRefillsAsked { by reason } noMoreRefillsDeclined { by reason }
  events { event } acts { act allowed } }`;

interface Facts {
  readonly id: string;
  readonly state: string;
  readonly situation: string;
  readonly noMoreRefills: { readonly since: string } | null;
  readonly noMoreRefillsAsked: { readonly by: string; readonly reason: string | null } | null;
  readonly noMoreRefillsDeclined: { readonly by: string; readonly reason: string | null } | null;
  readonly events: readonly { readonly event: string }[];
  readonly acts: readonly { readonly act: string; readonly allowed: boolean }[];
}

for (const { name, skip, open } of BOTH_STORES)
  describe(`no more refills, asked for by staff, on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let store: Store;
    let testbed: GraphTestbed;
    let clinic: Clinic;
    before(async () => {
      opened = await open();
      ({ store } = opened);
      testbed = await openGraphTestbed(store, 'Riverside');
      clinic = testbed.a;
    });
    after(async () => {
      await testbed.close();
      await opened.close();
    });

    /** An order that its pharmacy has dispensed. */
    const dispensed = async (): Promise<string> => {
      const orderId = await recordsOf(testbed, clinic, 'Asked').get('order');
      await store.withOrg(clinic.orgId, (tx) =>
        sql`update fill set state = 'DELIVERED', sent_at = now() where order_id = ${orderId}`.execute(tx),
      );
      return orderId;
    };
    const ask = async (orderId: string, reason = REASON) =>
      (
        await testbed.data<{
          askForNoMoreRefills: { results: readonly { outcome: string; code: string | null }[] };
        }>(
          clinic.as('staff'),
          'mutation($input: AskForNoMoreRefillsInput!) { askForNoMoreRefills(input: $input) { results { outcome code } } }',
          { input: { orderId, reason } },
        )
      ).askForNoMoreRefills.results.map(({ outcome, code }) => [outcome, code]);
    const keep = (id: string, who: 'prescriber' | 'staff' = 'prescriber') =>
      testbed.data(
        clinic.as(who),
        'mutation($id: ID!, $reason: String!) { declineNoMoreRefills(id: $id, reason: $reason) { id } }',
        { id, reason: KEPT },
      );
    const fillOf = async (orderId: string, who: 'prescriber' | 'staff' = 'prescriber'): Promise<Facts> => {
      const { order } = await testbed.data<{ order: { fills: Facts[] } }>(
        clinic.as(who),
        `query($id: ID!) { order(id: $id) { ${FACTS} } }`,
        { id: orderId },
      );
      assert.ok(order.fills[0] !== undefined);
      return order.fills[0];
    };
    const offered = ({ acts }: Facts): readonly string[] =>
      acts.flatMap(({ act, allowed }) => (allowed && /REFILLS/.test(act) ? [act] : []));
    const onDesk = async (orderId: string): Promise<readonly string[]> => {
      const { deskItems } = await testbed.data<{
        deskItems: { nodes: readonly { situation: string; reason: { en: string } | null }[] };
      }>(
        clinic.as('prescriber'),
        'query($id: ID!) { deskItems(filter: { orderId: $id }) { nodes { situation reason { en } } } }',
        { id: orderId },
      );
      return deskItems.nodes.map(({ situation, reason }) => `${situation} ${reason?.en ?? ''}`);
    };
    const needsAttention = async (orderId: string): Promise<boolean> => {
      const { orders } = await testbed.data<{ orders: { nodes: readonly { id: string }[] } }>(
        clinic.as('prescriber'),
        '{ orders(needsAttention: true, first: 100) { nodes { id } } }',
      );
      return orders.nodes.some(({ id }) => id === orderId);
    };
    const readable = async (): Promise<string> => {
      const found: string[] = [];
      for (const table of ['fill', 'fill_event', 'orders', 'audit_entry', 'idempotency_key'])
        await store.withOrg(clinic.orgId, async (tx) => {
          const { rows } = await sql<{
            text: string;
          }>`select t::text as text from ${sql.table(table)} t`.execute(tx);
          found.push(...rows.map(({ text }) => text));
        });
      return found.join('\n');
    };

    test('A2: it is recorded with who and why, lies on the desk, and nothing leaves', async () => {
      const orderId = await dispensed();
      assert.deepEqual(offered(await fillOf(orderId, 'staff')), ['ASK_NO_MORE_REFILLS']);
      assert.deepEqual(offered(await fillOf(orderId)), ['NO_MORE_REFILLS']);
      assert.deepEqual(await ask(orderId), [['DISCONTINUE_ASKED', null]]);
      const fill = await fillOf(orderId);
      assert.deepEqual(
        [fill.state, fill.situation, fill.noMoreRefills],
        ['DELIVERED', 'REFILLS_ASKED', null],
      );
      assert.deepEqual({ ...fill.noMoreRefillsAsked }, { by: 'Staff Riverside', reason: REASON });
      assert.equal(fill.events.at(-1)?.event, 'refills-asked');
      assert.deepEqual(offered(fill), ['NO_MORE_REFILLS', 'DECLINE_NO_MORE_REFILLS']);
      assert.deepEqual(await onDesk(orderId), [`REFILLS_ASKED ${REASON}`]);
      assert.ok(await needsAttention(orderId));
      const { rows } = await store.withOrg(clinic.orgId, (tx) =>
        sql`select 1 from outbox where subject_id = ${fill.id} and kind <> 'new'`.execute(tx),
      );
      assert.equal(rows.length, 0);
      assert.doesNotMatch(await readable(), /Jane|June/);
    });

    test('A2: a prescriber stops them: the request is answered by it', async () => {
      const orderId = await dispensed();
      await ask(orderId);
      await testbed.data(
        clinic.as('prescriber'),
        'mutation($id: ID!) { discontinueRefills(orderId: $id) { results { outcome } } }',
        { id: orderId },
      );
      const fill = await fillOf(orderId);
      assert.notEqual(fill.noMoreRefills, null);
      assert.equal(fill.noMoreRefillsAsked, null);
      assert.ok(!(await onDesk(orderId)).some((item) => item.startsWith('REFILLS_ASKED')));
      assert.equal((await failureOf(keep(fill.id))).code, 'DESK_ITEM_GONE');
      assert.deepEqual(offered(await fillOf(orderId, 'staff')), []);
    });

    test('A2: a prescriber keeps them: staff read who and why, and may ask again', async () => {
      const orderId = await dispensed();
      await ask(orderId);
      const { id } = await fillOf(orderId);
      assert.equal((await failureOf(keep(id, 'staff'))).code, 'FORBIDDEN');
      await keep(id);
      const kept = await fillOf(orderId, 'staff');
      assert.equal(kept.noMoreRefillsAsked, null);
      assert.deepEqual({ ...kept.noMoreRefillsDeclined }, { by: 'Prescriber Riverside', reason: KEPT });
      assert.deepEqual([kept.situation, kept.events.at(-1)?.event], ['PICKED_UP', 'refills-declined']);
      assert.deepEqual(await onDesk(orderId), []);
      assert.equal((await failureOf(keep(id))).code, 'DESK_ITEM_GONE');
      await ask(orderId, 'They ask once more.');
      const again = await fillOf(orderId);
      assert.equal(again.noMoreRefillsAsked?.reason, 'They ask once more.');
      assert.equal(again.noMoreRefillsDeclined, null);
      assert.doesNotMatch(await readable(), /Jane|once more/);
    });

    test('A2: where a prescriber stopped them and the pharmacy could not be told, staff are told that, and not that it is on its way', async () => {
      const orderId = await dispensed();
      await testbed.data(
        clinic.as('prescriber'),
        'mutation($id: ID!) { discontinueRefills(orderId: $id) { results { outcome } } }',
        { id: orderId },
      );
      await store.withOrg(clinic.orgId, (tx) =>
        sql`update fill set discontinued_at = now(), discontinue_not_sent_at = now(), discontinue_not_sent_reason = 'NOT_DELIVERED'
          where order_id = ${orderId}`.execute(tx),
      );
      assert.deepEqual(await ask(orderId), [['DISCONTINUE_NOT_SENT', 'NOT_DELIVERED']]);
      assert.equal((await fillOf(orderId)).noMoreRefillsAsked, null);
    });

    test('A2: what no prescriber could stop is refused to staff as well; prescribers and others do not ask', async () => {
      const orderId = await recordsOf(testbed, clinic, 'Waiting').get('order');
      assert.deepEqual(await ask(orderId), [['REFUSED', 'NOT_SENT_YET']]);
      assert.equal((await fillOf(orderId)).noMoreRefillsAsked, null);
      assert.equal((await failureOf(ask(orderId, 'x'.repeat(211)))).code, 'INVALID_INPUT');
      const input = { orderId, reason: REASON };
      const document =
        'mutation($input: AskForNoMoreRefillsInput!) { askForNoMoreRefills(input: $input) { results { outcome } } }';
      for (const who of ['prescriber', 'admin', 'machine'] as const)
        assert.equal(
          (await failureOf(testbed.data(clinic.as(who), document, { input }))).code,
          'FORBIDDEN',
          who,
        );
      assert.equal(
        (await failureOf(testbed.data(testbed.b.as('staff'), document, { input }))).code,
        'NOT_FOUND',
      );
    });
  });
