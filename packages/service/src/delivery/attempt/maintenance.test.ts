// Goal: in a window of maintenance nothing leaves for whom it concerns, nothing is lost by it, and what cannot wait goes by fax (D2, D6, D12).
// Method: the real delivery against the sandbox's pharmacies on both stores; windows are announced and ended as operators do it, and
// time passes by editing rows, because the store's time decides.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { recordOf } from '@pestle/testbed/network/pharmacies';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { Directory } from '../../directory/directory.ts';
import { createDirectory } from '../../directory/directory.ts';
import type { WindowSubject } from '../../directory/maintenance/window-input.ts';
import type { MaintenanceWindow } from '../../directory/maintenance/windows.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { OutboxRow } from '../../outbox/outbox.ts';
import type { FillRow } from '../../prescribing/inside.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000' as PharmacyId;
const OTHER = 'phr_0ACCEPTS020230110JS0N00000' as PharmacyId;
const PARTNER_PHARMACY = 'phr_0NETW0RK0PARTNER0000000000' as PharmacyId;
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000' as PharmacyId;
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000' as PharmacyId;
const OHIO = 'phr_00H100N00FAX00000000000000' as PharmacyId;
const MINUTE_MS = 60_000;

for (const { name, skip, open } of BOTH_STORES) {
  describe(`maintenance on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let directory: Directory;
    let closeStore: () => Promise<void>;
    let laterByMs = 0;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      testbed = await openDeliveryTestbed(opened.store, {
        ports: { ...systemPorts, clock: { now: () => systemPorts.clock.now() + laterByMs } },
      });
      directory = createDirectory({ store: opened.store, ports: systemPorts });
    });
    after(async () => {
      await testbed.close();
      await closeStore();
      assert.deepEqual(testbed.errors, []);
    });

    const announce = (subject: WindowSubject, minutes: number): Promise<MaintenanceWindow> =>
      directory.windows.add({
        subject,
        end: new Date(Date.now() + minutes * MINUTE_MS).toISOString(),
        note: 'New servers',
        by: 'Olga Operator',
      });
    const end = ({ id }: MaintenanceWindow) => directory.windows.end(id, { by: 'Olga Operator' });
    const waiting = async (fillId: string): Promise<OutboxRow[]> => {
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<OutboxRow>`select * from outbox where subject_id = ${fillId} order by id`.execute(tx),
      );
      return rows;
    };
    /** Waits until every row of the fill is held by a window. */
    const held = async (fillId: string): Promise<OutboxRow> => {
      let rows: OutboxRow[] = [];
      return await testbed.waitFor(
        async () => {
          rows = await waiting(fillId);
          return rows.slice(0, 1).find((row) => row.held_by !== null && row.leased_by === null);
        },
        () => `not held: ${JSON.stringify(rows)} ${testbed.errors.map(String).join('; ')}`,
      );
    };
    /** Waits until so many attempts were begun and the last of them has ended. */
    const ended = async (fillId: string, count: number): Promise<void> => {
      let rows: OutboxRow[] = [];
      await testbed.waitFor(
        async () => {
          rows = await waiting(fillId);
          return rows.slice(0, 1).find((row) => row.attempt === count && row.leased_by === null);
        },
        () => `there were never ${count} attempts: ${JSON.stringify(rows)}`,
      );
    };
    /** Electronic messages of it that reached its pharmacy. */
    const received = (fill: FillRow) =>
      testbed.peers
        .log()
        .filter(
          ({ channel, prescriberOrderNumber: number }) =>
            channel !== 'fax' && number === fill.prescriber_order_number,
        );
    const faxesTo = (pharmacyId: string) =>
      testbed.peers.faxes().filter((fax) => fax.pharmacyId === pharmacyId);
    const begin = async (pharmacyId: string): Promise<{ orderId: string; fill: FillRow }> => {
      const { order, fills } = await testbed.order(pharmacyId);
      const [fill] = fills;
      assert.ok(fill);
      return { orderId: order.id, fill };
    };
    const sent = async (orderId: string): Promise<FillRow> => {
      const { fills } = await testbed.until(orderId, (record) =>
        record.fills.every(({ state }) => state === 'SENT'),
      );
      return fills[0] as FillRow;
    };
    const records = async (fillId: string) =>
      (await testbed.delivery.transmissions(testbed.prescriber, [fillId])).get(fillId) ?? [];

    test('D6: nothing leaves for a pharmacy in its window, others are not slowed, and it leaves as soon as the window ends', async () => {
      const window = await announce({ kind: 'pharmacy', id: XML_2017071 }, 20);
      const { orderId, fill } = await begin(XML_2017071);
      const row = await held(fill.id);
      assert.equal(row.attempt, 0);
      assert.equal(
        Date.parse(row.run_at),
        Date.parse(window.end),
        'it leaves at the announced end even if nobody ends it before',
      );
      assert.deepEqual(
        [...(await testbed.delivery.underWay(testbed.prescriber, [fill.id]))].map(
          ([id, { leavesAt, waitsFor }]) => [id, Date.parse(leavesAt ?? ''), waitsFor],
        ),
        [[fill.id, Date.parse(window.end), 'PHARMACY']],
      );
      const other = await begin(OTHER);
      assert.equal((await sent(other.orderId)).channel, 'script');
      assert.equal((await testbed.delivery.underWay(testbed.prescriber, [other.fill.id])).size, 0);
      assert.equal(received(fill).length, 0);
      assert.equal((await testbed.prescribing.order(testbed.prescriber, orderId)).fills[0]?.state, 'QUEUED');
      await end(window);
      assert.equal((await sent(orderId)).channel, 'script');
      assert.equal((await records(fill.id))[0]?.attempts.length, 1);
      assert.equal(received(fill).length, 1);
    });

    test('D6: a window that moves takes what waits with it', async () => {
      const window = await announce({ kind: 'pharmacy', id: XML_2017071 }, 10);
      const { orderId, fill } = await begin(XML_2017071);
      await held(fill.id);
      const later = new Date(Date.now() + 20 * MINUTE_MS).toISOString();
      await directory.windows.change(window.id, { end: later, by: 'Olga Operator' });
      await testbed.waitFor(
        async () => Date.parse((await held(fill.id)).run_at) === Date.parse(later) || undefined,
        () => 'what waits was not moved with its window',
      );
      await end(window);
      await sent(orderId);
    });

    test('D4: a window uses up no attempts', async () => {
      const pharmacy = testbed.peers.pharmacies.find(({ id }) => id === FAILS_TWICE);
      assert.ok(pharmacy?.integration);
      const slow = { offsetsMs: [0, 600_000, 1_200_000], timeoutMs: 1_000 };
      await directory.administration.upsertPharmacy({
        ...recordOf(pharmacy),
        integration: { ...pharmacy.integration, attempts: slow },
      });
      const { orderId, fill } = await begin(FAILS_TWICE);
      const due = () =>
        testbed.store.asCourier((tx) =>
          sql`update outbox set run_at = now() where subject_id = ${fill.id}`.execute(tx),
        );
      await ended(fill.id, 1);
      const window = await announce({ kind: 'pharmacy', id: FAILS_TWICE }, 20);
      await due();
      assert.equal((await held(fill.id)).attempt, 1);
      await end(window);
      await ended(fill.id, 2);
      await due();
      assert.equal((await sent(orderId)).channel, 'script');
      assert.deepEqual(
        (await records(fill.id)).map(({ row, attempts: made }) => [
          row.channel,
          made.map(({ outcome }) => outcome),
        ]),
        [['script', ['RETRY', 'RETRY', 'ACCEPTED']]],
      );
    });

    test('W8: what was tried in time and waited for a window past 72 hours is stuck', async () => {
      const { orderId, fill } = await begin(FAILS_TWICE);
      await ended(fill.id, 1);
      const window = await announce({ kind: 'pharmacy', id: FAILS_TWICE }, 20);
      await testbed.store.asCourier((tx) =>
        sql`update outbox set run_at = now() where subject_id = ${fill.id}`.execute(tx),
      );
      await held(fill.id);
      laterByMs = 73 * 3_600_000;
      try {
        await end(window);
        const { fills } = await testbed.until(orderId, (record) => record.fills[0]?.state === 'STUCK');
        assert.equal(fills[0]?.state_reason, 'PRESCRIPTION_TOO_OLD');
        assert.equal(received(fill).length, 1);
      } finally {
        laterByMs = 0;
      }
    });

    test('I10: an attempt that was cut off before the window counts as possibly arrived while it waits', async () => {
      const { fill } = await begin(FAILS_TWICE);
      await ended(fill.id, 1);
      const window = await announce({ kind: 'pharmacy', id: FAILS_TWICE }, 20);
      await testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await sql`update attempt set ended_at = null, outcome = null where transmission_id in (select id from outbox where subject_id = ${fill.id})`.execute(
          tx,
        );
        await sql`update outbox set leased_by = 'a dead worker', run_at = now() where subject_id = ${fill.id}`.execute(
          tx,
        );
      });
      await held(fill.id);
      const [electronic] = await records(fill.id);
      assert.equal(electronic?.row.may_have_arrived, true);
      assert.deepEqual(
        electronic.attempts.map(({ outcome, reason }) => [outcome, reason]),
        [['UNKNOWN', 'interrupted']],
      );
      const entered = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`select from audit_entry where subject_id = ${electronic.row.id} and action = 'transmission.attempt'
          and detail @> '{"attempt": 1, "cutOff": true}'`.execute(tx),
      );
      assert.equal(entered.rows.length, 1, 'I7: it is in the trail');
      const { results } = await testbed.delivery.cancel(
        testbed.prescriber,
        { orderId: fill.order_id },
        freshKey('cancelOrder'),
      );
      assert.equal(results[0]?.outcome, 'CANCEL_SENT', 'a cancel follows it');
      assert.equal((await records(fill.id)).at(-1)?.row.kind, 'cancel');
      await end(window);
    });

    test('D2: what cannot wait for the end goes by fax at once, and the fax says why', async () => {
      const window = await announce({ kind: 'pharmacy', id: XML_2017071 }, 45);
      const { orderId, fill } = await begin(XML_2017071);
      assert.equal((await sent(orderId)).channel, 'fax');
      assert.equal(received(fill).length, 0);
      const [electronic, fax] = await records(fill.id);
      assert.equal(electronic?.row.may_have_arrived, false);
      assert.equal(electronic?.row.sealed_body, null, 'nothing was written that could be sent again empty');
      assert.deepEqual([fax?.row.channel, fax?.row.state], ['fax', 'accepted']);
      const page = testbed.peers.faxes().find(({ faxId }) => faxId.startsWith(fax?.row.id ?? 'none'));
      const lines = testbed.peers.faxLines(page?.faxId ?? '');
      assert.match(lines.join(' '), /is in announced maintenance/);
      await end(window);
    });

    test('D2: where no fax may go, the fill is STUCK at once and owned', async () => {
      const window = await announce({ kind: 'pharmacy', id: OHIO }, 45);
      const { orderId } = await begin(OHIO);
      const { fills } = await testbed.until(orderId, ({ fills: all }) => all[0]?.state === 'STUCK');
      assert.equal(fills[0]?.state_reason, 'FAX_FORBIDDEN');
      await end(window);
    });

    test('D2: windows one after another do not add up to more than the bound', async () => {
      const window = await announce({ kind: 'pharmacy', id: XML_2017071 }, 20);
      const { orderId, fill } = await begin(XML_2017071);
      await held(fill.id);
      // It has waited for 25 minutes when the end is moved.
      await testbed.store.asCourier((tx) =>
        sql`update outbox set held_since = now() - interval '25 minutes' where subject_id = ${fill.id}`.execute(
          tx,
        ),
      );
      await directory.windows.change(window.id, {
        end: new Date(Date.now() + 10 * MINUTE_MS).toISOString(),
        by: 'Olga Operator',
      });
      assert.equal((await sent(orderId)).channel, 'fax');
      await end(window);
    });

    test('D6: the windows that an integration declares are heeded, of a pharmacy and of a partner, and end with the declaration', async () => {
      const until = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
      const pharmacy = testbed.peers.pharmacies.find(({ id }) => id === XML_2017071);
      assert.ok(pharmacy?.integration);
      const maintenance = [{ start: until(-5), end: until(15) }];
      const own = recordOf(pharmacy);
      await directory.administration.upsertPharmacy({
        ...own,
        integration: { ...pharmacy.integration, maintenance },
      });
      const partnerId = testbed.peers.pharmacies.find(({ id }) => id === PARTNER_PHARMACY)?.integration
        ?.partnerId;
      const partner = testbed.peers.partners.find(({ id }) => id === partnerId);
      assert.ok(partner);
      const network = { id: partner.id as Id<'ptn'>, name: partner.name, endpoint: partner.endpoint };
      await directory.administration.upsertPartner({ ...network, maintenance });
      const first = await begin(XML_2017071);
      const second = await begin(PARTNER_PHARMACY);
      await held(first.fill.id);
      await held(second.fill.id);
      const found = await testbed.delivery.underWay(testbed.prescriber, [first.fill.id, second.fill.id]);
      assert.equal(found.get(first.fill.id)?.waitsFor, 'PHARMACY');
      assert.equal(found.get(second.fill.id)?.waitsFor, 'PARTNER');
      await directory.administration.upsertPharmacy(own);
      await directory.administration.upsertPartner(network);
      assert.equal((await sent(first.orderId)).channel, 'script');
      assert.equal((await sent(second.orderId)).channel, 'script');
      assert.deepEqual(await directory.windows.list(), []);
    });

    test("D12: a pharmacy's window holds nothing back of the others that its partner serves", async () => {
      const window = await announce({ kind: 'pharmacy', id: PARTNER_PHARMACY }, 20);
      const sibling = await directory.administration.upsertPharmacy({
        ...recordOf(testbed.peers.pharmacies.find(({ id }) => id === PARTNER_PHARMACY) as never),
        id: 'phr_01TEST00000000000000S1B11N',
        npi: null,
        ncpdpId: '9999991',
        name: 'The sibling',
      });
      const { fill, orderId } = await begin(PARTNER_PHARMACY);
      await held(fill.id);
      const other = await begin(sibling);
      const { fills } = await testbed.until(other.orderId, ({ fills: all }) => all[0]?.state !== 'QUEUED');
      assert.notEqual(fills[0]?.state, 'QUEUED');
      await end(window);
      await sent(orderId);
    });

    test('D10: a cancel in a window waits for it, and goes by fax where it cannot wait', async () => {
      const first = await begin(XML_2017071);
      const second = await begin(XML_2017071);
      await sent(first.orderId);
      await sent(second.orderId);
      const short = await announce({ kind: 'pharmacy', id: XML_2017071 }, 20);
      await testbed.delivery.cancel(testbed.prescriber, { orderId: first.orderId }, freshKey('cancelOrder'));
      await held(first.fill.id);
      assert.notEqual(
        (await testbed.prescribing.order(testbed.prescriber, first.orderId)).fills[0]?.state,
        'CANCELED',
        'no cancel has left',
      );
      await end(short);
      await testbed.until(first.orderId, ({ fills }) => fills[0]?.state === 'CANCELED');
      assert.deepEqual(
        (await records(first.fill.id)).map(({ row }) => [row.kind, row.channel, row.state]),
        [
          ['new', 'script', 'accepted'],
          ['cancel', 'script', 'accepted'],
        ],
      );
      const long = await announce({ kind: 'pharmacy', id: XML_2017071 }, 45);
      await testbed.delivery.cancel(testbed.prescriber, { orderId: second.orderId }, freshKey('cancelOrder'));
      await testbed.until(second.orderId, ({ fills }) => fills[0]?.state === 'CANCELED');
      assert.deepEqual((await records(second.fill.id)).at(-1)?.row.channel, 'fax');
      await end(long);
    });

    test('D12: in maintenance of the whole service orders are taken and nothing leaves: no message, no fax, no text', async () => {
      const window = await announce({ kind: 'service' }, 180);
      const texts = testbed.peers.texts().length;
      const electronic = await begin(OTHER);
      const fax = await begin(FAX_ONLY);
      await held(electronic.fill.id);
      await held(fax.fill.id);
      const found = await testbed.delivery.underWay(testbed.prescriber, [electronic.fill.id, fax.fill.id]);
      assert.deepEqual(
        [...found.values()].map(({ waitsFor }) => waitsFor),
        ['SERVICE', 'SERVICE'],
      );
      assert.equal(received(electronic.fill).length, 0);
      assert.equal(faxesTo(FAX_ONLY).length, 0);
      await end(window);
      assert.equal((await sent(electronic.orderId)).channel, 'script');
      assert.equal((await sent(fax.orderId)).channel, 'fax');
      await testbed.waitFor(
        () => testbed.peers.texts().length >= texts + 2 || undefined,
        () => 'the patients were not told',
      );
      assert.equal(testbed.peers.texts().length, texts + 2, 'the patients are told now');
    });
  });
}
