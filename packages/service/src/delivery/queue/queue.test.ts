// Goal: operators see what waits and why, over all organizations, by ids and codes only (D5, D12).
// Method: the real delivery against the sandbox's pharmacies on both stores.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Id } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { createDirectory } from '../../directory/directory.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { performQueueAct } from './queue.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const OHIO = 'phr_00H100N00FAX00000000000000';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`the queue on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let closeStore: () => Promise<void>;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      testbed = await openDeliveryTestbed(opened.store);
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
  });
}
