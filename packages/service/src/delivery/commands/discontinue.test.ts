// Goal: "no more refills" reaches whoever was sent the prescription, once, cancels nothing, and what it comes to is kept (D10).
// Method: the real delivery against the sandbox's pharmacies over loopback HTTP; the pharmacies' own logs are the evidence.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey } from '@pestle/testbed/practice/people';
import { LISINOPRIL, reviewedDraft } from '@pestle/testbed/practice/practice';
import { sql } from 'kysely';
import type { FillRow } from '../../prescribing/inside.ts';
import { recordReport } from '../../tracking/report/record-report.ts';
import type { DiscontinueResult } from './discontinue.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const GARBAGE = 'phr_0GARBAGE000000000000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
/** Answers a CancelRx with a Status only. */
const PARTNER = 'phr_0NETW0RK0PARTNER0000000000';

describe('no more refills', () => {
  let testbed: DeliveryTestbed;
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
  });
  after(() => testbed.close());

  const discontinue = async (orderId: string, key = freshKey('discontinue')): Promise<DiscontinueResult> => {
    const { results } = await testbed.delivery.discontinueRefills(testbed.prescriber, { orderId }, key);
    assert.equal(results.length, 1);
    return results[0] as DiscontinueResult;
  };
  const until = async (orderId: string, holds: (fill: FillRow) => boolean): Promise<FillRow> => {
    const { fills } = await testbed.until(orderId, (record) => record.fills.every(holds));
    return fills[0] as FillRow;
  };
  const delivered = async (pharmacyId: string): Promise<FillRow> => {
    const { order } = await testbed.order(pharmacyId);
    return await until(order.id, ({ state }) => state === 'SENT');
  };
  const told = (orderId: string) => until(orderId, ({ discontinue_sent_at: at }) => at !== null);
  const kindsOf = ({ prescriber_order_number: number }: FillRow) =>
    testbed.peers
      .log()
      .filter(({ prescriberOrderNumber }) => prescriberOrderNumber === number)
      .map(({ kind }) => kind);
  const sentFor = async ({ id }: FillRow) =>
    (await testbed.delivery.transmissions(testbed.prescriber, [id])).get(id) ?? [];
  const eventsOf = async ({ id }: FillRow) =>
    ((await testbed.prescribing.fillEvents(testbed.prescriber, [id])).get(id) ?? []).map(
      ({ event }) => event,
    );
  const attention = async () =>
    (await testbed.prescribing.orders(testbed.prescriber, { needsAttention: true, first: 100 })).items.map(
      ({ order }) => order.id,
    );
  const withoutFax = async (id: string, work: () => Promise<void>): Promise<void> => {
    const change = (fax: string | null) =>
      testbed.store.asKeeper((tx) => sql`update pharmacy set fax = ${fax} where id = ${id}`.execute(tx));
    await change(null);
    try {
      await work();
    } finally {
      await change(testbed.peers.pharmacies.find((one) => one.id === id)?.fax ?? '');
    }
  };

  test('D10: after DELIVERED it arrives once, with the flag D and the ids of a CancelRx, and the fill stays', async () => {
    const fill = await delivered(ACCEPTS);
    const claim = {
      orgId: fill.org_id,
      target: { kind: 'order', orderId: fill.order_id },
      pharmacyIds: [ACCEPTS as PharmacyId],
      report: 'DELIVERED',
      statusText: 'DELIVERED',
      source: 'pharmacy',
    } as const;
    const deps = { ports: testbed.deps.ports, delivery: testbed.delivery };
    await testbed.store.withOrg(fill.org_id, (tx) => recordReport(tx, deps, claim));
    const key = freshKey('discontinue');
    const answers = [await discontinue(fill.order_id, key), await discontinue(fill.order_id, key)];
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ['DISCONTINUE_SENT', 'DISCONTINUE_SENT'],
    );
    const kept = await told(fill.order_id);
    assert.equal((await discontinue(fill.order_id)).code, 'ALREADY_DISCONTINUED');
    assert.deepEqual([kept.state, kept.cancel_requested_at, kept.cancel_answer], ['DELIVERED', null, null]);
    assert.ok(kept.discontinued_at !== null);
    assert.equal(kept.discontinue_answer, 'approved');
    assert.equal(
      await testbed.prescribing.discontinueAnswerReason(testbed.prescriber, kept),
      'No more refills.',
    );
    assert.deepEqual(kindsOf(fill), ['NewRx', 'CancelRx']);
    const [first, second] = await sentFor(fill);
    assert.equal(second?.row.relates_to_message_id, first?.row.message_id);
    assert.equal(second?.row.prescriber_order_number, fill.prescriber_order_number);
    assert.match(
      Buffer.from(second?.body ?? []).toString('utf8'),
      /<ChangeOfPrescriptionStatusFlag>D<\/ChangeOfPrescriptionStatusFlag>/,
    );
    assert.deepEqual((await eventsOf(fill)).slice(-2), ['discontinue-requested', 'discontinue-sent']);
    assert.ok(!(await attention()).includes(fill.order_id));
  });

  test('D10: a faxed copy is told by fax, and so is a copy of an API, which knows cancels only', async () => {
    for (const [pharmacyId, kinds] of [
      [FAX_ONLY, ['fax', 'fax-discontinue']],
      [OWN_API, ['api-order', 'fax-discontinue']],
    ] as const) {
      const fill = await delivered(pharmacyId);
      assert.equal((await discontinue(fill.order_id)).outcome, 'DISCONTINUE_SENT');
      assert.equal((await told(fill.order_id)).state, 'SENT');
      // An API's order is logged under an id of its own.
      assert.deepEqual(
        kindsOf(fill).filter((kind) => kind !== 'api-order'),
        kinds.filter((kind) => kind !== 'api-order'),
      );
    }
  });

  test('D10: what no electronic attempt brings there goes by fax, once', async () => {
    const fill = await delivered(GARBAGE);
    await discontinue(fill.order_id);
    await told(fill.order_id);
    await testbed.until(fill.order_id, () => kindsOf(fill).includes('fax-discontinue'));
    assert.equal(kindsOf(fill).filter((kind) => kind === 'fax-discontinue').length, 1);
    assert.equal(kindsOf(fill).filter((kind) => kind === 'fax-cancel').length, 0);
  });

  test('D10: where nothing can carry it somebody must call; once it can be said, it is', async () => {
    const fill = await delivered(FAX_ONLY);
    await withoutFax(FAX_ONLY, async () => {
      const result = await discontinue(fill.order_id);
      assert.deepEqual([result.outcome, result.code], ['DISCONTINUE_NOT_SENT', 'NO_FAX_NUMBER']);
      assert.match(result.message ?? '', /Call/);
    });
    const kept = await until(fill.order_id, ({ discontinue_not_sent_at: at }) => at !== null);
    assert.deepEqual([kept.state, kept.discontinue_not_sent_pharmacy_id], ['SENT', FAX_ONLY]);
    assert.ok((await attention()).includes(fill.order_id));
    assert.equal((await discontinue(fill.order_id)).outcome, 'DISCONTINUE_SENT');
    assert.equal((await told(fill.order_id)).discontinue_not_sent_at, null);
    assert.ok(!(await attention()).includes(fill.order_id));
  });

  test('D10: what the pharmacy says later is kept and changes nothing; an Error sends the notice by fax, never a cancel', async () => {
    const fill = await delivered(PARTNER);
    await discontinue(fill.order_id);
    assert.equal((await told(fill.order_id)).discontinue_answer, null, 'a Status is no answer');
    const denied = '<Denied><DenialReason>Her sister\u202e took it</DenialReason></Denied>';
    const answer = `<CancelRxResponse><Response>${denied}</Response></CancelRxResponse>`;
    await testbed.hear(fill.id, 'discontinue', answer);
    const kept = await until(fill.order_id, ({ discontinue_answer: said }) => said === 'denied');
    assert.deepEqual([kept.state, kept.cancel_answer, kept.cancel_sent_at], ['SENT', null, null]);
    const words = await testbed.prescribing.discontinueAnswerReason(testbed.prescriber, kept);
    assert.equal(words, 'Her sister took it');
    assert.ok((await eventsOf(fill)).includes('discontinue-denied'));
    await testbed.hear(fill.id, 'discontinue', '<Error><Code>600</Code></Error>');
    await testbed.until(fill.order_id, () => kindsOf(fill).includes('fax-discontinue'));
    assert.ok(!kindsOf(fill).includes('fax-cancel'));
    assert.equal((await told(fill.order_id)).state, 'SENT');
  });

  test('D10: a prescription that goes by fax after all brings no refills back', async () => {
    const fill = await delivered(ACCEPTS);
    await discontinue(fill.order_id);
    await told(fill.order_id);
    await testbed.hear(fill.id, 'new', '<Error><Code>600</Code></Error>');
    await testbed.until(fill.order_id, () => kindsOf(fill).includes('fax-discontinue'));
    await until(fill.order_id, ({ state, channel }) => state === 'SENT' && channel === 'fax');
  });

  test('D10: what has no refills, waits, or is canceled is refused with what to do', async () => {
    const drafts = [await reviewedDraft(testbed, LISINOPRIL, { fillsAllowed: 1 })];
    const earlier = testbed.departures.length;
    const pharmacyId = ACCEPTS as PharmacyId;
    const once = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts, pharmacyId },
      freshKey('one'),
    );
    assert.equal((await discontinue(once.order.id)).code, 'NO_REFILLS');
    testbed.delivery.departures(testbed.departures.slice(earlier));
    await testbed.delivery.dispatcher.stop();
    const { order } = await testbed.order(ACCEPTS);
    const waits = await discontinue(order.id);
    assert.equal(waits.code, 'NOT_SENT_YET');
    assert.match(waits.message ?? '', /Cancel it/);
    await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
    const input = { orderId: order.id, fillIds: [(await until(order.id, () => true)).id] };
    const { results } = await testbed.delivery.discontinueRefills(
      testbed.prescriber,
      input,
      freshKey('again'),
    );
    assert.equal(results[0]?.code, 'ALREADY_CANCELED');
    await testbed.delivery.dispatcher.start();
  });

  test('D10: a cancel that follows takes back what waits and reaches the pharmacy; nothing else moves the fill', async () => {
    const fill = await delivered(ACCEPTS);
    await testbed.delivery.dispatcher.stop();
    await discontinue(fill.order_id);
    for (const act of [
      () =>
        testbed.delivery.reroute(
          testbed.prescriber,
          { orderId: fill.order_id, pharmacyId: OWN_API as PharmacyId },
          freshKey('reroute'),
        ),
      () => testbed.delivery.resend(testbed.prescriber, { fillId: fill.id }, freshKey('resend')),
    ])
      assert.match((await failureOf(act())).message, /no more refills/);
    await testbed.delivery.cancel(testbed.prescriber, { orderId: fill.order_id }, freshKey('cancel'));
    await testbed.delivery.dispatcher.start();
    await until(fill.order_id, ({ state }) => state === 'CANCELED');
    assert.deepEqual(kindsOf(fill), ['NewRx', 'CancelRx']);
    const states = (await sentFor(fill)).map(({ row }) => `${row.kind} ${row.state}`);
    assert.deepEqual(states.toSorted(), ['cancel accepted', 'discontinue withdrawn', 'new accepted']);
  });

  test('D10: nodes of the version before find nothing to send, and no answer to it', async () => {
    const fill = await delivered(ACCEPTS);
    await testbed.delivery.dispatcher.stop();
    await discontinue(fill.order_id);
    const { id, message_id: messageId } =
      (await sentFor(fill)).find(({ row }) => row.kind === 'discontinue')?.row ?? {};
    const waiting = await testbed.store.withOrg(fill.org_id, (tx) =>
      sql`select 1 from outbox join fill on fill.id = outbox.subject_id where outbox.id = ${id}`.execute(tx),
    );
    assert.equal(waiting.rows.length, 0);
    const found = (knows: boolean) =>
      testbed.store.asDoor(async (tx) => {
        if (knows) await sql`select set_config('pestle.knows_discontinue', 'yes', true)`.execute(tx);
        return (await sql`select id from transmission where message_id = ${messageId}`.execute(tx)).rows
          .length;
      });
    assert.deepEqual([await found(true), await found(false)], [1, 0]);
    await testbed.delivery.dispatcher.start();
    await told(fill.order_id);
  });
});
