// Tests what the status hook does with reports, one row of its documented table after the other, over the real store.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PharmacyReport } from '@pestle/rules/fill-status';
import {
  insertHookCredential,
  insertOrganization,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder, insertTransmission } from '@pestle/testbed/practice/order-rows';
import { type HookAnswer, OTHER_KEY, openHook } from '@pestle/testbed/tracking/hook';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import type { ReportingTables } from '../../directory/reporting.ts';
import { makeId } from '../../kernel/ports.ts';

const {
  store,
  clock,
  ports,
  tracking,
  orgId,
  pharmacy,
  otherPharmacy,
  orderWith,
  post,
  report,
  fillOf,
  moveTo,
} = await openHook();
after(async () => {
  await tracking.app.close();
  await store.close();
  assert.deepEqual(tracking.unexpected, [], 'nothing unforeseen happened');
});
const otherOrgId = await insertOrganization(store);

test('row 1: an applied report answers 200 changed:true, and is in the store by then', async () => {
  const order = await orderWith();
  const answer = await report(order, 'RECEIVED');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    order_id: order.fills[0].orderNumber,
    status: 'RECEIVED',
    changed: true,
    fills: [{ prescriber_order_number: order.fills[0].orderNumber, status: 'RECEIVED', changed: true }],
  });
  const { fill, events, orderState } = await fillOf(order);
  assert.equal(fill.state, 'RECEIVED');
  assert.equal(Date.parse(fill.received_at ?? ''), clock.now());
  assert.equal(orderState, 'PLACED');
  assert.equal(events.at(-1)?.event, 'reported');
  assert.equal(events.at(-1)?.source, 'pharmacy');
  assert.equal(events.at(-1)?.detail['statusText'], 'RECEIVED');
});

test('row 1: the answer to an applied report tells delivery, so that retries and a waiting fax stop', async () => {
  const order = await orderWith({ states: ['SENDING'] });
  tracking.reported.length = 0;
  await report(order, 'FILLING');
  assert.deepEqual(tracking.reported, [
    { orgId, orderId: order.id, fillId: order.fills[0].id, pharmacyId: pharmacy.id, status: 'FILLING' },
  ]);
  await report(order, 'FILLING');
  assert.equal(tracking.reported.length, 1);
});

test('statuses are read in any letter case, and a pharmacy\u2019s own words by its settings', async () => {
  const order = await orderWith();
  assert.equal((await report(order, 'received')).body.status, 'RECEIVED');
  const shipped = await report(order, ' on the  Way ', { carrier: 'UPS', tracking_number: '1Z999' });
  assert.equal(shipped.body.status, 'SHIPPED');
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.state, fill.carrier, fill.tracking_number], ['SHIPPED', 'UPS', '1Z999']);
  assert.notEqual(fill.dispensing_reported_at, null);
  assert.equal(events.at(-1)?.detail['statusText'], 'on the  Way');
});

test('letter case is that of ASCII: DEL\u0131VERED with a dotless i is no status, and moves nothing', async () => {
  const order = await orderWith();
  for (const status of ['DEL\u0131VERED', 'del\u0131vered', '\u017FHIPPED', 'SH\u0131PPED'])
    assert.equal((await report(order, status)).status, 422, status);
  assert.equal((await fillOf(order)).fill.state, 'SENT');
});

test('an order id moves every fill for which the move is legal', async () => {
  const order = await orderWith({ states: ['SENT', 'DELIVERED', 'CANCELED'] });
  const answer = await post({ order_id: order.id, status: 'CANCELED' });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.changed, true);
  assert.deepEqual(
    answer.body.fills?.map(({ status }) => status),
    ['CANCELED', 'DELIVERED', 'CANCELED'],
  );
  // Now none can move, and one contradicts.
  const repeated = await post({ order_id: order.id, status: 'CANCELED' });
  assert.equal(repeated.status, 409);
  assert.equal(repeated.body.current_status, 'DELIVERED');
});

test('a PrescriberOrderNumber moves one medication only, in any letter case', async () => {
  const order = await orderWith({ states: ['SENT', 'SENT'] });
  const answer = await post({ order_id: order.fills[1]?.orderNumber.toLowerCase(), status: 'FILLING' });
  assert.equal(answer.body.changed, true);
  assert.equal((await fillOf(order, 0)).fill.state, 'SENT');
  assert.equal((await fillOf(order, 1)).fill.state, 'FILLING');
});

test('row 2: a duplicate answers changed:false, recorded', async () => {
  const order = await orderWith({ states: ['FILLING'] });
  const answer = await report(order, 'FILLING');
  assert.deepEqual([answer.status, answer.body.changed, answer.body.reason], [200, false, 'duplicate']);
  const { fill, events } = await fillOf(order);
  assert.equal(fill.state, 'FILLING');
  assert.equal(events.at(-1)?.detail['outcome'], 'duplicate');
});

test('row 2: a report older than the current state answers changed:false, recorded', async () => {
  const order = await orderWith({ states: ['SHIPPED'] });
  const answer = await report(order, 'RECEIVED');
  assert.deepEqual([answer.status, answer.body.changed, answer.body.reason], [200, false, 'superseded']);
  const { fill, events } = await fillOf(order);
  assert.equal(fill.state, 'SHIPPED');
  assert.equal(events.at(-1)?.detail['outcome'], 'superseded');
});

test('row 2, D11: a report of a pharmacy the order has left is recorded, and alerts when it claims filling', async () => {
  const order = await orderWith();
  const oldNumber = order.fills[0].orderNumber;
  await moveTo(order, otherPharmacy.id, `${oldNumber}-2`);
  const received = await post({ order_id: oldNumber, status: 'RECEIVED' });
  assert.deepEqual(
    [received.status, received.body.changed, received.body.reason],
    [200, false, 'left-pharmacy'],
  );
  assert.equal(received.body.fills, undefined, 'what happens elsewhere is not told');
  assert.equal((await fillOf(order)).fill.alert, null);
  const filling = await post({ order_id: order.id, status: 'FILLING' });
  assert.equal(filling.body.changed, false);
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.state, fill.alert], ['SENT', 'filled-by-former-pharmacy']);
  assert.equal(events.at(-1)?.detail['pharmacyId'], pharmacy.id);
  // The pharmacy that has it now goes on as usual.
  const now = await post({ order_id: order.id, status: 'FILLING' }, { authorization: `Bearer ${OTHER_KEY}` });
  assert.equal(now.body.changed, true);
});

test('D11: a report on an order number that was re-issued at the same pharmacy moves nothing', async () => {
  const order = await orderWith();
  const oldNumber = order.fills[0].orderNumber;
  await moveTo(order, pharmacy.id, `${oldNumber}-2`);
  const old = await post({ order_id: oldNumber, status: 'DELIVERED' });
  assert.deepEqual([old.body.changed, old.body.reason], [false, 'left-pharmacy']);
  const current = await post({ order_id: `${oldNumber}-2`, status: 'FILLING' });
  assert.equal(current.body.changed, true);
});

test('row 3: a contradiction answers 409 with current_status and allowed, and is recorded', async () => {
  const order = await orderWith({ states: ['DELIVERED'] });
  const answer = await report(order, 'CANCELED');
  assert.equal(answer.status, 409);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  assert.equal(answer.body.type, '/problems/illegal-transition');
  assert.equal(answer.body.code, 'ILLEGAL_TRANSITION');
  assert.equal(answer.body.current_status, 'DELIVERED');
  assert.deepEqual(answer.body.allowed, []);
  assert.equal(answer.body.retryable, false);
  assert.ok(answer.body.request_id);
  const { fill, events } = await fillOf(order);
  assert.equal(fill.state, 'DELIVERED');
  assert.equal(events.at(-1)?.detail['outcome'], 'contradiction');
});

test('D10: a DELIVERED after a cancel is the truth: applied, with an alert', async () => {
  const order = await orderWith({ states: ['CANCELED'] });
  const filling = await report(order, 'FILLING');
  assert.equal(filling.status, 409);
  assert.deepEqual(filling.body.allowed, ['DELIVERED']);
  assert.equal((await fillOf(order)).fill.alert, 'filling-after-cancel');
  const delivered = await report(order, 'DELIVERED');
  assert.equal(delivered.body.changed, true);
  const { fill, orderState } = await fillOf(order);
  assert.deepEqual(
    [fill.state, fill.alert, orderState],
    ['DELIVERED', 'dispensed-after-cancel', 'COMPLETED'],
  );
});

test('row 4: an unknown order and one that was never this pharmacy\u2019s answer 404 alike, by the same queries', async () => {
  const foreign = await insertOrder(store, { orgId: otherOrgId, pharmacyId: otherPharmacy.id });
  const strip = ({ status, body, headers }: HookAnswer) => ({
    status,
    body: { ...body, request_id: '' },
    type: headers['content-type'],
  });
  const asked: string[] = [];
  const spied = await trackingApp(
    {
      ...store,
      pipeline: (groups) => {
        // Windows of maintenance and quotas are remembered for a while, whatever is asked.
        for (const { scope, steps } of groups)
          if (steps.every(({ statement: { name } }) => !/^(?:pestle_service_windows$|quota:)/.test(name)))
            asked.push(`${scope.role}: ${steps.map(({ statement }) => statement.name).join(', ')}`);
        return store.pipeline(groups);
      },
      asDoor: () => {
        throw new Error('an unknown order must not be looked for in another way');
      },
      withOrg: () => {
        asked.push('organization');
        throw new Error('an unknown order must not be looked for in an organization');
      },
    } as typeof store,
    ports,
  );
  const answers = [];
  for (const orderId of [
    foreign.id,
    foreign.fills[0].orderNumber,
    'ord_01JD0000000000000000000000',
    'nonsense',
    '01JD-1',
  ]) {
    asked.length = 0;
    const answer = await post({ order_id: orderId, status: 'RECEIVED' }, {}, spied.app);
    assert.deepEqual(asked, [
      'door: pestle_bearers',
      'door: pestle_own_status_words, pestle_involved_pharmacies',
    ]);
    answers.push(strip(answer));
  }
  await spied.app.close();
  assert.equal(answers[0]?.status, 404);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test('row 5: what is not JSON, badly encoded, ambiguous or too deep answers 400', async () => {
  const order = await orderWith();
  const id = order.fills[0].orderNumber;
  const deep = `${'['.repeat(9)}${']'.repeat(9)}`;
  const bodies = [
    '',
    'status=RECEIVED',
    '{"status":"RECEIVED"',
    Buffer.concat([
      Buffer.from(`{"order_id":"${id}","status":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]),
    `{"order_id":"${id}","status":"RECEIVED","status":"CANCELED"}`,
    `{"order_id":"${id}","status":"RECEIVED","st\\u0061tus":"CANCELED"}`,
    `{"order_id":"${id}","status":"RECEIVED","more":${deep}}`,
    `{"order_id":"${id}","status":"RECEIVED","__proto__":{"x":1}}`,
    `{"order_id":"${id}","status":"RECEIVED","constructor":{"prototype":{}}}`,
  ];
  for (const body of bodies) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'MALFORMED'], String(body));
  }
  assert.equal((await fillOf(order)).fill.state, 'SENT');
  // Depth, names and brackets inside text are text.
  const fine = await post(
    `{"order_id":"${id}","status":"RECEIVED","note":"[[[[[[[[[[{\\"status\\":1}","more":{"status":1}}`,
  );
  assert.equal(fine.status, 200);
});

test('row 6: an unknown status or wrong types answer 422 with a pointer per field and the accepted list', async () => {
  const order = await orderWith();
  const unknown = await report(order, 'READY_FOR_PICKUP');
  assert.equal(unknown.status, 422);
  assert.equal(unknown.body.code, 'UNKNOWN_STATUS');
  assert.deepEqual(unknown.body.allowed, [
    'RECEIVED',
    'FILLING',
    'SHIPPED',
    'DELIVERED',
    'CANCELED',
    'ERROR',
  ]);
  assert.equal(unknown.body.errors?.[0]?.pointer, '#/status');
  assert.match(unknown.body.detail ?? '', /To propose a status, .* write to operators@example\.org/);

  const wrong = await post({ status: 7, carrier: ['UPS'], tracking_number: 'x'.repeat(129) });
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    wrong.body.errors?.map(({ pointer, code }) => [pointer, code]),
    [
      ['#/status', 'WRONG_TYPE'],
      ['#/order_id', 'REQUIRED'],
      ['#/carrier', 'WRONG_TYPE'],
      ['#/tracking_number', 'TOO_LONG'],
    ],
  );
  for (const body of ['[]', '"RECEIVED"', 'null', '7']) assert.equal((await post(body)).status, 422, body);
  for (const text of ['a\u0000b', 'a\nb', '\ud800'])
    assert.equal((await report(order, 'SHIPPED', { carrier: text })).status, 422, JSON.stringify(text));
  assert.equal((await fillOf(order)).fill.state, 'SENT');
  // Absent in other words.
  assert.equal(
    (await report(order, 'RECEIVED', { carrier: null, tracking_number: ' ' })).body.warnings,
    undefined,
  );
});

test('row 7: shipping fields on another status, or tracking without carrier, are recorded with a warning', async () => {
  const order = await orderWith();
  const filling = await report(order, 'FILLING', { carrier: 'UPS', tracking_number: '1Z1' });
  assert.deepEqual([filling.status, filling.body.changed], [200, true]);
  assert.deepEqual(
    filling.body.warnings?.map(({ pointer, code }) => [pointer, code]),
    [
      ['#/carrier', 'NOT_A_SHIPMENT'],
      ['#/tracking_number', 'NOT_A_SHIPMENT'],
    ],
  );
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.carrier, fill.tracking_number], [null, null]);
  assert.equal(events.at(-1)?.detail['trackingNumber'], '1Z1');
  const shipped = await report(order, 'SHIPPED', { tracking_number: '1Z1' });
  assert.deepEqual(
    shipped.body.warnings?.map(({ code }) => code),
    ['CARRIER_MISSING'],
  );
  assert.equal((await fillOf(order)).fill.tracking_number, '1Z1');
});

test('H2: SHIPPED again updates tracking', async () => {
  const order = await orderWith({ states: ['FILLING'] });
  await report(order, 'SHIPPED', { carrier: 'UPS', tracking_number: '1' });
  const corrected = await report(order, 'SHIPPED', { carrier: 'UPS', tracking_number: '2' });
  assert.equal(corrected.body.changed, true);
  const same = await report(order, 'SHIPPED', { carrier: 'UPS', tracking_number: '2' });
  assert.equal(same.body.changed, false);
  const nothing = await report(order, 'SHIPPED');
  assert.equal(nothing.body.changed, false);
});

test('H2: carrier and tracking number live apart: a report that names one changes that one only', async () => {
  const order = await orderWith({ states: ['FILLING'] });
  const tracking = async (): Promise<readonly (string | null)[]> => {
    const { fill } = await fillOf(order);
    return [fill.carrier, fill.tracking_number];
  };
  await report(order, 'SHIPPED', { tracking_number: '1Z9' });
  const later = await report(order, 'SHIPPED', { carrier: 'UPS', tracking_number: null });
  assert.equal(later.body.changed, true);
  assert.deepEqual(await tracking(), ['UPS', '1Z9'], 'the carrier after the number leaves the number');
  const corrected = await report(order, 'SHIPPED', { carrier: '', tracking_number: '1Z8' });
  assert.deepEqual(await tracking(), ['UPS', '1Z8']);
  assert.equal(corrected.body.warnings, undefined, 'the carrier is known');
  await report(order, 'SHIPPED', { carrier: 'USPS' });
  assert.deepEqual(await tracking(), ['USPS', '1Z8']);
  const taken = await report(order, 'SHIPPED', { tracking_number: '-' });
  assert.deepEqual([taken.body.changed, taken.body.warnings], [true, undefined]);
  assert.deepEqual(await tracking(), ['USPS', null], 'a hyphen takes it back');
  await report(order, 'SHIPPED', { carrier: '-' });
  assert.deepEqual(await tracking(), [null, null]);
  assert.equal((await report(order, 'SHIPPED', { carrier: '-' })).body.changed, false);
});

test('D5: a pharmacy that reports anything is known to report from then on', async () => {
  const { id: pharmacyId } = await insertPharmacy(store);
  await insertHookCredential(store, { pharmacyId }, { key: 'key-of-a-quiet-one' });
  const order = await orderWith({ pharmacyId });
  const isKnown = async (): Promise<boolean> =>
    (
      await store.withOrg(orgId, (tx) =>
        tx.withTables<ReportingTables>().selectFrom('reporting_pharmacy').select('pharmacy_id').execute(),
      )
    ).some((row) => row.pharmacy_id === pharmacyId);
  assert.equal(await isKnown(), false);
  const headers = { authorization: 'Bearer key-of-a-quiet-one' };
  assert.equal((await report(order, 'RECEIVED', {}, headers)).status, 200);
  assert.equal((await report(order, 'FILLING', {}, headers)).status, 200);
  assert.equal(await isKnown(), true);
});

test('D10: a pharmacy that reports what we canceled as canceled has confirmed the cancel', async () => {
  const order = await orderWith({ states: ['CANCELED'] });
  assert.equal((await report(order, 'CANCELED')).body.changed, false);
  assert.equal((await fillOf(order)).fill.state_reason, 'canceled-by-pharmacy');
});

test('H2: any forward move is legal, ERROR may be followed by anything, DELIVERED ends it', async () => {
  const order = await orderWith();
  const path: [PharmacyReport, boolean, string][] = [
    ['FILLING', true, 'FILLING'],
    ['ERROR', true, 'ERROR'],
    ['RECEIVED', true, 'RECEIVED'],
    ['DELIVERED', true, 'DELIVERED'],
    ['SHIPPED', false, 'DELIVERED'],
  ];
  for (const [status, changed, state] of path) {
    assert.equal((await report(order, status)).body.changed, changed, status);
    const { fill } = await fillOf(order);
    assert.equal(fill.state, state);
    assert.deepEqual(
      [fill.state_reason, fill.state_owner],
      status === 'ERROR' ? ['pharmacy-reported-error', 'practice'] : [null, null],
    );
  }
});

test('D11: a pharmacy that only held a cancel or notice of an order is known to it', async () => {
  const order = await orderWith({ pharmacyId: otherPharmacy.id });
  await store.withOrg(orgId, (tx) =>
    insertTransmission(tx, {
      orgId,
      orderId: order.id,
      fillId: order.fills[0].id,
      pharmacyId: pharmacy.id,
      channel: 'fax',
      id: makeId(ports, 'trm'),
      messageId: `M${makeId(ports, 'msg').slice(4)}`,
      orderNumber: `${order.fills[0].orderNumber}-0`.replace('-0', '-9'),
      kind: 'cancel',
    }),
  );
  assert.equal((await post({ order_id: order.id, status: 'ERROR' })).body.reason, 'left-pharmacy');
});
