// Goal: a cancel is told as sent only where something leaves; what no channel can carry is a fact with somebody to call (D10, D11).
// Method: the real delivery against the sandbox's pharmacies over loopback HTTP; the pharmacies' own logs are the evidence.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import { departuresOf } from '../../outbox/outbox.ts';
import type { FillRow } from '../../prescribing/inside.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { CancelResult } from './cancel-result.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const GARBAGE = 'phr_0GARBAGE000000000000000000';
const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const API_TOO_LATE = 'phr_0AP10T0001ATE0000000000000';
/** Both answer a CancelRx with a Status only. */
const PARTNER = 'phr_0NETW0RK0PARTNER0000000000';
const PARTNER_TOO = 'phr_0DEN1ES01ATER0000000000000';
const DENIES_CANCEL = 'phr_0DEN1ES0CANCE1000000000000';

describe('cancels', () => {
  let testbed: DeliveryTestbed;
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
  });
  after(() => testbed.close());

  const cancel = async (orderId: string): Promise<CancelResult> => {
    const { results } = await testbed.delivery.cancel(testbed.prescriber, { orderId }, freshKey('cancel'));
    assert.equal(results.length, 1);
    return results[0] as CancelResult;
  };
  const until = async (orderId: string, holds: (fill: FillRow) => boolean): Promise<FillRow> => {
    const { fills } = await testbed.until(orderId, (record) => record.fills.every(holds));
    return fills[0] as FillRow;
  };
  const fillOf = async (orderId: string): Promise<FillRow> => until(orderId, () => true);
  const delivered = async (pharmacyId: string): Promise<FillRow> => {
    const { order } = await testbed.order(pharmacyId);
    return await until(order.id, ({ state }) => state === 'SENT');
  };
  const logOf = ({ prescriber_order_number: number }: FillRow) =>
    testbed.peers.log().filter(({ prescriberOrderNumber }) => prescriberOrderNumber === number);
  const kindsOf = (fill: FillRow) => logOf(fill).map(({ kind }) => kind);
  const eventsOf = async ({ id }: FillRow) =>
    (await testbed.prescribing.fillEvents(testbed.prescriber, [id])).get(id) ?? [];
  const cancelsOf = async ({ id }: FillRow) =>
    ((await testbed.delivery.transmissions(testbed.prescriber, [id])).get(id) ?? []).filter(
      ({ row }) => row.kind === 'cancel',
    );
  const waitingOf = async ({ id, org_id: orgId }: FillRow): Promise<number> =>
    await testbed.store.withOrg(orgId, async (tx) => (await departuresOf(tx, orgId, id)).length);
  const attention = async () =>
    (await testbed.prescribing.orders(testbed.prescriber, { needsAttention: true, first: 100 })).items.map(
      ({ order }) => order.id,
    );
  /** Changes a pharmacy for as long as the work takes. */
  const changed = async <T>(
    id: string,
    set: ReturnType<typeof sql>,
    back: ReturnType<typeof sql>,
    work: () => Promise<T>,
  ): Promise<T> => {
    const change = (to: ReturnType<typeof sql>) =>
      testbed.store.asKeeper((tx) => sql`update pharmacy set ${to} where id = ${id}`.execute(tx));
    await change(set);
    try {
      return await work();
    } finally {
      await change(back);
    }
  };
  const faxNumber = (id: string) => testbed.peers.pharmacies.find((one) => one.id === id)?.fax ?? '';
  const withoutFax = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    changed(id, sql`fax = null`, sql`fax = ${faxNumber(id)}`, work);

  test('D10: a cancel that cannot leave is CANCEL_NOT_SENT: the fill stays, owned, listed and in its history', async () => {
    const fill = await delivered(FAX_ONLY);
    await withoutFax(FAX_ONLY, async () => {
      for (let round = 0; round < 2; round += 1) {
        const result = await cancel(fill.order_id);
        assert.deepEqual([result.outcome, result.code], ['CANCEL_NOT_SENT', 'NO_FAX_NUMBER']);
        assert.match(result.message ?? '', /Call/);
      }
    });
    const kept = await fillOf(fill.order_id);
    assert.equal(kept.state, 'SENT');
    assert.equal(kept.cancel_sent_at, null);
    assert.deepEqual(
      [kept.cancel_not_sent_reason, kept.cancel_not_sent_pharmacy_id],
      ['NO_FAX_NUMBER', FAX_ONLY],
    );
    assert.ok(kept.cancel_not_sent_at !== null);
    assert.equal((await cancelsOf(fill)).length, 0, 'nothing was queued');
    assert.ok((await attention()).includes(fill.order_id));
    assert.equal((await eventsOf(fill)).filter(({ event }) => event === 'cancel-not-sent').length, 2);
  });

  test('D10: once the obstacle is gone the same order is canceled, once, and nobody needs to call', async () => {
    const fill = await delivered(FAX_ONLY);
    await withoutFax(FAX_ONLY, async () => {
      await cancel(fill.order_id);
    });
    assert.equal((await cancel(fill.order_id)).outcome, 'CANCEL_SENT');
    // While it is under way, and after: the same answer or a refusal, never a second fax.
    await testbed.delivery
      .cancel(testbed.prescriber, { orderId: fill.order_id }, freshKey('cancel'))
      .catch(() => undefined);
    const canceled = await until(fill.order_id, ({ state }) => state === 'CANCELED');
    assert.ok(canceled.cancel_sent_at !== null);
    assert.equal(canceled.cancel_not_sent_at, null);
    assert.ok(!(await attention()).includes(fill.order_id));
    assert.deepEqual(kindsOf(fill), ['fax', 'fax-cancel']);
  });

  test('D10: what was canceled and could not be told is neither sent again nor moved elsewhere', async () => {
    const fill = await delivered(FAX_ONLY);
    await withoutFax(FAX_ONLY, async () => {
      await cancel(fill.order_id);
    });
    const repeated = { fillId: fill.id };
    const elsewhere = { orderId: fill.order_id, pharmacyId: ACCEPTS as PharmacyId };
    for (const refused of [
      testbed.delivery.resend(testbed.prescriber, repeated, freshKey('resend')),
      testbed.delivery.reissue(testbed.prescriber, repeated, freshKey('reissue')),
      testbed.delivery.reroute(testbed.prescriber, elsewhere, freshKey('reroute')),
    ])
      assert.equal((await failureOf(refused)).code, 'CANCEL_REFUSED');
  });

  test('D2: a cancel notice is faxed where law forbids the fax of a prescription', async () => {
    const fill = await delivered(FAX_ONLY);
    await changed(FAX_ONLY, sql`state = 'OH'`, sql`state = 'MA'`, async () => {
      assert.equal((await cancel(fill.order_id)).outcome, 'CANCEL_SENT');
      await until(fill.order_id, ({ state }) => state === 'CANCELED');
    });
    assert.deepEqual(kindsOf(fill), ['fax', 'fax-cancel']);
  });

  test('D10: a pharmacy that is gone cannot be told, and that is said', async () => {
    const fill = await delivered(FAX_ONLY);
    await testbed.store.withOrg(fill.org_id, (tx) =>
      sql`update transmission set pharmacy_id = 'phr_01JD0000000000000000000000' where fill_id = ${fill.id}`.execute(
        tx,
      ),
    );
    assert.deepEqual(await cancel(fill.order_id).then(({ outcome, code }) => [outcome, code]), [
      'CANCEL_NOT_SENT',
      'PHARMACY_GONE',
    ]);
    assert.equal((await fillOf(fill.order_id)).state, 'SENT');
  });

  test('D10: one fax per fill and cancel, also where the CancelRx for a copy nobody can judge falls back to fax', async () => {
    const fill = await delivered(GARBAGE);
    assert.equal((await cancel(fill.order_id)).outcome, 'CANCEL_SENT');
    await until(fill.order_id, ({ state }) => state === 'CANCELED');
    // The CancelRx is over when nothing of the fill waits any more.
    await testbed.waitFor(
      async () => (await waitingOf(fill)) === 0 || undefined,
      () => 'the CancelRx still waits to leave',
    );
    assert.equal(kindsOf(fill).filter((kind) => kind === 'CancelRx').length, 3);
    assert.equal(kindsOf(fill).filter((kind) => kind === 'fax-cancel').length, 1);
    const cancels = await cancelsOf(fill);
    assert.deepEqual(cancels.map(({ row }) => row.channel).toSorted(), ['fax', 'script']);
    assert.ok((await eventsOf(fill)).some(({ event }) => event === 'cancel-by-fax'));
  });

  test('D10: a cancel that was queued and reached nobody is the same fact, and the fill stays what it was', async () => {
    const fill = await delivered(GARBAGE);
    await withoutFax(GARBAGE, async () => {
      const result = await cancel(fill.order_id);
      assert.deepEqual([result.outcome, result.code], ['CANCEL_SENT', 'FAX_COPY_NOT_CANCELED']);
      const kept = await until(
        fill.order_id,
        ({ cancel_not_sent_reason: reason }) => reason === 'NO_FAX_NUMBER',
      );
      assert.equal(kept.state, 'SENT');
      assert.equal(kept.cancel_sent_at, null);
      assert.equal(kept.alert, null);
    });
    assert.ok((await attention()).includes(fill.order_id));
  });

  test('D10: of two copies only one can be canceled: CANCELED, and the other is told with somebody to call', async () => {
    const fill = await heldTwice();
    await withoutFax(ACCEPTS, async () => {
      const result = await cancel(fill.order_id);
      assert.deepEqual([result.outcome, result.code], ['CANCEL_SENT', 'FAX_COPY_NOT_CANCELED']);
      await until(fill.order_id, ({ state }) => state === 'CANCELED');
    });
    const half = await fillOf(fill.order_id);
    assert.equal(half.cancel_not_sent_reason, 'FAX_COPY_NOT_CANCELED');
    assert.equal(half.cancel_answer, 'approved');
    assert.ok((await attention()).includes(fill.order_id));

    assert.equal((await cancel(fill.order_id)).outcome, 'CANCEL_SENT');
    await testbed.until(fill.order_id, () => kindsOf(fill).includes('fax-cancel'));
    assert.equal((await fillOf(fill.order_id)).cancel_not_sent_at, null);
    assert.equal(kindsOf(fill).filter((kind) => kind === 'CancelRx').length, 1, 'told once electronically');
    const refused = await failureOf(
      testbed.delivery.cancel(
        testbed.prescriber,
        { orderId: fill.order_id, fillIds: [fill.id] },
        freshKey('cancel'),
      ),
    );
    assert.equal(refused.code, 'CANCEL_REFUSED');
  });

  const late = (fill: FillRow, kind: string, body: string): Promise<void> =>
    testbed.hear(fill.id, kind, body);

  /** Taken electronically, withdrawn by a late Error, then faxed: the pharmacy may hold both. */
  const heldTwice = async (): Promise<FillRow> => {
    const fill = await delivered(ACCEPTS);
    await late(fill, 'new', '<Error><Code>600</Code></Error>');
    return await until(fill.order_id, ({ state, channel }) => state === 'SENT' && channel === 'fax');
  };

  test('D10: when a cancel left, what was answered, when and in which words', async () => {
    for (const [pharmacyId, answer, reason] of [
      [ACCEPTS, 'approved', 'Canceled, nothing was dispensed.'],
      [DENIES_CANCEL, 'denied', 'Already dispensed.'],
      [OWN_API, 'approved', 'Canceled, nothing was dispensed.'],
      [API_TOO_LATE, 'denied', 'Already dispensed.'],
    ] as const) {
      const fill = await delivered(pharmacyId);
      await cancel(fill.order_id);
      const canceled = await until(fill.order_id, ({ state }) => state === 'CANCELED');
      assert.ok(canceled.cancel_sent_at !== null, pharmacyId);
      assert.ok(canceled.cancel_answered_at !== null, pharmacyId);
      assert.equal(canceled.cancel_answer, answer, pharmacyId);
      assert.equal(
        await testbed.prescribing.cancelAnswerReason(testbed.prescriber, canceled),
        reason,
        pharmacyId,
      );
      assert.equal(
        logOf(fill).filter(({ kind }) => kind === 'CancelRx' || kind === 'api-cancel').length,
        1,
        'an answer is never acted on',
      );
    }
  });

  test('D10: an answer that comes later is kept with its words, cleaned; the last one counts', async () => {
    const fill = await delivered(PARTNER);
    await cancel(fill.order_id);
    const sent = await until(fill.order_id, ({ state }) => state === 'CANCELED');
    assert.ok(sent.cancel_sent_at !== null);
    assert.deepEqual([sent.cancel_answer, sent.cancel_answered_at], [null, null], 'a Status is no answer');
    const answer = (response: string) =>
      late(fill, 'cancel', `<CancelRxResponse><Response>${response}</Response></CancelRxResponse>`);
    const reasonNow = async () =>
      await testbed.prescribing.cancelAnswerReason(testbed.prescriber, await fillOf(fill.order_id));

    await answer('<Denied><DenialReason>Picked up\u202e by\n\t her   sister</DenialReason></Denied>');
    assert.equal((await fillOf(fill.order_id)).cancel_answer, 'denied');
    assert.equal(await reasonNow(), 'Picked up by her sister');
    const { rows } = await testbed.store.withOrg(fill.org_id, (tx) =>
      sql<{ text: string }>`select f::text as text from fill f where id = ${fill.id}`.execute(tx),
    );
    assert.doesNotMatch(rows[0]?.text ?? '', /sister/, 'it is sealed at rest');

    await answer('<Denied><ReasonCode>AR</ReasonCode></Denied>');
    assert.equal(await reasonNow(), 'Prescription transferred to another pharmacy');
    await answer(`<Denied><DenialReason>${'long '.repeat(400)}</DenialReason></Denied>`);
    assert.equal((await reasonNow())?.length, DELIVERY_LIMITS.cancelReasonCharactersMax);
    await answer('<Approved/>');
    assert.equal((await fillOf(fill.order_id)).cancel_answer, 'approved');
    assert.equal(await reasonNow(), null);
    assert.equal(kindsOf(fill).filter((kind) => kind === 'CancelRx').length, 1, 'never acted on');
  });

  test('D10: what an old pharmacy answers to its cancel says nothing of the cancel at the new one', async () => {
    const fill = await delivered(PARTNER);
    await testbed.delivery.reroute(
      testbed.prescriber,
      { orderId: fill.order_id, pharmacyId: PARTNER_TOO as PharmacyId },
      freshKey('reroute'),
    );
    await until(fill.order_id, ({ state, cancel_sent_at: at }) => state === 'SENT' && at !== null);
    const response = '<CancelRxResponse><Response><Approved/></Response></CancelRxResponse>';
    await late(fill, 'cancel', response);
    assert.equal((await fillOf(fill.order_id)).cancel_answer, 'approved', 'the old one is told until then');
    await cancel(fill.order_id);
    const canceled = await until(fill.order_id, ({ state }) => state === 'CANCELED');
    assert.equal(canceled.cancel_answer, null);
    await late(fill, 'cancel', response);
    assert.equal((await fillOf(fill.order_id)).cancel_answer, null);
  });

  test('D10: a fax notice waits for the fax that is being sent, as a CancelRx for its NewRx', async () => {
    await testbed.delivery.dispatcher.stop();
    const { order, fills } = await testbed.order(FAX_ONLY);
    const { id, org_id: orgId } = fills[0] as FillRow;
    const leasedUntil = (time: ReturnType<typeof sql>) =>
      testbed.store.withOrg(orgId, (tx) =>
        sql`update outbox set leased_by = 'another worker', attempt = 1, run_at = ${time}
          where subject_id = ${id} and kind = 'new'`.execute(tx),
      );
    await leasedUntil(sql`now() + interval '1 hour'`);
    await testbed.store.withOrg(orgId, (tx) =>
      sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
          prescriber_order_number, state, reason, first_attempt_at, created_at)
        select o.org_id, o.id, f.order_id, f.id, f.pharmacy_id, 'new', 'fax', 'f' || substr(o.id, 5),
          f.prescriber_order_number, 'sending', '{"because": "not-integrated"}', now(), now()
        from outbox o join fill f on f.id = o.subject_id where f.id = ${id}`.execute(tx),
    );
    assert.equal((await cancel(order.id)).outcome, 'CANCEL_SENT');
    const rows = await testbed.store.withOrg(orgId, (tx) => departuresOf(tx, orgId, id));
    assert.deepEqual(
      rows.map(({ kind, run_at: at }) => [kind, at === 'infinity']),
      [
        ['new', false],
        ['cancel', true],
      ],
    );
    // The other worker is gone: nobody knows whether its fax arrived, so that the notice goes.
    await leasedUntil(sql`now()`);
    await testbed.delivery.dispatcher.start();
    const canceled = await until(order.id, ({ state }) => state === 'CANCELED');
    assert.deepEqual(kindsOf(canceled), ['fax-cancel']);
  });

  test('D11: a cancel of what was moved and has not left yet ends it; the old pharmacy is told once', async () => {
    const fill = await delivered(ACCEPTS);
    await testbed.delivery.dispatcher.stop();
    await testbed.delivery.reroute(
      testbed.prescriber,
      { orderId: fill.order_id, pharmacyId: OWN_API as PharmacyId },
      freshKey('reroute'),
    );
    assert.equal((await cancel(fill.order_id)).outcome, 'CANCELED');
    await testbed.delivery.dispatcher.start();
    await testbed.until(fill.order_id, () => kindsOf(fill).includes('CancelRx'));
    const ended = await until(fill.order_id, ({ state }) => state === 'CANCELED');
    assert.equal(kindsOf(ended).length, 0, 'nothing reached the new pharmacy');
    assert.equal(kindsOf(fill).filter((kind) => kind === 'CancelRx').length, 1);
  });

  test('D11: an old pharmacy that cannot be told of a reroute is a fact that names it', async () => {
    const fill = await delivered(FAX_ONLY);
    await withoutFax(FAX_ONLY, () =>
      testbed.delivery.reroute(
        testbed.prescriber,
        { orderId: fill.order_id, pharmacyId: ACCEPTS as PharmacyId },
        freshKey('reroute'),
      ),
    );
    const moved = await until(fill.order_id, ({ state }) => state === 'SENT');
    assert.equal(moved.pharmacy_id, ACCEPTS);
    assert.deepEqual(
      [moved.cancel_not_sent_reason, moved.cancel_not_sent_pharmacy_id],
      ['NO_FAX_NUMBER', FAX_ONLY],
    );
    assert.ok((await attention()).includes(fill.order_id));
  });

  test('I4: canceled while an attempt runs that nobody can judge, and not to be told: a person must act, nothing more leaves', async () => {
    const { order } = await testbed.order(NEVER_ANSWERS);
    const fill = await until(order.id, ({ state }) => state === 'SENDING');
    await testbed.store.asKeeper((tx) =>
      sql`delete from pharmacy_endpoint where pharmacy_id = ${NEVER_ANSWERS}`.execute(tx),
    );
    await withoutFax(NEVER_ANSWERS, async () => {
      assert.equal((await cancel(order.id)).outcome, 'CANCEL_NOT_SENT');
      const stuck = await until(order.id, ({ state }) => state === 'STUCK');
      assert.deepEqual([stuck.state_reason, stuck.state_owner], ['CANCEL_NOT_SENT', 'practice']);
    });
    assert.ok(kindsOf(fill).every((kind) => kind === 'NewRx'));
  });
});
