// Goal: in quarantine nothing of before leaves, by whatever lane, until an operator has settled or released it; what is settled never leaves, what is
// released leaves under its old MessageID, and what is ordered since goes as ever (F34); what was held for days, by whomever, leaves no more (W8).
// Method: the real delivery against the sandbox's pharmacies, fax machine and phone on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FillId, PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDelivery, WORKING_CARRIERS } from '@pestle/testbed/delivery/open-delivery';
import { looked, waitFor } from '@pestle/testbed/delivery/wait-for';
import { failureOf, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { LISINOPRIL, reviewedDraft } from '@pestle/testbed/practice/practice';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { OrderRecord } from '../../prescribing/prescribing.ts';
import type { QueueRow } from '../queue/lanes.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const by = 'Olga Operator';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`a quarantine on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let closeStore: () => Promise<void>;
    let laterByMs = 0;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      testbed = await openDeliveryTestbed(opened.store, {
        ports: { ...systemPorts, clock: { now: () => systemPorts.clock.now() + laterByMs } },
      });
    });
    after(async () => {
      await testbed.close();
      await closeStore();
      assert.deepEqual(testbed.errors, []);
    });
    const arrived = (orderNumber: string | null | undefined, kind = 'NewRx') =>
      testbed.peers
        .log()
        .filter((entry) => entry.prescriberOrderNumber === orderNumber && entry.kind === kind);
    /** Orders that wait when a quarantine begins: nothing takes them up before it. */
    const waiting = async (...pharmacies: string[]): Promise<OrderRecord[]> => {
      await testbed.delivery.dispatcher.stop();
      const orders: OrderRecord[] = [];
      for (const pharmacy of pharmacies) orders.push(await testbed.order(pharmacy));
      return orders;
    };
    /** Texts of earlier orders may wait as well. */
    const endWith = async (): Promise<void> => {
      await testbed.delivery.quarantine.reconcile({ of: 'text', choice: 'left', by });
      await testbed.delivery.quarantine.end({ by });
    };
    const rowOf = async ({ fills }: OrderRecord): Promise<string> => {
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{
          id: string;
        }>`select id from outbox where subject_id = ${fills[0]?.id} and kind = 'new'`.execute(tx),
      );
      return rows[0]?.id ?? '';
    };
    /** The entries of its attempts in the trail (I7). */
    const entered = async (id: string): Promise<(string | null)[][]> => {
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{
          said: (string | null)[];
        }>`select array[detail ->> 'attempt', detail ->> 'outcome', detail ->> 'channel', detail ->> 'kind', detail ->> 'because'] as said
          from audit_entry where subject_id = ${id} and action = 'transmission.attempt' order by detail ->> 'attempt'`.execute(
          tx,
        ),
      );
      return rows.map(({ said }) => said);
    };
    const stateOf = async (id: string): Promise<string | undefined> =>
      (await testbed.prescribing.order(testbed.prescriber, id)).fills[0]?.state;

    test('F34: nothing of before leaves, by no lane; what is ordered since does', async () => {
      const { quarantine, dispatcher } = testbed.delivery;
      const [electronic, fax] = await waiting(ACCEPTS, FAX_ONLY);
      assert.ok(electronic !== undefined && fax !== undefined);
      const state = await quarantine.begin({ by });
      assert.deepEqual([state.open?.because, state.open?.by, state.open?.held], ['operator', by, 2]);
      assert.equal((await quarantine.begin({ by: 'Otto' })).open?.id, state.open?.id);
      await dispatcher.start();
      const since = await testbed.order(ACCEPTS);
      await testbed.until(since.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      await testbed.looked();
      await testbed.looked();
      assert.deepEqual(
        [await stateOf(electronic.order.id), await stateOf(fax.order.id)],
        ['QUEUED', 'QUEUED'],
      );
      assert.deepEqual(arrived(electronic.fills[0]?.prescriber_order_number), []);
      const held = [electronic, fax].map(({ fills: [fill] }) => fill?.id as FillId);
      assert.deepEqual(
        [...(await testbed.delivery.underWay(testbed.prescriber, held)).values()].map(
          ({ waitsFor, leavesAt }) => [waitsFor, leavesAt],
        ),
        held.map(() => ['QUARANTINE', null]),
      );
      assert.deepEqual(
        (await quarantine.show()).lanes.map(({ lane, held, settled }) => [lane, held, settled]),
        [
          [`pharmacy:${ACCEPTS}`, 1, 0],
          ['fax', 1, 0],
        ],
      );
      assert.match((await failureOf(quarantine.end({ by }))).message, /nobody has settled/);
      const { lanes } = await testbed.delivery.figures();
      assert.equal(lanes.find(({ laneClass }) => laneClass === 'pharmacy')?.inQuarantine, 1);

      const id = await rowOf(electronic);
      await quarantine.reconcile({ of: id, choice: 'left', by });
      await quarantine.reconcile({ of: 'fax', choice: 'left', by });
      await testbed.until(electronic.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      await testbed.until(fax.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.deepEqual(arrived(electronic.fills[0]?.prescriber_order_number), []);
      const { attempts, transmission } = await testbed.delivery.queue.attempts(id);
      assert.deepEqual(
        attempts.map(({ outcome, reason }) => [outcome, reason]),
        [
          ['UNKNOWN', 'older-state-restored'],
          ['ACCEPTED', 'left-before-restore'],
        ],
      );
      assert.deepEqual(await entered(id), [
        ['1', 'UNKNOWN', 'script', 'new', 'older-state-restored'],
        ['2', 'ACCEPTED', 'script', 'new', null],
      ]);
      assert.deepEqual([transmission?.state, transmission?.mayHaveArrived], ['accepted', true]);
      assert.equal((await quarantine.end({ by })).open, null);
      assert.equal((await quarantine.end({ by })).earlier[0]?.endedBy, by);
    });

    test('F34: what is released leaves once, under the MessageID that it had', async () => {
      const { quarantine, dispatcher } = testbed.delivery;
      const [order] = await waiting(JSON_2023011);
      assert.ok(order !== undefined);
      const id = await rowOf(order);
      await quarantine.begin({ by });
      await dispatcher.start();
      await testbed.looked();
      assert.deepEqual(await quarantine.reconcile({ of: 'all', choice: 'release', by }), {
        done: 1,
        refused: [],
        left: 0,
      });
      await testbed.until(order.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      const there = arrived(order.fills[0]?.prescriber_order_number);
      assert.deepEqual(
        there.map(({ messageId }) => messageId),
        [`m${id.slice('trm_'.length)}`],
      );
      assert.match((await failureOf(quarantine.reconcile({ of: id, choice: 'left', by }))).message, /waits/);
      await endWith();
    });

    test('W8: what is released more than 72 hours after its writing is stuck, by no channel, and still may have arrived', async () => {
      const { delivery, prescriber } = testbed;
      const [electronic, fax, toFax] = await waiting(ACCEPTS, FAX_ONLY, ACCEPTS);
      assert.ok(electronic !== undefined && fax !== undefined && toFax !== undefined);
      const id = await rowOf(electronic);
      const toFaxId = await rowOf(toFax);
      await delivery.quarantine.begin({ by });
      laterByMs = 73 * 3_600_000;
      try {
        await delivery.dispatcher.start();
        await delivery.quarantine.reconcile({ of: toFaxId, choice: 'fax', by });
        await delivery.quarantine.reconcile({ of: id, choice: 'release', by });
        await delivery.quarantine.reconcile({ of: 'fax', choice: 'release', by });
        for (const { order } of [electronic, fax, toFax]) {
          const { fills } = await testbed.until(order.id, (record) => record.fills[0]?.state === 'STUCK');
          assert.equal(fills[0]?.state_reason, 'PRESCRIPTION_TOO_OLD');
          assert.deepEqual(arrived(fills[0]?.prescriber_order_number), []);
        }
        const { attempts, transmission } = await delivery.queue.attempts(id);
        assert.deepEqual(
          attempts.map(({ outcome }) => outcome),
          ['UNKNOWN'],
        );
        assert.equal(transmission?.mayHaveArrived, true);
        await delivery.cancel(prescriber, { orderId: electronic.order.id }, freshKey('cancelOrder'));
        await testbed.until(electronic.order.id, ({ fills }) => fills[0]?.state === 'CANCELED');
        assert.equal(arrived(electronic.fills[0]?.prescriber_order_number, 'CancelRx').length, 1);
      } finally {
        laterByMs = 0;
      }
      await endWith();
    });

    test('W8: what was tried in time and held past 72 hours, by itself or with its lane, is stuck when it is released; what nobody held keeps its repetitions', async () => {
      const { queue } = testbed.delivery;
      const lane = `pharmacy:${NEVER_ANSWERS}`;
      const orders = [await testbed.order(NEVER_ANSWERS), await testbed.order(NEVER_ANSWERS)];
      const tried = async (isUnderWay: boolean) =>
        await testbed.waitFor(
          async () => {
            const found = (await queue.rows(lane)).filter(
              (row) =>
                orders.some(({ order }) => order.id === row.orderId) &&
                row.attempt === 1 &&
                row.isUnderWay === isUnderWay,
            );
            return found.length === orders.length ? found : undefined;
          },
          () => `the attempts were not ${isUnderWay ? 'under way' : 'over'}`,
        );
      await tried(true);
      await queue.hold({ of: lane, by });
      const [alone, withLane] = await tried(false);
      assert.ok(alone !== undefined && withLane !== undefined);
      await queue.hold({ of: alone.id, by });
      const stuck = async ({ id, orderId }: QueueRow) => {
        const { fills } = await testbed.until(orderId ?? '', (record) => record.fills[0]?.state === 'STUCK');
        const { attempts, transmission } = await queue.attempts(id);
        assert.deepEqual(
          [
            fills[0]?.state_reason,
            attempts.map(({ outcome }) => outcome),
            transmission?.state,
            transmission?.mayHaveArrived,
          ],
          ['PRESCRIPTION_TOO_OLD', ['UNKNOWN'], 'exhausted', true],
        );
      };
      const free = await testbed.order(FAILS_TWICE);
      await testbed.waitFor(
        () => testbed.ended.find(({ orderId }) => orderId === free.order.id),
        () => 'no attempt was made',
      );
      laterByMs = 73 * 3_600_000;
      try {
        await testbed.until(free.order.id, ({ fills }) => fills[0]?.state === 'SENT');
        await queue.release({ of: lane, by });
        await stuck(withLane);
        assert.equal((await queue.rows(lane)).find(({ id }) => id === alone.id)?.attempt, 1);
        await queue.release({ of: alone.id, by });
        await stuck(alone);
      } finally {
        laterByMs = 0;
      }
    });

    test('F34: what others say that they received is settled by its MessageID, and what is not here is named', async () => {
      const { quarantine, dispatcher } = testbed.delivery;
      const [order] = await waiting(ACCEPTS);
      assert.ok(order !== undefined);
      const messageId = `m${(await rowOf(order)).slice('trm_'.length)}`;
      await quarantine.begin({ by });
      await dispatcher.start();
      const gone = 'm01TEST0000000000000000N0NE';
      assert.deepEqual(await quarantine.received({ ids: [messageId, gone], by }), {
        settled: [messageId],
        notHeld: [],
        unknown: [gone],
      });
      await testbed.until(order.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.deepEqual(arrived(order.fills[0]?.prescriber_order_number), []);
      assert.deepEqual((await quarantine.received({ ids: [messageId], by })).notHeld, [messageId]);
      await endWith();
    });

    test('I4: a cancel reaches the pharmacy of what may have left; another pharmacy waits for the operators', async () => {
      const { quarantine, dispatcher } = testbed.delivery;
      const [canceled, moved] = await waiting(ACCEPTS, ACCEPTS);
      assert.ok(canceled !== undefined && moved !== undefined);
      const messageId = `m${(await rowOf(canceled)).slice('trm_'.length)}`;
      await quarantine.begin({ by });
      await dispatcher.start();
      const { delivery, prescriber } = testbed;
      await delivery.cancel(prescriber, { orderId: canceled.order.id }, freshKey('cancelOrder'));
      await testbed.until(canceled.order.id, ({ fills }) => fills[0]?.state === 'CANCELED');
      assert.equal(arrived(canceled.fills[0]?.prescriber_order_number, 'CancelRx').length, 1);
      assert.deepEqual(arrived(canceled.fills[0]?.prescriber_order_number), []);
      const [cancel] = arrived(canceled.fills[0]?.prescriber_order_number, 'CancelRx');
      assert.equal(cancel?.relatesToMessageId, messageId);

      const input = { orderId: moved.order.id, pharmacyId: JSON_2023011 as PharmacyId };
      await delivery.reroute(prescriber, input, freshKey('rerouteOrder'));
      await testbed.looked();
      await testbed.looked();
      assert.equal(await stateOf(moved.order.id), 'QUEUED');
      assert.equal(arrived(moved.fills[0]?.prescriber_order_number, 'CancelRx').length, 1);
      await quarantine.reconcile({ of: `pharmacy:${JSON_2023011}`, choice: 'release', by });
      await testbed.until(moved.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      await endWith();
    });

    test('F34: given up to fax, it goes there, and the fax says that it may be had already', async () => {
      const { quarantine, dispatcher } = testbed.delivery;
      const [order] = await waiting(ACCEPTS);
      assert.ok(order !== undefined);
      await quarantine.begin({ by });
      await dispatcher.start();
      await quarantine.reconcile({ of: `pharmacy:${ACCEPTS}`, choice: 'fax', by });
      const { fills } = await testbed.until(order.order.id, (record) => record.fills[0]?.state === 'SENT');
      assert.equal(fills[0]?.channel, 'fax');
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ reason: { mayHaveArrived?: boolean } }>`
          select reason from transmission where fill_id = ${fills[0]?.id} and channel = 'fax'`.execute(tx),
      );
      assert.equal(rows[0]?.reason.mayHaveArrived, true);
      await endWith();
    });

    test('F34: a prescription that was saved before is held when it is ordered, for it may have been ordered already', async () => {
      const { prescribing, prescriber, delivery } = testbed;
      const draft = await reviewedDraft(testbed, LISINOPRIL);
      const [saved] = await prescribing.createPrescriptions(
        prescriber,
        { drafts: [draft] },
        freshKey('createPrescriptions'),
      );
      await delivery.quarantine.begin({ by });
      const ordered = await prescribing.createOrder(
        prescriber,
        { prescriptionIds: [saved?.row.id ?? ''], pharmacyId: ACCEPTS },
        freshKey('createOrder'),
      );
      const number = ordered.fills[0]?.prescriber_order_number;
      await testbed.looked();
      assert.equal(await stateOf(ordered.order.id), 'QUEUED');
      assert.deepEqual(arrived(number), []);
      await delivery.quarantine.reconcile({ of: await rowOf(ordered), choice: 'release', by });
      await testbed.until(ordered.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.equal(arrived(number).length, 1);
      await endWith();
    });

    test('F34: a node that is started in quarantine holds everything, once for each word, and says so', async () => {
      const [order] = await waiting(ACCEPTS);
      assert.ok(order !== undefined);
      const news: string[] = [];
      const startedWith = async (startLabel: string) => {
        const { deps, store, errors } = testbed;
        const node = openDelivery({
          authorizedPrescriber: deps.authorizedPrescriber,
          requireFreshProof: deps.requireFreshProof,
          store,
          ...WORKING_CARRIERS,
          olderState: { judges: false, witnessFile: null, startLabel },
          onQuarantine: ({ because, held }) => news.push(`${because} ${held}`),
          onError: (error) => errors.push(error),
        });
        await node.dispatcher.start();
        return node;
      };
      const node = await startedWith('restore-1');
      const { open } = await node.quarantine.show();
      assert.deepEqual([open?.because, open?.by, news], ['started', 'Pestle', ['started 1']]);
      await looked(node.dispatcher);
      await looked(node.dispatcher);
      assert.deepEqual(arrived(order.fills[0]?.prescriber_order_number), []);
      assert.equal((await node.quarantine.held(`pharmacy:${ACCEPTS}`)).length, 1);
      await node.quarantine.reconcile({ of: 'all', choice: 'release', by });
      await node.quarantine.end({ by });
      await waitFor(
        node.dispatcher,
        async () => ((await stateOf(order.order.id)) === 'SENT' ? true : undefined),
        { missing: () => 'it never left' },
      );
      await node.close();
      const again = await startedWith('restore-1');
      assert.equal((await again.quarantine.show()).open, null);
      await again.close();
      const other = await startedWith('restore-2');
      assert.equal((await other.quarantine.show()).open?.because, 'started');
      await other.quarantine.end({ by });
      await other.close();
      assert.deepEqual(news, ['started 1', 'started 0']);
      await testbed.delivery.dispatcher.start();
    });

    test('F34: where the store is set back under a running node nothing leaves in between, and the node notices', async () => {
      const { quarantine } = testbed.delivery;
      await testbed.looked();
      await testbed.store.asCourier((tx) => sql`update store_mark set beats = 0`.execute(tx));
      const order = await testbed.order(ACCEPTS);
      const open = await testbed.waitFor(
        async () => (await quarantine.show()).open ?? undefined,
        () => 'no quarantine began',
      );
      assert.deepEqual([open.because, open.by], ['older', 'Pestle']);
      await testbed.looked();
      assert.deepEqual(arrived(order.fills[0]?.prescriber_order_number), []);
      await quarantine.reconcile({ of: 'all', choice: 'release', by });
      await testbed.until(order.order.id, ({ fills }) => fills[0]?.state === 'SENT');
      assert.equal(arrived(order.fills[0]?.prescriber_order_number).length, 1);
      await endWith();
    });
  });
}
