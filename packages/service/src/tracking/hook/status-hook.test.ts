// Tests the status hook, one row of contract section 8 after the other, over the real store and HTTP.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import type { PharmacyReport } from '@pestle/rules/fill-status';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import {
  insertHookCredential,
  insertOrder,
  insertOrganization,
  insertPartner,
  insertPharmacy,
  insertTransmission,
  type OrderSpec,
  type TestOrder,
  testClock,
  testPorts,
} from '../../../test/support/fixtures.ts';
import { openTestStore } from '../../../test/support/test-store.ts';
import { trackingApp } from '../../../test/support/tracking-app.ts';
import { makeId } from '../../ports.ts';
import type { PrescribingTables } from '../../prescribing/tables.ts';

const store = await openTestStore();
const clock = testClock();
const ports = testPorts(clock);
const { app, reported, unexpected, listen } = await trackingApp(store, ports, { bodyTimeoutMs: 400 });
const address = await listen();
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, [], 'nothing unforeseen happened');
});

const orgId = await insertOrganization(store);
const otherOrgId = await insertOrganization(store);
const pharmacy = await insertPharmacy(store, { statusWords: { 'ON THE WAY': 'SHIPPED' } });
const otherPharmacy = await insertPharmacy(store);
const KEY = 'key-of-the-corner-drugstore';
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: KEY });
await insertHookCredential(store, { pharmacyId: otherPharmacy.id }, { key: 'key-of-the-other-one' });
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes len').toString('base64')}`;
const NEXT_SECRET = `whsec_${Buffer.from('the secret that will come next!!').toString('base64')}`;
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { keyId: 'corner-1', secret: SECRET });
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { keyId: 'corner-1', secret: NEXT_SECRET });

const orderWith = (spec: Partial<OrderSpec> = {}): Promise<TestOrder> =>
  insertOrder(store, { orgId, pharmacyId: pharmacy.id, ...spec });

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared member by member
  readonly body: any;
}

async function post(
  body: unknown,
  headers: Record<string, string> = {},
  path = '/v1/hooks/pharmacy',
): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? undefined : JSON.parse(response.body),
  };
}

const report = (order: TestOrder, status: string, more: object = {}, headers: Record<string, string> = {}) =>
  post({ order_id: order.fills[0].orderNumber, status, ...more }, headers);

async function fillOf(order: TestOrder, index = 0) {
  return await store.withOrg(order.orgId, async (tx) => {
    const tables = tx.withTables<PrescribingTables>();
    const id = order.fills[index]?.id ?? order.fills[0].id;
    const fill = await tables.selectFrom('fill').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const events = await tables
      .selectFrom('fill_event')
      .selectAll()
      .where('fill_id', '=', id)
      .orderBy('number')
      .execute();
    const { state } = await tables
      .selectFrom('orders')
      .select('state')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    return { fill, events, orderState: state };
  });
}

async function moveTo(order: TestOrder, pharmacyId: string, orderNumber: string): Promise<void> {
  await store.withOrg(order.orgId, async (tx) => {
    await sql`update fill set pharmacy_id = ${pharmacyId}, prescriber_order_number = ${orderNumber}, state = 'SENT'
      where order_id = ${order.id}`.execute(tx);
    await sql`update orders set pharmacy_id = ${pharmacyId} where id = ${order.id}`.execute(tx);
  });
}

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
  reported.length = 0;
  await report(order, 'FILLING');
  assert.deepEqual(reported, [
    { orgId, orderId: order.id, fillId: order.fills[0].id, pharmacyId: pharmacy.id, status: 'FILLING' },
  ]);
  await report(order, 'FILLING');
  assert.equal(reported.length, 1);
});

test('section 8: statuses are read in any letter case, and a pharmacy\u2019s own words by its settings', async () => {
  const order = await orderWith();
  assert.equal((await report(order, 'received')).body.status, 'RECEIVED');
  const shipped = await report(order, ' on the  Way ', { carrier: 'UPS', tracking_number: '1Z999' });
  assert.equal(shipped.body.status, 'SHIPPED');
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.state, fill.carrier, fill.tracking_number], ['SHIPPED', 'UPS', '1Z999']);
  assert.notEqual(fill.dispensing_reported_at, null);
  assert.equal(events.at(-1)?.detail['statusText'], 'on the  Way');
});

test('section 8: an order id moves every fill for which the move is legal', async () => {
  const order = await orderWith({ states: ['SENT', 'DELIVERED', 'CANCELED'] });
  const answer = await post({ order_id: order.id, status: 'CANCELED' });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.changed, true);
  assert.deepEqual(
    answer.body.fills.map(({ status }: { status: string }) => status),
    ['CANCELED', 'DELIVERED', 'CANCELED'],
  );
  // Now none can move, and one contradicts.
  const again = await post({ order_id: order.id, status: 'CANCELED' });
  assert.equal(again.status, 409);
  assert.equal(again.body.current_status, 'DELIVERED');
});

test('section 8: a PrescriberOrderNumber moves one medication only, in any letter case', async () => {
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
  const now = await post(
    { order_id: order.id, status: 'FILLING' },
    { authorization: 'Bearer key-of-the-other-one' },
  );
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
  const strip = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, request_id: '' },
    type: headers['content-type'],
  });
  const asked: string[] = [];
  const { asDoor } = store;
  const spied = await trackingApp(
    {
      ...store,
      asDoor: (work) => {
        asked.push('door');
        return asDoor.call(store, work);
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
    const response = await spied.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      payload: JSON.stringify({ order_id: orderId, status: 'RECEIVED' }),
    });
    assert.deepEqual(asked, ['door', 'door']);
    answers.push(strip({ status: response.statusCode, headers: response.headers, body: response.json() }));
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
  assert.equal(unknown.body.errors[0].pointer, '#/status');
  assert.match(unknown.body.detail, /To propose a status, .* write to operators@example\.org/);

  const wrong = await post({ status: 7, carrier: ['UPS'], tracking_number: 'x'.repeat(129) });
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    wrong.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
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
    filling.body.warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
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
    shipped.body.warnings.map(({ code }: { code: string }) => code),
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
  await report(order, 'SHIPPED', { carrier: 'USPS' });
  const { fill } = await fillOf(order);
  assert.deepEqual([fill.state, fill.carrier, fill.tracking_number], ['SHIPPED', 'USPS', null]);
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

test('row 8, H1: missing or bad credentials answer 401 with WWW-Authenticate and no detail', async () => {
  const order = await orderWith();
  const details = new Set<string>();
  for (const authorization of [
    '',
    'Bearer',
    'Bearer wrong',
    'Basic a2V5',
    `Bearer ${KEY}x`,
    `Bearer ${'x'.repeat(600)}`,
  ]) {
    const answer = await report(order, 'RECEIVED', {}, { authorization });
    assert.equal(answer.status, 401, authorization);
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="pestle"');
    details.add(answer.body.detail);
  }
  assert.equal(details.size, 1);
  assert.equal((await fillOf(order)).fill.state, 'SENT');
});

function signed(body: string, over: Record<string, string> = {}, secret = SECRET): Record<string, string> {
  const id = over['webhook-id'] ?? `msg_${makeId(ports, 'msg')}`;
  const at = new Date(clock.now());
  return {
    authorization: '',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
    'webhook-key-id': 'corner-1',
    ...over,
  };
}

test('H1: a Standard Webhooks signature proves the sender; a changed body, id, time or key does not', async () => {
  const order = await orderWith();
  const body = JSON.stringify({ order_id: order.fills[0].orderNumber, status: 'RECEIVED' });
  const good = signed(body);
  assert.equal((await post(body, good)).status, 200);
  const bad: [string, Record<string, string>][] = [
    [body.replace('RECEIVED', 'CANCELED'), good],
    [body, { ...good, 'webhook-id': 'msg_other' }],
    [body, { ...good, 'webhook-key-id': 'corner-2' }],
    [body, { ...good, 'webhook-signature': 'v1,AAAA' }],
    [body, { ...good, 'webhook-signature': `v1a,${good['webhook-signature']?.slice(3)}` }],
    [body, { ...good, 'webhook-timestamp': 'soon' }],
    [body, signed(body, {}, `whsec_${Buffer.from('a secret that nobody ever knew!!').toString('base64')}`)],
  ];
  for (const [text, headers] of bad)
    assert.equal((await post(text, headers)).status, 401, JSON.stringify(headers));
  const { 'webhook-timestamp': _, ...withoutTime } = good;
  assert.equal((await post(body, withoutTime)).status, 401);
});

test('H1: secrets rotate with overlap: either signs, and several signatures in one header are looked at', async () => {
  const order = await orderWith();
  const body = JSON.stringify({ order_id: order.fills[0].orderNumber, status: 'FILLING' });
  assert.equal((await post(body, signed(body, {}, NEXT_SECRET))).status, 200);
  const both = signed(body);
  both['webhook-signature'] = `v1,bm9uZQ== v1a,xyz ${both['webhook-signature']}`;
  assert.equal((await post(body, both)).status, 200);
});

test('H1: a time stamp may be five minutes off, either way', async () => {
  const order = await orderWith();
  const body = JSON.stringify({ order_id: order.fills[0].orderNumber, status: 'RECEIVED' });
  for (const [offSeconds, status] of [
    [-300, 200],
    [300, 200],
    [-301, 401],
    [301, 401],
  ] as const) {
    const headers = signed(body);
    const at = new Date(clock.now() + offSeconds * 1000);
    headers['webhook-timestamp'] = String(at.getTime() / 1000);
    headers['webhook-signature'] = new Webhook(SECRET).sign(headers['webhook-id'] ?? '', at, body);
    assert.equal((await post(body, headers)).status, status, String(offSeconds));
  }
});

test('H1: a bearer key counts from its first to its last moment', async () => {
  const own = await insertPharmacy(store);
  await insertHookCredential(
    store,
    { pharmacyId: own.id },
    { key: 'old-key-of-ours' },
    { until: '2026-11-21T00:00:00Z' },
  );
  await insertHookCredential(
    store,
    { pharmacyId: own.id },
    { key: 'new-key-of-ours' },
    { from: '2026-11-20T12:00:00Z' },
  );
  const order = await orderWith({ pharmacyId: own.id });
  const with_ = (key: string) => report(order, 'RECEIVED', {}, { authorization: `Bearer ${key}` });
  const before = clock.now();
  assert.deepEqual(
    [(await with_('old-key-of-ours')).status, (await with_('new-key-of-ours')).status],
    [200, 200],
  );
  clock.set('2026-11-21T00:00:00Z');
  assert.deepEqual(
    [(await with_('old-key-of-ours')).status, (await with_('new-key-of-ours')).status],
    [401, 200],
  );
  clock.set(before);
});

test('H1: a partner speaks for its pharmacies and for no other', async () => {
  const partnerId = await insertPartner(store);
  const served = await insertPharmacy(store, { partnerId, statusWords: { PICKED: 'DELIVERED' } });
  await insertHookCredential(store, { partnerId }, { key: 'key-of-the-network' });
  const authorization = 'Bearer key-of-the-network';
  const theirs = await orderWith({ pharmacyId: served.id });
  const ours = await orderWith();
  assert.equal((await report(theirs, 'picked', {}, { authorization })).body.status, 'DELIVERED');
  assert.equal((await report(ours, 'RECEIVED', {}, { authorization })).status, 404);
  assert.equal((await report(ours, 'picked', {}, { authorization })).status, 422);
});

test('row 9: too large answers 413, too slow 408, another type 415, another method 405', async () => {
  const order = await orderWith();
  const large = await report(order, 'RECEIVED', { note: 'x'.repeat(65_536) });
  assert.deepEqual([large.status, large.body.code], [413, 'PAYLOAD_TOO_LARGE']);
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
  ]) {
    const answer = await report(order, 'RECEIVED', {}, { 'content-type': type });
    assert.deepEqual([answer.status, answer.body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
  }
  assert.equal((await report(order, 'RECEIVED', {}, { 'content-encoding': 'gzip' })).status, 415);
  assert.equal(
    (await report(order, 'RECEIVED', {}, { 'content-type': 'application/json; charset="UTF-8"' })).status,
    200,
  );
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
    const answer = await app.inject({ method, url: '/v1/hooks/pharmacy' });
    assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, 'POST'], method);
  }
});

/** Sends bytes over a socket of its own and gives back the status line. */
async function raw(parts: readonly string[], pauseMs: number): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1');
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) {
    if (!socket.writable) break;
    socket.write(part);
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
  await ended;
  return answer.split('\r\n')[0] ?? '';
}

test('row 9: a body that trickles in answers 408, one that never ends 413, and both end the connection', async () => {
  const head = (more: string) =>
    `POST /v1/hooks/pharmacy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${KEY}\r\n${more}\r\n\r\n`;
  assert.equal(
    await raw([head('Content-Length: 100'), '{', '"', 's', 't'], 150),
    'HTTP/1.1 408 Request Timeout',
  );
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
  assert.equal(
    await raw([head('Transfer-Encoding: chunked'), chunk, chunk, chunk], 20),
    'HTTP/1.1 413 Payload Too Large',
  );
});

test('row 10: over quota answers 429 with Retry-After and RateLimit, per order and per pharmacy', async () => {
  const small = await trackingApp(store, ports, { quotaSizes: { order: 3, pharmacy: 5 } });
  const order = await orderWith();
  const second = await orderWith();
  const send = (id: string) =>
    small.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      payload: JSON.stringify({ order_id: id, status: 'RECEIVED' }),
    });
  // One order counts as one, by whichever of its ids.
  const ids = [order.id, order.fills[0].orderNumber, order.id.replace('ord_', 'ORD_')];
  for (const id of ids) assert.equal((await send(id)).statusCode, 200);
  const refused = await send(order.id);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().code, 'RATE_LIMITED');
  assert.equal(refused.headers['retry-after'], '20');
  assert.equal(refused.headers['ratelimit-policy'], '"sender";q=5;w=60, "order";q=3;w=60');
  assert.equal(refused.headers['ratelimit'], '"sender";r=1;t=0, "order";r=0;t=20');
  assert.equal((await send(second.id)).statusCode, 200);
  assert.equal((await send(second.id)).statusCode, 429);
  clock.forward(12_000);
  assert.equal((await send(second.id)).statusCode, 200);
  await small.app.close();
});

test('row 11: when the store is away the answer is 503 with Retry-After, and nothing was promised', async () => {
  const away = (): never => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const order = await orderWith();
  for (const broken of [{ asDoor: away }, { withOrg: away }]) {
    const down = await trackingApp(Object.assign(Object.create(store), broken), ports);
    const answer = await down.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      payload: JSON.stringify({ order_id: order.id, status: 'RECEIVED' }),
    });
    assert.equal(answer.statusCode, 503);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal(answer.json().retryable, true);
    await down.app.close();
  }
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.state, events.length], ['SENT', 1]);
});

test('row 11: in maintenance the answer is 503 with the time that is left', async () => {
  const endsAt = new Date(clock.now() + 90_000);
  const resting = await trackingApp(store, ports, { maintenanceEndsAt: () => endsAt });
  const answer = await resting.app.inject({
    method: 'POST',
    url: '/v1/hooks/pharmacy',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '90']);
  await resting.app.close();
});

test('section 8: the same webhook-id with the same body changes nothing; with another body it is 422', async () => {
  const order = await orderWith();
  const body = { order_id: order.fills[0].orderNumber, status: 'RECEIVED' };
  const headers = { 'webhook-id': 'msg_once' };
  assert.equal((await post(body, headers)).body.changed, true);
  await report(order, 'FILLING');
  const repeated = await post(body, headers);
  assert.deepEqual([repeated.status, repeated.body.changed, repeated.body.reason], [200, false, 'duplicate']);
  assert.equal((await fillOf(order)).events.length, 3, 'a repetition of a delivery is no second report');
  const other = await post({ ...body, status: 'CANCELED' }, headers);
  assert.deepEqual([other.status, other.body.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await fillOf(order)).fill.state, 'FILLING');
  // Also where the other body is about another organization's order.
  const elsewhere = await insertOrder(store, { orgId: otherOrgId, pharmacyId: pharmacy.id });
  assert.equal((await post({ order_id: elsewhere.id, status: 'RECEIVED' }, headers)).status, 422);
  // Ids of two senders never meet.
  const theirs = await orderWith({ pharmacyId: otherPharmacy.id });
  const own = await post(
    { order_id: theirs.id, status: 'RECEIVED' },
    { ...headers, authorization: 'Bearer key-of-the-other-one' },
  );
  assert.equal(own.body.changed, true);
});

test('section 8: a refused delivery is refused again with the same words; a 404 is not remembered', async () => {
  const order = await orderWith({ states: ['DELIVERED'] });
  const body = { order_id: order.id, status: 'CANCELED' };
  const first = await post(body, { 'webhook-id': 'msg_refused' });
  const again = await post(body, { 'webhook-id': 'msg_refused' });
  assert.deepEqual([first.status, again.status], [409, 409]);
  assert.deepEqual({ ...again.body, request_id: '' }, { ...first.body, request_id: '' });
  assert.equal((await fillOf(order)).events.length, 2);
  assert.equal((await post({ order_id: 'x', status: 'RECEIVED' }, { 'webhook-id': 'msg_404' })).status, 404);
  assert.equal(
    (await report(await orderWith(), 'RECEIVED', {}, { 'webhook-id': 'msg_404' })).body.changed,
    true,
  );
  assert.equal((await report(order, 'RECEIVED', {}, { 'webhook-id': 'with.dot' })).status, 400);
});

test('section 8: one delivery sent ten times at once is applied once', async () => {
  const order = await orderWith();
  const body = { order_id: order.id, status: 'SHIPPED', carrier: 'UPS', tracking_number: '1Z' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(body, { 'webhook-id': 'msg_storm' })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array.from({ length: 10 }, () => 200),
  );
  assert.equal(answers.filter(({ body: { changed } }) => changed === true).length, 1);
  assert.equal((await fillOf(order)).events.length, 2);
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
