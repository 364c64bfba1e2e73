// Goal: a patient moves an order to another pharmacy until the first has received it, once for each answer, and never against it (D11, A2).
// Method: the real pages, the real reroute and the real reports over one store; on PostgreSQL both truly at the same time.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FillId, OrderId, PharmacyId } from '@pestle/rules/ids';
import { insertTransmission } from '@pestle/testbed/practice/order-rows';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY } from '@pestle/testbed/practice/practice';
import { testPorts } from '@pestle/testbed/practice/test-clock';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import type { Telephone } from '@pestle/testbed/tracking/patient-choice';
import { MAIL_PHARMACY, openPatientChoice, PRIVATE_PHARMACY } from '@pestle/testbed/tracking/patient-choice';
import { departuresOf, withdraw } from '../../outbox/outbox.ts';
import { lockOrder, moveFill } from '../../prescribing/inside.ts';
import { ROUTING_LIMITS } from '../limits.ts';

type PatientChoice = Awaited<ReturnType<typeof openPatientChoice>>;

const HOUR_MS = 3_600_000;
const change = (
  telephone: Telephone,
  visit: string,
  pharmacyCount: number,
  pharmacy: string = MAIL_PHARMACY,
) => telephone.post(`${visit}/choose`, { pharmacy, turn: String(pharmacyCount) });

async function orderOf({ practice }: PatientChoice, orderId: string) {
  const { order, fills } = await practice.prescribing.order(practice.prescriber, orderId);
  const [fill] = fills;
  assert.ok(fill);
  const events = await practice.prescribing.fillEvents(practice.prescriber, [fill.id]);
  return { order, fill, events: events.get(fill.id) ?? [] };
}

/** What waits to leave for a fill. */
const waitingFor = (testbed: PatientChoice, fillId: FillId) =>
  testbed.store.withOrg(TEST_ORGANIZATION, (tx) => departuresOf(tx, TEST_ORGANIZATION, fillId));

/** The fax to the order's pharmacy went through. */
async function arrive({ store, clock }: PatientChoice, orderId: OrderId): Promise<void> {
  await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const locked = await lockOrder(tx, TEST_ORGANIZATION, orderId);
    const fill = locked?.fills[0];
    if (locked === undefined || fill?.pharmacy_id == null) throw new Error('the order has no pharmacy');
    for (const row of await departuresOf(tx, TEST_ORGANIZATION, fill.id)) {
      if (row.kind !== 'new') continue;
      await withdraw(tx, TEST_ORGANIZATION, row.id);
      await insertTransmission(tx, {
        orgId: TEST_ORGANIZATION,
        orderId,
        fillId: fill.id,
        pharmacyId: fill.pharmacy_id,
        channel: 'fax',
        id: row.id as Parameters<typeof insertTransmission>[1]['id'],
        messageId: `F${row.id.slice(4)}`,
        orderNumber: fill.prescriber_order_number ?? '',
      });
    }
    const set = { channel: 'fax', sent_at: new Date(clock.now()).toISOString() } as const;
    const to = 'SENT';
    await moveFill(tx, testPorts(clock), locked, fill.id, { to, event: 'sent', source: 'delivery', set });
  });
}

/** An order whose patient chose the first pharmacy, and the telephone that did. */
async function chosen(testbed: PatientChoice) {
  const { orderId, token } = await testbed.waiting();
  const telephone = testbed.telephone();
  const visit = await telephone.enter(token);
  await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
  return { orderId, token, telephone, visit };
}

describe("the patient's link changes the pharmacy", () => {
  let testbed: PatientChoice;
  before(async () => {
    testbed = await openPatientChoice();
  });
  after(() => testbed.close());

  const choices = async (orderId: OrderId) =>
    (await testbed.entriesOf(orderId)).filter(({ action }) => action.startsWith('order.'));

  test('D11: canceled at the first, sent to the second, in the name of the patient; the pages say both', async () => {
    const { orderId, telephone, visit } = await chosen(testbed);
    await arrive(testbed, orderId);
    const before = await orderOf(testbed, orderId);
    const status = await telephone.get(visit);
    assert.match(status.text, new RegExp(`href="${visit}/change">Choose another pharmacy<`));
    const list = await telephone.get(`${visit}/change`);
    assert.match(list.text, /Your prescription is for Test Pharmacy now/);
    assert.doesNotMatch(list.text, new RegExp(PHARMACY), 'where it is already is not offered');
    const mail = await telephone.post(`${visit}/find`, { way: 'mail', place: '' });
    assert.match(mail.text, new RegExp(MAIL_PHARMACY));
    const confirm = await telephone.post(`${visit}/confirm`, { pharmacy: MAIL_PHARMACY });
    assert.match(confirm.text, /We cancel it at Test Pharmacy and send it to this pharmacy/);
    assert.match(confirm.text, /name="turn" value="1"/);
    assert.equal((await orderOf(testbed, orderId)).order.pharmacy_id, PHARMACY, 'not before it is confirmed');
    const departed = testbed.departures.length;
    const answer = await change(telephone, visit, 1);
    assert.equal(answer.headers['location'], `${visit}?done=just`);

    const { order, fill, events } = await orderOf(testbed, orderId);
    assert.equal(order.pharmacy_id, MAIL_PHARMACY);
    assert.equal(fill.state, 'QUEUED');
    assert.equal(fill.prescriber_order_number, `${before.fill.prescriber_order_number}-2`);
    assert.deepEqual(
      events.slice(-2).map(({ event, source }) => [event, source]),
      [
        ['canceled-at-old-pharmacy', 'patient'],
        ['rerouted', 'patient'],
      ],
    );
    const waiting = await waitingFor(testbed, fill.id);
    assert.deepEqual(waiting.map(({ kind }) => kind).toSorted(), ['cancel', 'new']);
    assert.deepEqual(
      new Set(testbed.departures.slice(departed).map(({ id }) => id)),
      new Set(waiting.map(({ id }) => id)),
      'both leave at once',
    );
    assert.deepEqual(
      (await choices(orderId)).map(({ action, outcome, actor_id }) => [action, outcome, actor_id]),
      [
        ['order.select-pharmacy', 'success', PATIENT],
        ['order.reroute', 'success', PATIENT],
      ],
    );
    const moved = await telephone.get(`${visit}?done=just`);
    assert.match(moved.text, /Mail Pharmacy/);
    assert.match(moved.text, /It was moved here from Test Pharmacy\. Do not pick it up there\./);
  });

  test('W5: the same answer five times at once moves once; the form of another one counts no more', async () => {
    const { orderId, telephone, visit } = await chosen(testbed);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => change(telephone, visit, 1)));
    assert.deepEqual(
      new Set(answers.map(({ headers }) => headers['location'])),
      new Set([`${visit}?done=just`]),
    );
    assert.equal((await orderOf(testbed, orderId)).order.pharmacy_count, 2);
    const stale = await change(telephone, visit, 1, PHARMACY);
    assert.equal(stale.headers['location'], `${visit}?done=already`);
    const { order, fill } = await orderOf(testbed, orderId);
    assert.equal(order.pharmacy_id, MAIL_PHARMACY);
    assert.equal(
      (await waitingFor(testbed, fill.id)).length,
      1,
      'the first never left, so that nothing is canceled',
    );
    assert.equal((await choices(orderId)).filter(({ action }) => action === 'order.reroute').length, 1);
  });

  for (const report of ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'ERROR'] as const)
    test(`P7, A2: not after the pharmacy has reported ${report}, and the page says why`, async () => {
      const { orderId, telephone, visit } = await chosen(testbed);
      await arrive(testbed, orderId);
      await testbed.report(orderId, report);
      const { text } = await telephone.get(visit);
      assert.doesNotMatch(text, /Choose another pharmacy/);
      assert.equal(text.includes('cannot change it here any more'), report !== 'DELIVERED');
      assert.equal((await telephone.get(`${visit}/change`)).headers['location'], visit);
      const answer = await change(telephone, visit, 1);
      assert.match(
        (await telephone.get(String(answer.headers['location']))).text,
        /The pharmacy was not changed: it has received your prescription\. Call the practice\./,
      );
      assert.equal((await orderOf(testbed, orderId)).order.pharmacy_id, PHARMACY);
    });

  test('D10: not while the practice cancels it', async () => {
    const { orderId, telephone, visit } = await chosen(testbed);
    await arrive(testbed, orderId);
    await testbed.delivery.cancel(testbed.practice.prescriber, { orderId }, freshKey('cancelOrder'));
    const answer = await change(telephone, visit, 1);
    assert.match((await telephone.get(String(answer.headers['location']))).text, /was canceled/);
    assert.equal((await orderOf(testbed, orderId)).order.pharmacy_id, PHARMACY);
  });

  test('W8: not after 72 hours', async () => {
    const { orderId, token } = await chosen(testbed);
    await arrive(testbed, orderId);
    testbed.clock.forward(72 * HOUR_MS + 1_000);
    const later = testbed.telephone();
    const visit = await later.enter(token);
    assert.doesNotMatch((await later.get(visit)).text, /Choose another pharmacy/);
    const answer = await change(later, visit, 1);
    assert.match((await later.get(String(answer.headers['location']))).text, /it cannot be sent any more/);
    assert.equal((await orderOf(testbed, orderId)).order.pharmacy_id, PHARMACY);
  });

  test('only pharmacies that serve the public, and only so many of them', async () => {
    const { orderId, telephone, visit } = await chosen(testbed);
    for (const pharmacy of [PRIVATE_PHARMACY, 'phr_01ABSENT000000000000000000', 'x'])
      assert.equal((await change(telephone, visit, 1, pharmacy)).status, 422);
    const choices: PharmacyId[] = [MAIL_PHARMACY, PHARMACY];
    for (let count = 1; count < ROUTING_LIMITS.patientPharmaciesMax; count += 1)
      await change(telephone, visit, count, choices[(count - 1) % choices.length]);
    const { order } = await orderOf(testbed, orderId);
    assert.equal(order.pharmacy_count, ROUTING_LIMITS.patientPharmaciesMax);
    assert.doesNotMatch((await telephone.get(visit)).text, /Choose another pharmacy/);
    const answer = await change(telephone, visit, order.pharmacy_count, MAIL_PHARMACY);
    assert.match((await telephone.get(String(answer.headers['location']))).text, /changed often/);
    assert.equal((await orderOf(testbed, orderId)).order.pharmacy_count, ROUTING_LIMITS.patientPharmaciesMax);
  });
});

test('D11: a change and "received" at the same moment: one of them counts, and the other one knows it', {
  skip: skipWithoutPostgres,
}, async () => {
  const postgres = await openPostgresTestStore();
  const testbed = await openPatientChoice(postgres.store);
  try {
    for (let round = 0; round < 8; round += 1) {
      const { orderId, telephone, visit } = await chosen(testbed);
      await arrive(testbed, orderId);
      const [answer, , reported] = await Promise.all([
        change(telephone, visit, 1),
        change(telephone, visit, 1),
        testbed.report(orderId, 'RECEIVED'),
      ]);
      const { order, fill } = await orderOf(testbed, orderId);
      const kinds = (await waitingFor(testbed, fill.id)).map(({ kind }) => kind).toSorted();
      if (reported?.changed === true) {
        assert.equal(answer.headers['location'], `${visit}?done=kept`);
        assert.deepEqual([order.pharmacy_id, fill.state, kinds], [PHARMACY, 'RECEIVED', []]);
      } else {
        assert.equal(answer.headers['location'], `${visit}?done=just`);
        assert.deepEqual(
          [order.pharmacy_id, fill.state, order.pharmacy_count, kinds],
          [MAIL_PHARMACY, 'QUEUED', 2, ['cancel', 'new']],
        );
      }
    }
  } finally {
    await testbed.close();
    await postgres.close();
  }
});
