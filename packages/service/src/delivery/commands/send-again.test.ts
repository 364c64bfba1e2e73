// Goal: what is sent again is the same message, what is issued anew replaces the old, and neither doubles a prescription (D11, I3, I5).
// Method: the real delivery against the sandbox's pharmacies over loopback HTTP; the pharmacies' own logs are the evidence.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const HOURS = 3_600_000;

describe('sent again (D11)', () => {
  let testbed: DeliveryTestbed;
  let laterByMs = 0;
  before(async () => {
    testbed = await openOwnDeliveryTestbed({
      ports: { ...systemPorts, clock: { now: () => systemPorts.clock.now() + laterByMs } },
    });
  });
  after(() => testbed.close());

  const resend = (fillId: string) =>
    testbed.delivery.resend(testbed.prescriber, { fillId: fillId as never }, freshKey('resend'));
  const reissue = (fillId: string) =>
    testbed.delivery.reissue(testbed.prescriber, { fillId: fillId as never }, freshKey('reissue'));
  const sentFill = async (orderId: string, revision = 0) => {
    const { fills } = await testbed.until(orderId, ({ fills }) =>
      fills.every((fill) => fill.state === 'SENT' && fill.revision > revision),
    );
    const [fill] = fills;
    assert.ok(fill);
    return fill;
  };
  const transmissions = async (fillId: string) =>
    (await testbed.delivery.transmissions(testbed.prescriber, [fillId])).get(fillId) ?? [];
  const logOf = (prescriberOrderNumber: string | null) =>
    testbed.peers.log().filter((entry) => entry.prescriberOrderNumber === prescriberOrderNumber);

  for (const pharmacyId of [ACCEPTS, OWN_API]) {
    test(`resend: the same id and the same bytes, known again by the pharmacy (${pharmacyId})`, async () => {
      const { order } = await testbed.order(pharmacyId);
      const first = await sentFill(order.id);
      await resend(first.id);
      const second = await sentFill(order.id, first.revision + 1);
      assert.equal(second.prescriber_order_number, first.prescriber_order_number);
      const all = await transmissions(first.id);
      assert.equal(all.length, 1, 'one transmission, no fax');
      assert.deepEqual(
        all[0]?.attempts.map(({ number, outcome }) => [number, outcome]),
        [
          [1, 'ACCEPTED'],
          [2, 'ACCEPTED'],
        ],
      );
      const log = logOf(first.prescriber_order_number);
      assert.equal(log.length, 2);
      assert.equal(new Set(log.map(({ messageId }) => messageId)).size, 1);
    });
  }

  test('resend: a fax is sent once more under its own number', async () => {
    const { order } = await testbed.order(FAX_ONLY);
    const first = await sentFill(order.id);
    await resend(first.id);
    await sentFill(order.id, first.revision + 1);
    const all = await transmissions(first.id);
    assert.deepEqual(
      all.map(({ row, attempts }) => [row.channel, row.state, attempts.length]),
      [['fax', 'accepted', 2]],
    );
  });

  test('resend: the same key sends once', async () => {
    const { order } = await testbed.order(ACCEPTS);
    const first = await sentFill(order.id);
    const key = freshKey('resend');
    await testbed.delivery.resend(testbed.prescriber, { fillId: first.id }, key);
    await sentFill(order.id, first.revision + 1);
    await testbed.delivery.resend(testbed.prescriber, { fillId: first.id }, key);
    assert.equal((await transmissions(first.id))[0]?.attempts.length, 2);
  });

  test('resend is refused while the delivery is under way, and once the pharmacy has confirmed', async () => {
    const { order } = await testbed.order(NEVER_ANSWERS);
    const { fills } = await testbed.until(order.id, ({ fills }) =>
      fills.every(({ state }) => state === 'SENDING'),
    );
    assert.equal((await failureOf(resend(fills[0]?.id ?? ''))).code, 'RESEND_REFUSED');

    const confirmed = await sentFill((await testbed.order(ACCEPTS)).order.id);
    await testbed.store.withOrg(testbed.prescriber.orgId, (tx) =>
      sql`update fill set state = 'RECEIVED' where id = ${confirmed.id}`.execute(tx),
    );
    const refused = await failureOf(resend(confirmed.id));
    assert.equal(refused.code, 'RESEND_REFUSED');
    assert.match(refused.message, /confirmed/);
  });

  test('re-issue: a new message with new ids, and a cancel of the old one to the same pharmacy', async () => {
    const { order } = await testbed.order(ACCEPTS);
    const first = await sentFill(order.id);
    await reissue(first.id);
    const second = await sentFill(order.id, first.revision + 1);
    assert.equal(second.pharmacy_id, first.pharmacy_id);
    assert.equal(second.prescriber_order_number, `${first.prescriber_order_number}-2`);
    const [old] = logOf(first.prescriber_order_number).filter(({ kind }) => kind === 'NewRx');
    const [fresh] = logOf(second.prescriber_order_number);
    assert.equal(fresh?.kind, 'NewRx');
    assert.notEqual(fresh.messageId, old?.messageId);
    await testbed.until(order.id, () =>
      logOf(first.prescriber_order_number).some(({ kind }) => kind === 'CancelRx'),
    );
    const routed = await testbed.prescribing.order(testbed.prescriber, order.id);
    assert.equal(routed.order.state, 'PLACED');
  });

  test('re-issue twice: the numbers stay unique', async () => {
    const { order } = await testbed.order(ACCEPTS);
    let fill = await sentFill(order.id);
    const numbers = new Set([fill.prescriber_order_number]);
    for (let round = 0; round < 2; round += 1) {
      await reissue(fill.id);
      fill = await sentFill(order.id, fill.revision + 1);
      numbers.add(fill.prescriber_order_number);
    }
    assert.equal(numbers.size, 3);
  });

  test('rerouted away and back: the cancel of the first issue does not end the third', async () => {
    const { order } = await testbed.order(ACCEPTS);
    let fill = await sentFill(order.id);
    const first = fill.prescriber_order_number;
    await testbed.delivery.dispatcher.stop();
    for (const pharmacyId of [OWN_API, ACCEPTS]) {
      await testbed.delivery.reroute(
        testbed.prescriber,
        { orderId: order.id, pharmacyId: pharmacyId as never },
        freshKey('reroute'),
      );
    }
    await testbed.delivery.dispatcher.start();
    fill = await sentFill(order.id, fill.revision + 1);
    await testbed.until(order.id, () => logOf(first).some(({ kind }) => kind === 'CancelRx'));
    const settled = await testbed.until(order.id, ({ fills }) =>
      fills.every(({ cancel_answer: answer }) => answer !== null),
    );
    assert.equal(settled.fills[0]?.state, 'SENT');
    assert.equal(logOf(fill.prescriber_order_number).filter(({ kind }) => kind === 'NewRx').length, 1);
  });

  test('neither after a cancel was asked for, nor after 72 hours (W8)', async () => {
    const canceled = await sentFill((await testbed.order(ACCEPTS)).order.id);
    await testbed.delivery.cancel(testbed.prescriber, { orderId: canceled.order_id }, freshKey('cancel'));
    const old = await sentFill((await testbed.order(ACCEPTS)).order.id);
    for (const repeated of [resend, reissue]) {
      assert.equal((await failureOf(repeated(canceled.id))).code, 'CANCEL_REFUSED');
      laterByMs = 73 * HOURS;
      assert.equal((await failureOf(repeated(old.id))).code, 'PRESCRIPTION_TOO_OLD');
      laterByMs = 0;
    }
  });
});
