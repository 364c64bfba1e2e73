// Goal: every order reaches exactly one end that people can see, whatever the pharmacy does (D2, D4, D10; I2, I4, I10).
// Method: the real delivery against the sandbox's pharmacies over loopback HTTP; the pharmacies' own logs are the evidence.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey } from '@pestle/testbed/practice/people';
import { GABAPENTIN, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { sql } from 'kysely';
import type { FillEventRow } from '../prescribing/inside.ts';
import type { TransmissionRecord } from './ledger/transmissions.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const PARTNER = 'phr_0NETW0RK0PARTNER0000000000';
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const REJECTS = 'phr_0REJECTS000000000000000000';
const DROPS = 'phr_0ACCEPTS0THEN0DR0PS0000000';
const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
const GARBAGE = 'phr_0GARBAGE000000000000000000';
const OHIO = 'phr_00H100N00FAX00000000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const DENIES_CANCEL = 'phr_0DEN1ES0CANCE1000000000000';
const LATE_ERROR = 'phr_01ATE0ERR0R000000000000000';
const OAUTH = 'phr_00AVTH20T0KEN0000000000000';
const REDIRECTS = 'phr_0RED1RECTS0000000000000000';

describe('delivery', () => {
  let testbed: DeliveryTestbed;
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
  });
  after(() => testbed.close());

  const sent = async (orderId: string) =>
    await testbed.until(orderId, ({ fills }) =>
      fills.every(({ state }) => state === 'SENT' || state === 'STUCK'),
    );
  const records = async (fillId: string): Promise<readonly TransmissionRecord[]> =>
    (await testbed.delivery.transmissions(testbed.prescriber, [fillId])).get(fillId) ?? [];
  const events = async (fillId: string): Promise<readonly FillEventRow[]> =>
    (await testbed.prescribing.fillEvents(testbed.prescriber, [fillId])).get(fillId) ?? [];

  /** Orders from a pharmacy and gives back what can be seen when it has come to rest. */
  const deliver = async (pharmacyId: string) => {
    const { order } = await testbed.order(pharmacyId);
    const done = await sent(order.id);
    const [fill] = done.fills;
    assert.ok(fill);
    const log = testbed.peers
      .log()
      .filter(({ prescriberOrderNumber }) => prescriberOrderNumber === fill.prescriber_order_number);
    return { order: done.order, fill, transmissions: await records(fill.id), log };
  };

  for (const [name, pharmacyId, channel] of [
    ['2017071 in XML', XML_2017071, 'script'],
    ['2023011 in JSON', JSON_2023011, 'script'],
    ["the pharmacy's own API", OWN_API, 'api'],
    ['a network partner', PARTNER, 'script'],
    ['an OAuth2 token', OAUTH, 'script'],
  ] as const) {
    test(`D1: one electronic message and no fax (${name})`, async () => {
      const { order, fill, transmissions, log } = await deliver(pharmacyId);
      assert.equal(order.state, 'PLACED');
      assert.equal(fill.state, 'SENT');
      assert.equal(fill.channel, channel);
      assert.equal(log.filter(({ accepted }) => accepted).length, 1);
      assert.deepEqual(
        transmissions.map(({ row }) => [row.channel, row.state]),
        [[channel, 'accepted']],
      );
      assert.deepEqual(
        (await events(fill.id)).map(({ event, number }) => [number, event]),
        [
          [1, 'ordered'],
          [2, 'sending'],
          [3, 'sent'],
        ],
      );
    });
  }

  test('D4: two failures are retried with the same MessageID and the same bytes', async () => {
    const { fill, transmissions, log } = await deliver(FAILS_TWICE);
    assert.equal(fill.channel, 'script');
    assert.equal(log.length, 3);
    assert.equal(new Set(log.map(({ messageId }) => messageId)).size, 1);
    assert.equal(new Set(log.map(({ bytesSha256 }) => bytesSha256)).size, 1);
    assert.deepEqual(
      transmissions[0]?.attempts.map(({ outcome }) => outcome),
      ['RETRY', 'RETRY', 'ACCEPTED'],
    );
  });

  test('D4: a duplicate answer to our own retry counts as delivered', async () => {
    const { fill, transmissions, log } = await deliver(DROPS);
    assert.equal(fill.channel, 'script');
    assert.deepEqual(
      transmissions[0]?.attempts.map(({ outcome }) => outcome),
      ['UNKNOWN', 'ACCEPTED'],
    );
    assert.equal(log.filter(({ accepted }) => accepted).length, 1);
  });

  test('D2: a SCRIPT Error inside HTTP 200 is permanent: fax at once', async () => {
    const { fill, transmissions } = await deliver(REJECTS);
    assert.equal(fill.channel, 'fax');
    assert.deepEqual(
      transmissions.map(({ row, attempts }) => [row.channel, row.state, attempts.length]),
      [
        ['script', 'rejected', 1],
        ['fax', 'accepted', 1],
      ],
    );
    assert.equal(transmissions[1]?.row.may_have_arrived, true, 'the fax itself has arrived');
  });

  for (const [name, pharmacyId] of [
    ['never answers', NEVER_ANSWERS],
    ['answers garbage', GARBAGE],
  ] as const) {
    test(`D4: a pharmacy that ${name} gets a fax that says it may hold the order`, async () => {
      const { fill, transmissions } = await deliver(pharmacyId);
      assert.equal(fill.channel, 'fax');
      const [electronic, fax] = transmissions;
      assert.deepEqual(
        electronic?.attempts.map(({ outcome }) => outcome),
        ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
      );
      assert.equal(electronic?.row.may_have_arrived, true);
      assert.equal(fax?.row.relates_to_message_id, electronic?.row.message_id);
    });
  }

  test('D2: a redirect is never followed: the fax goes out', async () => {
    const { fill } = await deliver(REDIRECTS);
    assert.equal(fill.channel, 'fax');
  });

  test('D4: the page of a fax says that a copy may be held only when one may be, and is the same at every attempt', async () => {
    for (const [pharmacyId, expected] of [
      [REJECTS, false],
      [GARBAGE, true],
    ] as const) {
      const { transmissions } = await deliver(pharmacyId);
      const fax = transmissions.find(({ row }) => row.channel === 'fax');
      assert.equal(fax?.row.reason.mayHaveArrived, expected);
      const page = testbed.peers.faxes().find(({ faxId }) => faxId.startsWith(fax?.row.id ?? 'none'));
      const lines = testbed.peers.faxLines(page?.faxId ?? '');
      assert.equal(
        /already be held|may already hold|held electronically/i.test(lines.join(' ')),
        expected,
        lines.join(' | '),
      );
    }
  });

  test('D3: a pharmacy that is not integrated gets a fax', async () => {
    const { fill, transmissions } = await deliver(FAX_ONLY);
    assert.equal(fill.channel, 'fax');
    assert.deepEqual(
      transmissions.map(({ row }) => row.reason),
      [{ because: 'not-integrated' }],
    );
  });

  test('D2: where law forbids the fax the fill is STUCK, owned, with the reason', async () => {
    const { order, fill } = await deliver(OHIO);
    assert.equal(order.state, 'ERROR');
    assert.deepEqual(
      [fill.state, fill.state_reason, fill.state_owner],
      ['STUCK', 'FAX_FORBIDDEN', 'prescriber'],
    );
    assert.equal(
      testbed.peers.log().filter(({ channel, pharmacyId }) => channel === 'fax' && pharmacyId === OHIO)
        .length,
      0,
    );
  });

  test('W7: a pharmacy chosen after the review, in a state that schedules the drug, does not get it', async () => {
    const draft = await reviewedDraft(testbed, GABAPENTIN);
    await testbed.store.asKeeper((tx) =>
      sql`update pharmacy set state = 'KY' where id = ${PHARMACY}`.execute(tx),
    );
    const before = testbed.departures.length;
    const { order } = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [draft], pharmacyId: PHARMACY },
      freshKey('createOrder'),
    );
    testbed.delivery.departures(testbed.departures.slice(before));
    const stuck = await testbed.until(order.id, ({ fills }) => fills.every(({ state }) => state === 'STUCK'));
    assert.equal(stuck.fills[0]?.state_reason, 'CONTROLLED_AT_PHARMACY');
    assert.deepEqual(await records(stuck.fills[0]?.id ?? ''), [], 'nothing was sent');
  });

  test('D10: a cancel relates to the NewRx, carries its order number, and its answer is recorded, not acted on', async () => {
    for (const [pharmacyId, answer] of [
      [XML_2017071, 'cancel-approved'],
      [DENIES_CANCEL, 'cancel-denied'],
    ] as const) {
      const { order, fill, transmissions } = await deliver(pharmacyId);
      const { results } = await testbed.delivery.cancel(
        testbed.prescriber,
        { orderId: order.id },
        freshKey('cancel'),
      );
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ['CANCEL_SENT'],
      );
      const canceled = await testbed.until(order.id, ({ fills }) =>
        fills.every(({ state }) => state === 'CANCELED'),
      );
      assert.equal(canceled.order.state, 'CANCELED');
      const log = testbed.peers
        .log()
        .filter(
          ({ kind, prescriberOrderNumber }) =>
            kind === 'CancelRx' && prescriberOrderNumber === fill.prescriber_order_number,
        );
      assert.deepEqual(
        log.map(({ relatesToMessageId, answered }) => [relatesToMessageId, answered]),
        [[transmissions[0]?.row.message_id, answer]],
      );
    }
  });

  test('D10: a faxed fill is canceled by a fax notice', async () => {
    const { order, fill } = await deliver(FAX_ONLY);
    await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
    await testbed.until(order.id, ({ fills }) => fills.every(({ state }) => state === 'CANCELED'));
    const log = testbed.peers
      .log()
      .filter(({ prescriberOrderNumber }) => prescriberOrderNumber === fill.prescriber_order_number);
    assert.deepEqual(
      log.map(({ kind }) => kind),
      ['fax', 'fax-cancel'],
    );
  });

  test('I4: what is canceled between two attempts is not sent again, and no fax follows', async () => {
    const { order } = await testbed.order(NEVER_ANSWERS);
    await testbed.until(order.id, ({ fills }) => fills.every(({ state }) => state === 'SENDING'));
    await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
    const canceled = await testbed.until(
      order.id,
      ({ fills }) => fills.every(({ state }) => state === 'CANCELED'),
      20_000,
    );
    const [fill] = canceled.fills;
    const all = await records(fill?.id ?? '');
    const log = testbed.peers
      .log()
      .filter(({ prescriberOrderNumber }) => prescriberOrderNumber === fill?.prescriber_order_number);
    const lastNewRx = log.findLastIndex(({ kind }) => kind === 'NewRx');
    const firstCancel = log.findIndex(({ kind }) => kind === 'CancelRx' || kind === 'fax-cancel');
    assert.ok(firstCancel > lastNewRx, JSON.stringify(log.map(({ kind }) => kind)));
    assert.equal(all.filter(({ row }) => row.kind === 'new' && row.channel === 'fax').length, 0);
  });

  test('D10: what was never sent is canceled without a message', async () => {
    await testbed.delivery.dispatcher.stop();
    const { order } = await testbed.order(XML_2017071);
    const { results } = await testbed.delivery.cancel(
      testbed.prescriber,
      { orderId: order.id },
      freshKey('cancel'),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['CANCELED'],
    );
    await testbed.delivery.dispatcher.start();
    const repeated = await failureOf(
      testbed.delivery.cancel(
        testbed.prescriber,
        { orderId: order.id, fillIds: [results[0]?.fillId ?? ''] },
        freshKey('cancel'),
      ),
    );
    assert.equal(repeated.code, 'CANCEL_REFUSED');
  });

  test('I4: cancel and first attempt at the same moment: never a NewRx after an acknowledged cancel', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { order } = await testbed.order(XML_2017071);
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
      const acknowledged = Date.now();
      const done = await testbed.until(order.id, ({ fills }) =>
        fills.every(({ state }) => state === 'CANCELED'),
      );
      const number = done.fills[0]?.prescriber_order_number;
      const log = testbed.peers.log().filter(({ prescriberOrderNumber }) => prescriberOrderNumber === number);
      const newRx = log.filter(({ kind }) => kind === 'NewRx');
      assert.ok(newRx.length <= 1);
      if (newRx.length === 1)
        assert.equal(log.filter(({ kind }) => kind === 'CancelRx').length, 1, 'what left is canceled');
      assert.ok(newRx.every(({ at }) => Date.parse(at) <= acknowledged + 1_000));
    }
  });

  test('D4: a late Error is for tracking to bring; the partner accepted first', async () => {
    const { fill, transmissions } = await deliver(LATE_ERROR);
    assert.equal(fill.state, 'SENT');
    assert.equal(transmissions[0]?.row.state, 'accepted');
  });

  test('operators hear of every attempt: ids, codes and times, and nothing of the patient', async () => {
    const { fill, order } = await deliver(FAILS_TWICE);
    const ended = await testbed.waitFor(
      () => {
        const found = testbed.ended.filter(({ orderId }) => orderId === order.id);
        return found.length === 3 ? found : undefined;
      },
      () => JSON.stringify(testbed.ended),
    );
    assert.deepEqual(
      ended.map(({ attempt, channel, kind, outcome, httpStatus, sinceSignedMs }) => [
        attempt,
        channel,
        kind,
        outcome,
        httpStatus,
        sinceSignedMs !== null,
      ]),
      [
        [1, 'script', 'new', 'RETRY', 500, false],
        [2, 'script', 'new', 'RETRY', 500, false],
        [3, 'script', 'new', 'ACCEPTED', 200, true],
      ],
    );
    assert.equal(ended[0]?.pharmacyId, fill.pharmacy_id);
    const words = JSON.stringify(ended).toLowerCase();
    for (const secret of ['doe', 'lisinopril', '1980']) assert.ok(!words.includes(secret), secret);
  });
});
