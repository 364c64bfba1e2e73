// Goal: what a pharmacy or its network says of our messages by itself is heard, in whatever order it comes (D4, D10, D11).
// Method: the real delivery against the sandbox's pharmacies over loopback HTTP; the pharmacies' own logs are the evidence.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import { departuresOf } from '../../../outbox/outbox.ts';
import type { FillRow } from '../../../prescribing/inside.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const GARBAGE = 'phr_0GARBAGE000000000000000000';
/** Answers a CancelRx with a Status only. */
const PARTNER = 'phr_0NETW0RK0PARTNER0000000000' as PharmacyId;

describe('answers that come by themselves', () => {
  let testbed: DeliveryTestbed;
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
  });
  after(() => testbed.close());

  const until = async (orderId: string, holds: (fill: FillRow) => boolean): Promise<FillRow> =>
    (await testbed.until(orderId, ({ fills }) => fills.every(holds))).fills[0] as FillRow;
  const fillOf = (orderId: string): Promise<FillRow> => until(orderId, () => true);
  const delivered = async (pharmacyId: string): Promise<FillRow> =>
    await until((await testbed.order(pharmacyId)).order.id, ({ state }) => state === 'SENT');
  const canceled = async ({ order_id: orderId }: FillRow): Promise<FillRow> => {
    await testbed.delivery.cancel(testbed.prescriber, { orderId }, freshKey('cancel'));
    return await until(orderId, ({ state }) => state === 'CANCELED');
  };
  const kindsOf = ({ prescriber_order_number: number }: FillRow) =>
    testbed.peers.log().flatMap((entry) => (entry.prescriberOrderNumber === number ? [entry.kind] : []));
  const cancelsOf = async ({ id }: FillRow) =>
    ((await testbed.delivery.transmissions(testbed.prescriber, [id])).get(id) ?? []).filter(
      ({ row }) => row.kind === 'cancel',
    );
  const FAILED = '<Error><Code>900</Code><DescriptionCode>4000</DescriptionCode></Error>';

  test('D4: a receipt for what nobody could judge is an acceptance: of the prescription, and of its cancel', async () => {
    const fill = await delivered(GARBAGE);
    assert.equal(fill.channel, 'fax');
    await testbed.hear(fill.id, 'new', '<Verify><VerifyStatus><Code>010</Code></VerifyStatus></Verify>');
    const twice = await fillOf(fill.order_id);
    assert.equal(twice.alert, 'held-electronically-and-by-fax', 'the pharmacy holds both, and is told');
    await canceled(fill);
    await testbed.waitFor(
      async () => {
        const waiting = await testbed.store.withOrg(fill.org_id, (tx) =>
          departuresOf(tx, fill.org_id, fill.id),
        );
        return waiting.length === 0 || undefined;
      },
      () => 'the CancelRx still waits to leave',
    );
    const electronic = async () =>
      (await cancelsOf(fill)).find(({ row }) => row.channel === 'script')?.row.state;
    assert.equal(await electronic(), 'exhausted');
    await testbed.hear(
      fill.id,
      'cancel',
      '<CancelRxResponse><Response><Approved/></Response></CancelRxResponse>',
    );
    assert.equal(await electronic(), 'accepted');
    assert.equal((await fillOf(fill.order_id)).cancel_answer, 'approved');
  });

  test('D4: an Error about a CancelRx that a network had taken: it goes by fax, and where no fax may, somebody must call', async () => {
    const faxed = await delivered(PARTNER);
    await canceled(faxed);
    await testbed.hear(faxed.id, 'cancel', FAILED);
    await testbed.hear(faxed.id, 'cancel', FAILED);
    await testbed.until(faxed.order_id, () => kindsOf(faxed).includes('fax-cancel'));
    assert.equal((await cancelsOf(faxed)).filter(({ row }) => row.channel === 'fax').length, 1);

    const called = await delivered(PARTNER);
    await canceled(called);
    await testbed.store.asKeeper((tx) =>
      sql`update pharmacy set fax = null where id = ${PARTNER}`.execute(tx),
    );
    await testbed.hear(called.id, 'cancel', FAILED);
    const kept = await fillOf(called.order_id);
    assert.deepEqual(
      [kept.cancel_not_sent_reason, kept.cancel_not_sent_pharmacy_id],
      ['NO_FAX_NUMBER', PARTNER],
    );
  });

  test('D10: what was canceled because it never left, and is there all the same, is a fact with somebody to call', async () => {
    await testbed.delivery.dispatcher.stop();
    const { order, fills } = await testbed.order(ACCEPTS);
    const { id, org_id: orgId } = fills[0] as FillRow;
    // An attempt was refused for now, as far as anybody knew.
    await testbed.store.withOrg(orgId, (tx) =>
      sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
          prescriber_order_number, state, first_attempt_at, created_at)
        select o.org_id, o.id, f.order_id, f.id, f.pharmacy_id, 'new', 'script', 'm' || substr(o.id, 5),
          f.prescriber_order_number, 'sending', now(), now()
        from outbox o join fill f on f.id = o.subject_id where f.id = ${id}`.execute(tx),
    );
    await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
    assert.equal((await fillOf(order.id)).state, 'CANCELED');
    await testbed.hear(id, 'new', '<Verify><VerifyStatus><Code>010</Code></VerifyStatus></Verify>');
    const kept = await fillOf(order.id);
    assert.deepEqual(
      [kept.state, kept.cancel_not_sent_reason, kept.cancel_not_sent_pharmacy_id],
      ['CANCELED', 'NOT_DELIVERED', ACCEPTS],
    );
    await testbed.delivery.dispatcher.start();
  });

  test('I10: an Error about what was taken and waits to leave once more takes the acceptance back: a fax follows', async () => {
    const fill = await delivered(ACCEPTS);
    await testbed.delivery.dispatcher.stop();
    await testbed.delivery.resend(testbed.prescriber, { fillId: fill.id }, freshKey('resend'));
    await testbed.hear(fill.id, 'new', FAILED);
    await testbed.delivery.dispatcher.start();
    await testbed.until(fill.order_id, () => kindsOf(fill).includes('fax'));
    assert.equal(kindsOf(fill).filter((kind) => kind === 'NewRx').length, 1, 'it did not leave again');
  });

  test('D11: an Error about the message to a pharmacy that the order has left sends no fax there', async () => {
    const fill = await delivered(ACCEPTS);
    await testbed.delivery.reroute(
      testbed.prescriber,
      { orderId: fill.order_id, pharmacyId: PARTNER },
      freshKey('reroute'),
    );
    const moved = await until(
      fill.order_id,
      ({ state, pharmacy_id: at }) => state === 'SENT' && at === PARTNER,
    );
    await testbed.hear(fill.id, 'new', '<Error><Code>900</Code></Error>');
    const now = await fillOf(fill.order_id);
    assert.deepEqual([now.state, now.channel, now.pharmacy_id], ['SENT', moved.channel, PARTNER]);
    assert.ok(!kindsOf(fill).includes('fax'));
  });
});
