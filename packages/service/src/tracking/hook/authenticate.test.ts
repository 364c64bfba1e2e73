// Tests who may report: bearer keys, Standard Webhooks signatures, rotation, partners (H1).
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertHookCredential, insertPartner, insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { KEY, openHook } from '@pestle/testbed/tracking/hook';
import { Webhook } from 'standardwebhooks';
import { makeId } from '../../kernel/ports.ts';

const { store, clock, ports, tracking, pharmacy, orderWith, post, report, fillOf } = await openHook();
after(async () => {
  await tracking.app.close();
  await store.close();
  assert.deepEqual(tracking.unexpected, [], 'nothing unforeseen happened');
});
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes len').toString('base64')}`;
const NEXT_SECRET = `whsec_${Buffer.from('the secret that will come next!!').toString('base64')}`;
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { keyId: 'corner-1', secret: SECRET });
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { keyId: 'corner-1', secret: NEXT_SECRET });

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
    details.add(answer.body.detail ?? '');
  }
  assert.equal(details.size, 1);
  assert.equal((await fillOf(order)).fill.state, 'SENT');
});

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
    [body, { ...good, 'webhook-timestamp': `0${good['webhook-timestamp']}` }],
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

test('row 5: a signed body that is not UTF-8 is malformed, whatever its signature; a mark at its start is part of what is signed', async () => {
  const order = await orderWith();
  const body = JSON.stringify({ order_id: order.fills[0].orderNumber, status: 'RECEIVED' });
  const post = (payload: Uint8Array) =>
    tracking.app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { 'content-type': 'application/json', ...signed(body) },
      payload: Buffer.from(payload),
    });
  const broken = await post(Buffer.from(body.replace('RECEIVED', 'REÇU'), 'latin1'));
  assert.equal(broken.statusCode, 400);
  assert.equal(broken.json().code, 'MALFORMED');
  assert.equal((await post(Buffer.from(`\uFEFF${body}`))).statusCode, 401);
  assert.equal((await post(Buffer.from(body))).statusCode, 200);
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
