// Goal: operators see what waits and why, over all organizations, by ids and codes only, and steer it, each act once and in the trails (D2, D5, D12).
// Method: the real delivery against the sandbox's pharmacies on both stores.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Id } from '@pestle/rules/ids';
import type { BothTrails } from '@pestle/testbed/delivery/both-trails';
import { bothTrails } from '@pestle/testbed/delivery/both-trails';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { STUCK_FIGURES } from '../figures/figures-sql.ts';
import type { QueueRow } from './lanes.ts';
import { performQueueAct } from './queue.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const OHIO = 'phr_00H100N00FAX00000000000000';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`the queue on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let trails: BothTrails;
    let closeStore: () => Promise<void>;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      testbed = await openDeliveryTestbed(opened.store);
      trails = bothTrails(opened.store);
    });
    after(async () => {
      await testbed.close();
      await closeStore();
      assert.deepEqual(testbed.errors, []);
    });
    const laneTo = (pharmacyId: string) => `pharmacy:${pharmacyId}`;
    const laneOf = async (pharmacyId: string) =>
      (await testbed.delivery.queue.lanes()).find(({ lane }) => lane === laneTo(pharmacyId));

    test('D12: operators see a lane that waits, its rows and the attempts of a transmission, without health information', async () => {
      const { queue } = testbed.delivery;
      const { windows } = createDirectory({ store: testbed.store, ports: systemPorts });
      const window = await windows.add({
        subject: { kind: 'pharmacy', id: XML_2017071 },
        end: new Date(Date.now() + 20 * 60_000).toISOString(),
        by: 'Olga Operator',
      });
      const { order } = await testbed.order(XML_2017071);
      const held = await testbed.waitFor(
        async () => {
          const found = await laneOf(XML_2017071);
          return found?.pausedUntil === null ? undefined : found;
        },
        () => 'the window never held the row',
      );
      assert.deepEqual(
        [held.waiting, held.due, held.underWay, held.failures, held.pausedUntil],
        [1, 0, 0, 0, window.end],
      );
      const rows = await queue.rows(held.lane);
      assert.equal(rows.length, 1);
      const [row] = rows;
      assert.deepEqual(
        [row?.orderId, row?.organizationId, row?.kind, row?.attempt, row?.waitsFor, row?.lastOutcome],
        [order.id, TEST_ORGANIZATION, 'new', 0, window.id, null],
      );
      const waiting = await queue.attempts(row?.id ?? '');
      assert.deepEqual([waiting.transmission, waiting.attempts, waiting.waits?.id], [null, [], row?.id]);
      await windows.end(window.id, { by: 'Olga Operator' });
      await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
      const left = await queue.attempts(row?.id ?? '');
      assert.deepEqual(
        [left.transmission?.orderId, left.transmission?.state, left.waits],
        [order.id, 'accepted', null],
      );
      assert.deepEqual(
        left.attempts.map(({ number, outcome }) => [number, outcome]),
        [[1, 'ACCEPTED']],
      );
      assert.doesNotMatch(JSON.stringify([held, rows, waiting, left]), /lisinopril|"body"|sealed/i);
      assert.deepEqual(await queue.rows(held.lane), []);
    });

    test('D4: each attempt is shown with its outcome and reason', async () => {
      const { order } = await testbed.order(FAILS_TWICE);
      const { fills } = await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
      const sent = await testbed.delivery.transmissions(testbed.prescriber, [fills[0]?.id ?? '']);
      const [record] = sent.get(fills[0]?.id ?? '') ?? [];
      const { attempts } = await testbed.delivery.queue.attempts(record?.row.id ?? '');
      assert.deepEqual(
        attempts.map(({ number, outcome, reason }) => [number, outcome, reason]),
        record?.attempts.map(({ number, outcome, reason }) => [number, outcome, reason]),
      );
      assert.deepEqual(
        attempts.map(({ outcome }) => outcome),
        ['RETRY', 'RETRY', 'ACCEPTED'],
      );
    });

    test('D5: what is stuck is listed by reason and age over all organizations', async () => {
      const none = await testbed.delivery.queue.stuck();
      assert.deepEqual(none, { reasons: [], fills: [] });
      const { order } = await testbed.order(OHIO);
      const { fills } = await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'STUCK');
      const { reasons, fills: listed } = await testbed.delivery.queue.stuck();
      assert.deepEqual(
        listed.map(({ organizationId, orderId, fillId, reason }) => [
          organizationId,
          orderId,
          fillId,
          reason,
        ]),
        [[TEST_ORGANIZATION, order.id, fills[0]?.id, fills[0]?.state_reason]],
      );
      assert.deepEqual(reasons, [{ reason: fills[0]?.state_reason, fills: 1, oldest: listed[0]?.since }]);
    });

    test('what there is not is not found, and an act that the service does not know is refused', async () => {
      const { queue } = testbed.delivery;
      const nobody = 'trm_01TEST0000000000000000N0NE' as Id<'trm'>;
      assert.equal((await failureOf(queue.attempts(nobody))).code, 'NOT_FOUND');
      assert.equal((await failureOf(queue.attempts('fax'))).code, 'NOT_FOUND');
      assert.equal((await failureOf(queue.rows('pharmacy:nowhere'))).code, 'NOT_FOUND');
      assert.equal((await failureOf(performQueueAct(queue, { act: 'empty' }))).code, 'INVALID_INPUT');
      assert.deepEqual(await performQueueAct(queue, { act: 'lanes' }), await queue.lanes());
    });

    const by = 'Olga Operator';
    const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
    const sentTo = (pharmacyId: string) =>
      testbed.peers.log().filter(({ channel, pharmacyId: to }) => channel !== 'fax' && to === pharmacyId)
        .length;
    const onlyRow = async (pharmacyId: string): Promise<QueueRow> => {
      const [row, ...more] = await testbed.delivery.queue.rows(laneTo(pharmacyId));
      assert.ok(row !== undefined && more.length === 0);
      return row;
    };
    test('D12: nothing leaves through a lane on hold, not what was just signed either; released, it leaves', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(JSON_2023011);
      await queue.hold({ of: lane, by });
      const { order } = await testbed.order(JSON_2023011);
      await testbed.looked();
      const before = sentTo(JSON_2023011);
      await testbed.looked();
      assert.deepEqual([sentTo(JSON_2023011), before], [0, 0]);
      const held = await queue.hold({ of: lane, by: 'Otto' });
      assert.deepEqual([held.lane?.waiting, held.lane?.onHoldBy], [1, by]);
      assert.ok(Date.parse(held.lane?.onHoldSince ?? '') > 0);
      const figures = (await testbed.delivery.figures()).lanes.find(
        ({ laneClass }) => laneClass === 'pharmacy',
      );
      assert.deepEqual([figures?.lanesOnHold, figures?.onHold], [1, 0]);
      await queue.release({ of: lane, by });
      await queue.release({ of: lane, by });
      await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.equal(sentTo(JSON_2023011), 1);
      assert.deepEqual(await trails.network(lane), [
        ['queue.hold', by],
        ['queue.release', by],
      ]);
    });

    test('D12: one transmission is held while others of its lane leave; both trails name the act, once', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(JSON_2023011);
      const before = sentTo(JSON_2023011);
      await queue.hold({ of: lane, by });
      const { order } = await testbed.order(JSON_2023011);
      const { id } = await onlyRow(JSON_2023011);
      await queue.hold({ of: id, by });
      assert.equal((await queue.hold({ of: id, by: 'Otto' })).row?.onHoldBy, by);
      await queue.release({ of: lane, by });
      const other = await testbed.order(JSON_2023011);
      await testbed.until(other.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      await testbed.looked();
      assert.equal(sentTo(JSON_2023011), before + 1);
      const figures = (await testbed.delivery.figures()).lanes.find(
        ({ laneClass }) => laneClass === 'pharmacy',
      );
      assert.deepEqual([figures?.lanesOnHold, figures?.onHold], [0, 1]);
      assert.match(
        (await failureOf(queue.fax({ of: id, by }))).message,
        /on hold since .* by Olga Operator\. Release it first/,
      );
      await queue.release({ of: id, by });
      await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.deepEqual(await trails.organization(id), [
        `transmission.hold operator ${by}`,
        `transmission.release operator ${by}`,
      ]);
      assert.deepEqual(await trails.network(id), [
        ['queue.hold', by],
        ['queue.release', by],
      ]);
      assert.match((await failureOf(queue.hold({ of: id, by }))).message, /waits no longer: it is accepted/);
    });

    test('D2: what an operator gives up goes by fax and never electronically, also out of a lane on hold', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(JSON_2023011);
      const before = sentTo(JSON_2023011);
      await queue.hold({ of: lane, by });
      const { order } = await testbed.order(JSON_2023011);
      const { id } = await onlyRow(JSON_2023011);
      await queue.fax({ of: id, by });
      const { fills } = await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.equal(fills[0]?.channel, 'fax');
      const { attempts, waits } = await queue.attempts(id);
      assert.deepEqual([attempts.map(({ reason }) => reason), waits], [['given-up-by-operator'], null]);
      assert.deepEqual(await trails.organization(id), [`transmission.give-up operator ${by}`]);
      assert.deepEqual(await trails.network(id), [['queue.fax', by]]);
      await queue.release({ of: lane, by });
      await testbed.looked();
      assert.equal(sentTo(JSON_2023011), before);
      assert.match((await failureOf(queue.fax({ of: id, by }))).message, /waits no longer/);
    });

    test('what is STUCK is counted over all organizations by reason and age, from an index that holds nothing else', async () => {
      const { order } = await testbed.order(OHIO);
      await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'STUCK');
      const { stuck } = await testbed.delivery.figures();
      const forbidden = stuck.find(({ reason }) => reason === 'FAX_FORBIDDEN');
      assert.ok(forbidden !== undefined);
      assert.ok(forbidden.fills > 0 && forbidden.oldestSeconds >= 0);
      assert.deepEqual([forbidden.owner, forbidden.late], ['prescriber', 0]);
      const plan = await testbed.store.asCourier(async (tx) => {
        // The tables of a test are so small that reading them whole would be cheaper.
        await sql`set local enable_seqscan = off`.execute(tx);
        await sql`set local enable_bitmapscan = off`.execute(tx);
        const explained = STUCK_FIGURES.text.replaceAll('$1', '0').replaceAll('$2', '1');
        const { rows } = await sql<Record<string, string>>`explain ${sql.raw(explained)}`.execute(tx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      assert.match(plan, /Index Only Scan using fill_stuck on fill/);
    });

    test('D12: a lane that failed is tried at full width again; what is not meant is refused', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(FAILS_TWICE);
      await testbed.store.asCourier((tx) =>
        sql`update lane set failures = 7 where key = ${lane}`.execute(tx),
      );
      assert.equal((await laneOf(FAILS_TWICE))?.failures, 7);
      assert.equal((await queue.reset({ of: lane, by })).lane, null);
      await queue.reset({ of: lane, by });
      assert.deepEqual(await trails.network(lane), [['queue.reset', by]]);
      const codes = [
        queue.reset({ of: 'pharmacy:nowhere', by }),
        queue.hold({ of: 'pharmacy:phr_01TEST0000000000000000N0NE', by }),
        queue.hold({ of: 'trm_01TEST0000000000000000N0NE', by }),
        queue.reset({ of: 'trm_01TEST0000000000000000N0NE', by }),
        queue.fax({ of: lane, by }),
        queue.hold({ of: lane, by: '' }),
      ].map(async (act) => (await failureOf(act)).code);
      assert.deepEqual(await Promise.all(codes), [
        'NOT_FOUND',
        'NOT_FOUND',
        'NOT_FOUND',
        'INVALID_INPUT',
        'INVALID_INPUT',
        'INVALID_INPUT',
      ]);
    });

    const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
    const faxedAt = (pharmacyId: string) =>
      testbed.peers.log().filter(({ channel, pharmacyId: to }) => channel === 'fax' && to === pharmacyId)
        .length;

    test('D2: given up while an attempt is under way: that ends, no other begins, and the fax says that the order may be held already', async () => {
      const { queue } = testbed.delivery;
      const { order } = await testbed.order(NEVER_ANSWERS);
      const row = await testbed.waitFor(
        async () =>
          (await queue.rows(laneTo(NEVER_ANSWERS))).find((one) => one.orderId === order.id && one.isUnderWay),
        () => 'no attempt began',
      );
      const { row: asked } = await queue.fax({ of: row.id, by });
      assert.deepEqual([asked?.isUnderWay, asked?.faxAskedAt === null], [true, false]);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.channel === 'fax' && fill.state === 'SENT');
      const { attempts, transmission } = await queue.attempts(row.id);
      assert.deepEqual(
        attempts.map(({ outcome, reason }) => [outcome, reason]),
        [
          ['UNKNOWN', 'timeout'],
          ['REJECTED', 'given-up-by-operator'],
        ],
      );
      assert.equal(transmission?.mayHaveArrived, true);
    });

    test('D2: given up in a window of maintenance it goes by fax while the window lasts', async () => {
      const { queue } = testbed.delivery;
      const { windows } = createDirectory({ store: testbed.store, ports: systemPorts });
      const window = await windows.add({
        subject: { kind: 'pharmacy', id: XML_2017071 },
        end: new Date(Date.now() + 20 * 60_000).toISOString(),
        by,
      });
      const before = sentTo(XML_2017071);
      const { order } = await testbed.order(XML_2017071);
      const row = await testbed.waitFor(
        async () => (await queue.rows(laneTo(XML_2017071))).find((one) => one.waitsFor === window.id),
        () => 'the window never held the row',
      );
      await queue.fax({ of: row.id, by });
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.channel === 'fax' && fill.state === 'SENT');
      assert.equal(sentTo(XML_2017071), before);
      await windows.end(window.id, { by });
    });

    test('D10: a cancel that is given up goes as a fax notice; one that follows its prescription is refused', async () => {
      const { queue } = testbed.delivery;
      const { order } = await testbed.order(JSON_2023011);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const lane = laneTo(JSON_2023011);
      await queue.hold({ of: lane, by });
      const [electronic, faxed] = [sentTo(JSON_2023011), faxedAt(JSON_2023011)];
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancelOrder'));
      const { id, kind } = await onlyRow(JSON_2023011);
      assert.equal(kind, 'cancel');
      await queue.fax({ of: id, by });
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.cancel_sent_at !== null);
      assert.deepEqual([sentTo(JSON_2023011), faxedAt(JSON_2023011)], [electronic, faxed + 1]);
      await queue.release({ of: lane, by });

      const { order: slow } = await testbed.order(NEVER_ANSWERS);
      await testbed.waitFor(
        async () =>
          (await queue.rows(laneTo(NEVER_ANSWERS))).find((one) => one.orderId === slow.id && one.isUnderWay),
        () => 'no attempt began',
      );
      await testbed.delivery.cancel(testbed.prescriber, { orderId: slow.id }, freshKey('cancelOrder'));
      const follows = (await queue.rows(laneTo(NEVER_ANSWERS))).find((one) => one.kind === 'cancel');
      assert.equal(follows?.dueAt, null);
      assert.match(
        (await failureOf(queue.fax({ of: follows?.id ?? '', by }))).message,
        /follows its prescription, and leaves when that has left/,
      );
    });

    test('D2: given up where law forbids the fax, it is stuck and owned, and nothing is faxed', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(OHIO);
      await queue.hold({ of: lane, by });
      const [electronic, faxed] = [sentTo(OHIO), faxedAt(OHIO)];
      const { order } = await testbed.order(OHIO);
      const { id } = await onlyRow(OHIO);
      await queue.fax({ of: id, by });
      const { fills } = await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'STUCK');
      assert.equal(fills[0]?.state_reason, 'FAX_FORBIDDEN');
      assert.ok(fills[0]?.state_owner);
      assert.deepEqual([sentTo(OHIO), faxedAt(OHIO)], [electronic, faxed]);
      await queue.release({ of: lane, by });
      assert.equal((await queue.attempts(id)).waits, null);
    });
  });
}
