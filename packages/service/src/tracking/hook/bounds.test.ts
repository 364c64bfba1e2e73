// Tests the bounds of the status hook: size, time, method and type, quotas, an absent store, and deliveries that come twice.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { until } from '@pestle/testbed/patience';
import { insertOrganization } from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { KEY, OTHER_KEY, openHook } from '@pestle/testbed/tracking/hook';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { createMaintenanceAdministration } from '../../directory/maintenance/maintenance.ts';
import type { Scope, Store } from '../../store/store.ts';
import type { HookNews } from './hook-news.ts';

const { store, clock, ports, tracking, pharmacy, otherPharmacy, orderWith, post, report, fillOf } =
  await openHook();
const { app } = tracking;
const address = await tracking.listen();
const otherOrgId = await insertOrganization(store);
after(async () => {
  await tracking.app.close();
  await store.close();
  assert.deepEqual(tracking.unexpected, [], 'nothing unforeseen happened');
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
  assert.equal(refused.headers['retry-after'], '60');
  assert.equal(refused.headers['ratelimit-policy'], '"sender";q=5;w=60, "order";q=3;w=60');
  assert.equal(refused.headers['ratelimit'], '"sender";r=1;t=0, "order";r=0;t=60');
  assert.equal((await send(second.id)).statusCode, 200);
  assert.equal((await send(second.id)).statusCode, 429);
  clock.forward(60_000);
  assert.equal((await send(second.id)).statusCode, 200);
  clock.forward(60_000);
  const atOnce = await Promise.all(Array.from({ length: 50 }, () => send(order.id)));
  assert.equal(atOnce.filter(({ statusCode }) => statusCode === 200).length, 3);
  await small.app.close();
});

test('row 10: a key that is over its quota is refused without the store until its minute ends, and is asked about again then', async () => {
  let asked = 0;
  const counted: Pick<Store, 'pipeline'> = {
    pipeline: (groups) => {
      asked += 1;
      return store.pipeline(groups);
    },
  };
  const small = await trackingApp(Object.assign(Object.create(store), counted), ports, {
    quotaSizes: { pharmacy: 3 },
  });
  const { id } = await orderWith();
  const send = (authorization: string) =>
    small.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', authorization },
      payload: JSON.stringify({ order_id: id, status: 'RECEIVED' }),
    });
  const key = `Bearer ${KEY}`;
  // What others have sent in the minute before counts for it.
  clock.forward(60_000);
  for (let call = 0; call < 3; call += 1) assert.equal((await send(key)).statusCode, 200);
  const first = await send(key);
  assert.equal(first.statusCode, 429);
  const before = asked;
  for (let call = 0; call < 20; call += 1) {
    const refused = await send(key);
    assert.equal(refused.statusCode, 429);
    for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy'])
      assert.equal(refused.headers[name], first.headers[name], name);
    assert.deepEqual(refused.json().detail, first.json().detail);
  }
  assert.equal(asked, before);
  // Nobody else is refused for it.
  assert.equal((await send('Bearer a-key-of-nobody')).statusCode, 401);
  assert.equal((await send(`Bearer ${OTHER_KEY}`)).statusCode, 404);
  clock.forward(60_000);
  assert.equal((await send(key)).statusCode, 200);
  await small.app.close();
});

test('row 10: what is refused beyond a quota is told once in a while, with whose it is and how many; each of them has its answer, and none is left out', async () => {
  const told: HookNews[] = [];
  const small = await trackingApp(store, ports, {
    quotaSizes: { pharmacy: 3 },
    onHook: (news) => told.push(news),
  });
  const { id } = await orderWith();
  const send = (requestId: string) =>
    small.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${KEY}`,
        'x-request-id': requestId,
      },
      payload: JSON.stringify({ order_id: id, status: 'RECEIVED' }),
    });
  clock.forward(60_000);
  for (let call = 0; call < 3; call += 1) assert.equal((await send('within')).statusCode, 200);
  assert.equal((await send('the-first')).statusCode, 429);
  // The first is told as every refusal is.
  assert.deepEqual(
    told.slice(3).map(({ outcome, code, times }) => [outcome, code, times]),
    [['refused', 'RATE_LIMITED', undefined]],
  );
  const before = told.length;
  for (let call = 0; call < 40; call += 1) assert.equal((await send('of-the-storm')).statusCode, 429);
  const sum = (): number => told.slice(before).reduce((all, { times = 1 }) => all + times, 0);
  await until(
    () => sum() === 40,
    () => `${sum()} of 40 were told`,
  );
  assert.ok(told.length - before < 40, `${told.length - before} times`);
  for (const { outcome, code, senderId } of told.slice(before))
    assert.deepEqual([outcome, code, senderId], ['refused', 'RATE_LIMITED', pharmacy.id]);
  // Nothing is kept back when the listener closes.
  for (let call = 0; call < 5; call += 1) await send('the-last');
  await small.app.close();
  assert.equal(sum(), 45);
});

test('row 10: a clock that is set back refuses nobody for longer than the minute', async () => {
  const small = await trackingApp(store, ports, { quotaSizes: { pharmacy: 3 } });
  const { id } = await orderWith();
  const send = () =>
    small.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      payload: JSON.stringify({ order_id: id, status: 'RECEIVED' }),
    });
  clock.forward(60_000);
  for (let call = 0; call < 3; call += 1) assert.equal((await send()).statusCode, 200);
  assert.equal((await send()).statusCode, 429);
  clock.forward(-3_600_000);
  assert.equal((await send()).statusCode, 200);
  clock.forward(3_600_000);
  await small.app.close();
});

test('row 11: when the store is away the answer is 503 with Retry-After, and nothing was promised', async () => {
  const away = (): never => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const order = await orderWith();
  const awayFor = (role: Scope['role']): Pick<Store, 'pipeline'> => ({
    pipeline: (groups) => (groups.some(({ scope }) => scope.role === role) ? away() : store.pipeline(groups)),
  });
  for (const broken of [awayFor('door'), { ...awayFor('app'), withOrg: away }, awayFor('app')]) {
    const down = await trackingApp(Object.assign(Object.create(store), broken), ports);
    const answer = await post({ order_id: order.id, status: 'RECEIVED' }, {}, down.app);
    assert.equal(answer.status, 503);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.equal(answer.body.retryable, true);
    await down.app.close();
  }
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.state, events.length], ['SENT', 1]);
});

test('row 11: in maintenance of the whole service the answer is 503 with the time that is left, a bounded one', async () => {
  const windows = createMaintenanceAdministration(store, ports);
  const by = 'Olga Operator';
  const ask = async (url: string) => {
    // A node of its own, which has not asked the store before.
    const node = await trackingApp(store, ports);
    const headers = { 'content-type': 'application/json' };
    const answer = await node.app.inject({ method: 'POST', url, headers, payload: '{}' });
    await node.app.close();
    return [answer.statusCode, answer.json().code, Number(answer.headers['retry-after'] ?? 0)] as const;
  };
  const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  const announced = await windows.add({
    subject: { kind: 'service' },
    start: inMinutes(60),
    end: inMinutes(90),
    by,
  });
  assert.equal((await ask('/v1/hooks/pharmacy'))[0], 401, 'announced is not begun');
  const window = await windows.add({ subject: { kind: 'service' }, end: inMinutes(10), by });
  for (const url of ['/v1/hooks/pharmacy', '/v1/hooks/script']) {
    const [status, code, seconds] = await ask(url);
    assert.deepEqual([status, code], [503, 'MAINTENANCE']);
    assert.ok(seconds > 500 && seconds <= 600, `${seconds} s`);
  }
  await windows.end(announced.id, { by });
  await windows.change(window.id, { end: inMinutes(180), by });
  assert.equal((await ask('/v1/hooks/pharmacy'))[2], 3_600);
  await windows.end(window.id, { by });
  assert.equal((await ask('/v1/hooks/pharmacy'))[0], 401);
});

test('row 11: a pharmacy in maintenance may report: only the whole service refuses', async () => {
  const order = await orderWith();
  const windows = createMaintenanceAdministration(store, ports);
  const end = new Date(Date.now() + 600_000).toISOString();
  const window = await windows.add({
    subject: { kind: 'pharmacy', id: pharmacy.id },
    end,
    by: 'Olga Operator',
  });
  assert.equal((await report(order, 'RECEIVED')).status, 200);
  await windows.end(window.id, { by: 'Olga Operator' });
});

test('the same webhook-id with the same body changes nothing; with another body it is 422', async () => {
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
    { ...headers, authorization: `Bearer ${OTHER_KEY}` },
  );
  assert.equal(own.body.changed, true);
});

test('a refused delivery is refused again with the same words; a 404 is not remembered', async () => {
  const order = await orderWith({ states: ['DELIVERED'] });
  const body = { order_id: order.id, status: 'CANCELED' };
  const first = await post(body, { 'webhook-id': 'msg_refused' });
  const resent = await post(body, { 'webhook-id': 'msg_refused' });
  assert.deepEqual([first.status, resent.status], [409, 409]);
  assert.deepEqual({ ...resent.body, request_id: '' }, { ...first.body, request_id: '' });
  assert.equal((await fillOf(order)).events.length, 2);
  assert.equal((await post({ order_id: 'x', status: 'RECEIVED' }, { 'webhook-id': 'msg_404' })).status, 404);
  assert.equal(
    (await report(await orderWith(), 'RECEIVED', {}, { 'webhook-id': 'msg_404' })).body.changed,
    true,
  );
  assert.equal((await report(order, 'RECEIVED', {}, { 'webhook-id': 'with.dot' })).status, 400);
});

test('one delivery sent ten times at once is applied once', async () => {
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
