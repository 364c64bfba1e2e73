// Goal: a recall holds at once what has not left, whenever and wherever it was signed, tells each practice of its own orders only, and undoes exactly what it did (D12, A2).
// Method: the real delivery against the sandbox's pharmacies on both stores; a second node on the same store; walks cut off by a store that fails.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDelivery } from '@pestle/testbed/delivery/open-delivery';
import {
  failureOf,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { networkActs } from '../../audit/inside.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { RecalledFill } from './export.ts';
import { performRecallAct, type RecallAdministration, recallRound } from './recall.ts';

const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
const LISINOPRIL = 'rxcui:29046';
const by = 'Olga Operator';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`recalls on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let closeStore: () => Promise<void>;
    let recalls: RecallAdministration;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      testbed = await openDeliveryTestbed(opened.store);
      recalls = testbed.delivery.recalls;
    });
    after(async () => {
      await testbed.close();
      await closeStore();
      assert.deepEqual(testbed.errors, []);
    });
    const walked = async (id: string): Promise<void> => {
      while (!(await recalls.advance(id)).isComplete);
    };
    const previewed = async (input: object): Promise<string> => {
      const { id } = await recalls.preview({ by, ...input });
      await walked(id);
      return id;
    };
    const ended = async (id: string): Promise<void> => {
      await recalls.end({ id, by });
      await walked(id);
    };
    const sentTo = (pharmacyId: string) =>
      testbed.peers.log().filter(({ channel, pharmacyId: to }) => channel !== 'fax' && to === pharmacyId)
        .length;
    const onHold = async (orderId: string) => {
      const rows = await testbed.delivery.queue.rows(`pharmacy:${JSON_2023011}`);
      return rows.find((row) => row.orderId === orderId)?.onHoldBy ?? null;
    };
    const adviceOf = async (orderId: string) =>
      (await testbed.delivery.recallsOf(testbed.prescriber, [orderId]))
        .get(orderId)
        ?.map(({ id, advice, endedAt }) => [id, advice, endedAt === null]);
    const trail = async (subject: string): Promise<string[]> => {
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ line: string }>`select concat_ws(' ', action, actor_kind, actor_id, detail) as line
          from audit_entry where subject_id = ${subject} order by at, id`.execute(tx),
      );
      return rows.map(({ line }) => line);
    };

    test('D12: a preview counts and changes nothing; a start holds what it showed, and what was signed since, named; the end releases both', async () => {
      const lane = `pharmacy:${JSON_2023011}`;
      await testbed.delivery.queue.hold({ of: lane, by });
      const first = (await testbed.order(JSON_2023011)).order;
      const sent = (await testbed.order(XML_2017071)).order;
      await testbed.until(sent.id, ({ fills }) => fills[0]?.state === 'SENT');
      const id = await previewed({ medicines: [LISINOPRIL] });
      const shown = await recalls.show(id);
      assert.deepEqual(
        [shown.state, shown.orders, shown.fills, shown.left, shown.held, shown.isComplete],
        ['PREVIEWED', 2, 2, 1, 0, true],
      );
      assert.deepEqual(
        shown.byState.toSorted((one, other) => (one.state < other.state ? -1 : 1)),
        [
          { state: 'QUEUED', fills: 1 },
          { state: 'SENT', fills: 1 },
        ],
      );
      assert.deepEqual(shown.byOrganization, [
        { organizationId: TEST_ORGANIZATION, orders: 2, fills: 2, left: 1, held: 0 },
      ]);
      const counted = shown.byPharmacy.map(({ pharmacyId, fills, left }) => `${pharmacyId} ${fills} ${left}`);
      assert.deepEqual(new Set(counted), new Set([`${XML_2017071} 1 1`, `${JSON_2023011} 1 0`]));
      assert.doesNotMatch(JSON.stringify(shown), /Jane|Doe|"name"/);
      assert.deepEqual([await onHold(first.id), await adviceOf(first.id)], [null, undefined]);

      const second = (await testbed.order(JSON_2023011)).order;
      const reason = 'The maker took two lots back.';
      await recalls.start({ id, reason, by });
      await walked(id);
      const started = await recalls.show(id);
      assert.deepEqual([started.orders, started.held, started.left], [3, 2, 1]);
      assert.deepEqual(started.appearedSince, { fills: 1, orders: [second.id] });
      assert.deepEqual(await adviceOf(first.id), [[id, 'DECIDE', true]]);
      assert.deepEqual(await adviceOf(sent.id), [[id, 'CALL_PHARMACY', true]]);

      await testbed.delivery.queue.release({ of: lane, by });
      const third = (await testbed.order(JSON_2023011)).order;
      await testbed.waitFor(
        async () => ((await onHold(third.id)) === id ? true : undefined),
        () => 'what was signed during the recall was never put on hold',
      );
      assert.equal(sentTo(JSON_2023011), 0);
      assert.equal((await recalls.show(id)).held, 3);
      const again = await recalls.start({ id, reason, by: 'Otto' });
      assert.deepEqual([again.startedBy, again.state], [by, 'STARTED']);
      await walked(id);

      await ended(id);
      for (const { id: orderId } of [first, second, third])
        await testbed.until(orderId, ({ fills }) => fills[0]?.state === 'SENT');
      assert.equal(sentTo(JSON_2023011), 3);
      assert.deepEqual(await adviceOf(third.id), [[id, 'NONE', false]]);
      assert.deepEqual([(await recalls.show(id)).held, (await recalls.end({ id, by })).state], [0, 'ENDED']);
      assert.deepEqual(
        (await testbed.store.asKeeper((tx) => networkActs(tx, id))).map(({ action, operator }) => [
          action,
          operator,
        ]),
        [
          ['recall.preview', by],
          ['recall.start', by],
          ['recall.start', 'Otto'],
          ['recall.end', by],
        ],
      );
      // Of the two that waited a claim may have held one before the walk came to it.
      const [startedEntry, endedEntry, ...more] = await trail(id);
      assert.match(
        startedEntry ?? '',
        new RegExp(`^recall.start operator ${by} {"held": [012], "fills": 3}$`),
      );
      assert.deepEqual([endedEntry, more], [`recall.end operator ${by} {"released": 3}`, []]);
      assert.match((await failureOf(recalls.start({ id, reason, by }))).message, /is over/);
    });

    test('A2: the prescriber cancels what a recall holds and what has left; an operator can neither release one row nor start what was not looked at', async () => {
      const lane = `pharmacy:${JSON_2023011}`;
      await testbed.delivery.queue.hold({ of: lane, by });
      const { order } = await testbed.order(JSON_2023011);
      const before = sentTo(JSON_2023011);
      const { id } = await recalls.preview({ pharmacies: [JSON_2023011], states: ['QUEUED'], by });
      assert.match(
        (await failureOf(recalls.start({ id, reason: 'Closed by the board.', by }))).message,
        /preview is not complete/,
      );
      await walked(id);
      await recalls.start({ id, reason: 'Closed by the board.', by });
      await walked(id);
      await testbed.delivery.queue.release({ of: lane, by });
      const [row] = await testbed.delivery.queue.rows(lane);
      assert.match(
        (await failureOf(testbed.delivery.queue.release({ of: row?.id ?? '', by }))).message,
        new RegExp(`on hold for the recall ${id}`),
      );
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancelOrder'));
      const { fills } = await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'CANCELED');
      assert.equal(fills[0]?.cancel_sent_at, null);
      await ended(id);
      assert.equal(sentTo(JSON_2023011), before);
      assert.deepEqual((await recalls.show(id)).held, 0);
    });

    test('D12: what is under way when a recall starts ends, what would follow is held, and the prescriber can cancel it at once', async () => {
      const id = await previewed({
        medicines: [LISINOPRIL],
        from: new Date(Date.now() - 1000).toISOString(),
      });
      const { order } = await testbed.order(NEVER_ANSWERS);
      const lane = `pharmacy:${NEVER_ANSWERS}`;
      await testbed.waitFor(
        async () => ((await testbed.delivery.queue.rows(lane))[0]?.isUnderWay === true ? true : undefined),
        () => 'no attempt began',
      );
      await recalls.start({ id, reason: 'The maker took two lots back.', by });
      await walked(id);
      await testbed.waitFor(
        async () => ((await testbed.delivery.queue.rows(lane))[0]?.onHoldBy === id ? true : undefined),
        () => 'the attempt that would have followed was not held',
      );
      const [row] = await testbed.delivery.queue.rows(lane);
      assert.deepEqual([row?.attempt, row?.lastOutcome, row?.isUnderWay], [1, 'UNKNOWN', false]);
      assert.deepEqual(await adviceOf(order.id), [[id, 'CALL_PHARMACY', true]]);
      const listed = (await recalls.fills(id)).fills.filter(({ orderId }) => orderId === order.id);
      assert.deepEqual(
        listed.map(({ pharmacyId, hasLeft, isHeld }) => [pharmacyId, hasLeft, isHeld]),
        [[NEVER_ANSWERS, true, true]],
      );
      const [first] = listed;
      assert.match(first?.pharmacyPhone ?? '', /^\d{10}$/);
      assert.match(first?.messageIds[0] ?? '', /^m[0-9A-Z]{26}$/);
      assert.deepEqual(Object.keys(first ?? {}).toSorted(), LISTED);
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancelOrder'));
      // The cancel leaves although the recall lasts: it takes the place of what was held.
      await testbed.waitFor(
        async () =>
          (await testbed.delivery.queue.rows(lane)).find((one) => one.kind === 'cancel' && one.isUnderWay),
        () => 'the cancel never left',
      );
      await ended(id);
    });

    test('D12: a recall that only tells holds nothing; one of prescriptions names those that nobody has', async () => {
      const { order, fills } = await testbed.order(JSON_2023011);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const nobody = 'rx_01TEST0000000000000000N0NE';
      const id = await previewed({ prescriptions: [fills[0]?.prescription_id ?? '', nobody] });
      const shown = await recalls.show(id);
      assert.deepEqual([shown.orders, shown.unknown], [1, [nobody]]);
      await recalls.start({ id, reason: 'Written with a wrong strength.', action: 'notify', by });
      await walked(id);
      assert.deepEqual(await adviceOf(order.id), [[id, 'CALL_PHARMACY', true]]);
      const other = (await testbed.order(JSON_2023011)).order;
      await testbed.until(other.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      assert.equal(await adviceOf(other.id), undefined);
      await ended(id);
    });

    test('D12: a walk that was cut off goes on, by whoever asks or by itself; until then the claims of every node heed the recall already', async () => {
      const lane = `pharmacy:${JSON_2023011}`;
      await testbed.delivery.queue.hold({ of: lane, by });
      const { order } = await testbed.order(JSON_2023011);
      const id = await previewed({ medicines: ['ingredient:lisinopril'], states: ['QUEUED'] });
      // The process that started it ends here: nothing was walked.
      const node = openDelivery({
        store: testbed.store,
        authorizedPrescriber: testbed.deps.authorizedPrescriber,
        requireFreshProof: testbed.deps.requireFreshProof,
        onError: (error) => testbed.errors.push(error),
      });
      await node.dispatcher.start();
      const before = sentTo(JSON_2023011);
      await recalls.start({ id, reason: 'The maker took two lots back.', by });
      assert.deepEqual([(await recalls.show(id)).isComplete, await onHold(order.id)], [false, null]);
      await testbed.delivery.queue.release({ of: lane, by });
      await testbed.waitFor(
        async () => ((await onHold(order.id)) === id ? true : undefined),
        () => 'the claim did not heed the recall',
      );
      assert.match((await trailOfHold(order.id)) ?? '', new RegExp(`recall.hold service .*${id}`));
      await recallRound(testbed.store, systemPorts);
      const shown = await recalls.show(id);
      assert.deepEqual([shown.isComplete, shown.held, sentTo(JSON_2023011)], [true, 1, before]);
      await node.close();
      await ended(id);
      await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
    });
    const trailOfHold = async (orderId: string) => {
      const rows = await testbed.delivery.queue.rows(`pharmacy:${JSON_2023011}`);
      return (await trail(rows.find((row) => row.orderId === orderId)?.id ?? '')).find((line) =>
        line.startsWith('recall.hold'),
      );
    };

    test('an organization reads only its own orders of a recall, whatever it asks for', async () => {
      const { order } = await testbed.order(JSON_2023011);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const id = await previewed({ prescriptions: [order.id] });
      await recalls.start({ id, reason: 'Written with a wrong strength.', by });
      await walked(id);
      assert.equal((await adviceOf(order.id))?.length, 1);
      const desk = async (): Promise<readonly string[]> =>
        (await testbed.prescribing.orders(testbed.prescriber, { needsAttention: true })).items.map(
          (record) => record.order.id,
        );
      assert.ok((await desk()).includes(order.id), 'it lies on the desk');
      const stranger = userActor({ orgId: OTHER_ORGANIZATION, roles: ['prescriber', 'admin'] });
      assert.equal((await testbed.delivery.recallsOf(stranger, [order.id])).size, 0);
      for (const table of ['recall_fill', 'recall_walk']) {
        const { rows } = await testbed.store.withOrg(OTHER_ORGANIZATION, (tx) =>
          sql`select org_id from ${sql.table(table)} where org_id <> ${OTHER_ORGANIZATION}`.execute(tx),
        );
        assert.deepEqual(rows, []);
      }
      const { byOrganization } = await recalls.show(id);
      assert.deepEqual(
        byOrganization.map(({ organizationId }) => organizationId),
        [TEST_ORGANIZATION],
      );
      await ended(id);
      assert.ok(!(await desk()).includes(order.id));
    });

    test('what does not name anything known is refused', async () => {
      const codes = [
        recalls.preview({ by }),
        recalls.preview({ by, medicines: [LISINOPRIL], pharmacies: [JSON_2023011] }),
        recalls.preview({ by, medicines: ['rxcui:99999999'] }),
        recalls.preview({ by, medicines: ['lisinopril'] }),
        recalls.preview({ by, medicines: ['ndc:1234567890'] }),
        recalls.preview({ by, pharmacies: ['phr_01TEST0000000000000000N0NE'] }),
        recalls.preview({ by, prescriptions: ['trm_01TEST0000000000000000N0NE'] }),
        recalls.preview({
          by,
          medicines: [LISINOPRIL],
          from: '2026-01-02T00:00:00Z',
          until: '2026-01-01T00:00:00Z',
        }),
        recalls.start({ id: 'rcl_01TEST0000000000000000N0NE', reason: 'x', by }),
        recalls.show('rcl_01TEST0000000000000000N0NE'),
        performRecallAct(recalls, { act: 'cancel' }),
      ].map(async (act) => (await failureOf(act)).code);
      assert.deepEqual(await Promise.all(codes), [
        ...Array.from({ length: 8 }, () => 'INVALID_INPUT'),
        'NOT_FOUND',
        'NOT_FOUND',
        'INVALID_INPUT',
      ]);
      assert.deepEqual(await performRecallAct(recalls, { act: 'list' }), await recalls.list());
    });

    test('D11: what is sent again while a recall of it is in force is held, by practice and operator, and leaves once at the end', async () => {
      const lane = `pharmacy:${XML_2017071}`;
      const { order, fills } = await testbed.order(XML_2017071);
      const [fill] = fills;
      assert.ok(fill);
      const until = (state: string) => testbed.until(order.id, ({ fills: [one] }) => one?.state === state);
      await until('SENT');
      const id = await previewed({ medicines: [LISINOPRIL] });
      await recalls.start({ id, reason: 'The maker took two lots back.', by });
      await walked(id);
      const before = sentTo(XML_2017071);
      await testbed.delivery.resend(testbed.prescriber, { fillId: fill.id }, freshKey('resend'));
      const held = await testbed.waitFor(
        async () => (await testbed.delivery.queue.rows(lane)).find((row) => row.onHoldBy === id),
        () => 'what is sent again was not held',
      );
      await testbed.looked();
      assert.equal(sentTo(XML_2017071), before, 'nothing of it leaves');
      const again = { of: held.id, by, afterAttempt: 1 };
      assert.equal((await failureOf(testbed.delivery.queue.resend(again))).code, 'INVALID_INPUT');
      await ended(id);
      await until('SENT');
      assert.equal(sentTo(XML_2017071), before + 1);

      // The same for operators.
      const second = await previewed({ medicines: [LISINOPRIL] });
      await recalls.start({ id: second, reason: 'The maker took two lots back.', by });
      await walked(second);
      const { afterAttempt } = await testbed.delivery.queue.resend({ of: held.id, by, dryRun: true });
      await testbed.delivery.queue.resend({ of: held.id, by, afterAttempt });
      await testbed.waitFor(
        async () => (await testbed.delivery.queue.rows(lane)).find((row) => row.onHoldBy === second),
        () => 'what operators send again was not held',
      );
      assert.equal(sentTo(XML_2017071), before + 1);
      await ended(second);
      await until('SENT');
      assert.equal(sentTo(XML_2017071), before + 2);
      const arrived = testbed.peers
        .log()
        .filter(({ prescriberOrderNumber: number }) => number === fill.prescriber_order_number);
      assert.equal(new Set(arrived.map(({ messageId }) => messageId)).size, 1);
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancelOrder'));
      await until('CANCELED');
    });
  });
}

/** All that an export says of one: no name of a person, no drug. */
const LISTED: readonly (keyof RecalledFill)[] = [
  'fillId',
  'hasLeft',
  'isHeld',
  'isSincePreview',
  'messageIds',
  'orderId',
  'organizationId',
  'pharmacyId',
  'pharmacyName',
  'pharmacyNcpdpId',
  'pharmacyPhone',
  'prescriberOrderNumbers',
  'state',
];
