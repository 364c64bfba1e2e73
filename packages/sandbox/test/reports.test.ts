// Proves the pharmacies' calls to the service: reports at the hook with their own proof, routines, and late messages of a partner.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { read } from '@pestle/script';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { cancelRx, newRx, proof, type Sent, sentAs, written } from '@pestle/testbed/sandbox/messages';
import fastify, { type FastifyInstance } from 'fastify';
import { type Peers, startPeers } from '../src/peers.ts';
import type { SimulatedPharmacy } from '../src/pharmacies/types.ts';

type Call = { readonly path: string; readonly headers: Record<string, unknown>; readonly body: string };

const calls: Call[] = [];
let statuses: number[] = [];
let service: FastifyInstance;
let peers: Peers;
let url: string;
let count = 5_000;
const next = (): Sent => sentAs((count += 1));

before(async () => {
  service = fastify();
  service.removeAllContentTypeParsers();
  service.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  service.post('/*', (request, reply) => {
    calls.push({ path: request.url, headers: request.headers, body: String(request.body) });
    return reply
      .code(statuses.shift() ?? 200)
      .type('application/json')
      .send(JSON.stringify({ changed: true }));
  });
  url = await service.listen({ port: 0, host: '127.0.0.1' });
  peers = await startPeers({
    statusHookUrl: `${url}/v1/hooks/pharmacy`,
    scriptInboxUrl: `${url}/inbox`,
    pace: { routineStepMs: 15, lateAnswerMs: 15, slowAnswerMs: 10 },
  });
});
after(() => Promise.all([peers.close(), service.close()]));
beforeEach(() => {
  calls.length = 0;
  statuses = [];
});

function pharmacy(start: string): SimulatedPharmacy {
  const found = peers.pharmacies.find(({ id }) => id.startsWith(`phr_${start}`));
  assert.ok(found, start);
  return found;
}

async function send(to: SimulatedPharmacy, message: ReturnType<typeof newRx> | ReturnType<typeof cancelRx>) {
  assert.ok(to.integration);
  const { body, contentType } = written(to, message);
  const response = await fetch(to.integration.endpoint.url, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, ...(await proof(to.integration.endpoint.auth)) },
  });
  return read(await response.text()).message;
}

/** Waits until this many calls came in. */
async function called(times: number): Promise<Call[]> {
  const endsAt = Date.now() + PATIENCE_MS;
  while (calls.length < times && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(calls.length >= times, `${calls.length} calls instead of ${times}`);
  return calls;
}

describe('a report at the hook', () => {
  it('H1: carries the bearer key of its pharmacy, and the documented body', async () => {
    const answer = await peers.report({
      pharmacyId: pharmacy('0ACCEPTS02017').id,
      orderId: 'ord_01KXSANDB0XTEST00000000000',
      status: 'shipped',
      carrier: 'UPS',
      trackingNumber: '1Z999',
    });
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { changed: true }]);
    const [call] = calls;
    assert.equal(call?.path, '/v1/hooks/pharmacy');
    assert.equal(call.headers['authorization'], 'Bearer sandbox-hook-key-beacon-hill');
    assert.deepEqual(JSON.parse(call.body), {
      status: 'shipped',
      order_id: 'ord_01KXSANDB0XTEST00000000000',
      carrier: 'UPS',
      tracking_number: '1Z999',
    });
  });

  it('H1: or a Standard Webhooks signature over id, time and the exact body', async () => {
    const to = pharmacy('0ACCEPTS02023');
    assert.equal(to.hookCredential.kind, 'standard-webhooks');
    await peers.report({ pharmacyId: to.id, orderId: 'x-1', status: 'RECEIVED' });
    const [call] = calls;
    assert.ok(call);
    const { headers } = call;
    assert.equal(headers['webhook-key-id'], to.hookCredential.keyId);
    assert.equal(headers['authorization'], undefined);
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000) < 5);
    const key = Buffer.from(to.hookCredential.secret.replace('whsec_', ''), 'base64');
    assert.ok(key.length >= 24, 'the secret has at least 24 bytes');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${call.body}`;
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${expected}`);
  });

  it('tells the answer when the service refuses, and status 0 when nobody listens', async () => {
    statuses = [409];
    const to = pharmacy('0ACCEPTS02017').id;
    assert.equal((await peers.report({ pharmacyId: to, orderId: 'x-1', status: 'CANCELED' })).status, 409);
    const lonely = await startPeers({ statusHookUrl: 'http://127.0.0.1:9/v1/hooks/pharmacy' });
    const answer = await lonely.report({ pharmacyId: to, orderId: 'x-1', status: 'RECEIVED' });
    await lonely.close();
    assert.equal(answer.status, 0);
    assert.notEqual(answer.text, '');
  });

  it('is refused for a pharmacy that is not in the sandbox', async () => {
    await assert.rejects(
      peers.report({ pharmacyId: 'phr_x', orderId: 'x', status: 'RECEIVED' }),
      /not in the sandbox/,
    );
  });
});

describe('a pharmacy that reports by itself', () => {
  const statusesSent = () => calls.map(({ body }) => (JSON.parse(body) as { status: string }).status);

  it('mail order: RECEIVED, FILLING, SHIPPED with carrier and tracking number, and then it is too late to cancel', async () => {
    const to = pharmacy('0MA1100RDER');
    const sent = next();
    await send(to, newRx(to, sent));
    await called(3);
    assert.deepEqual(statusesSent(), ['RECEIVED', 'FILLING', 'SHIPPED']);
    const last = JSON.parse(calls[2]?.body ?? '{}') as Record<string, string>;
    assert.equal(last['order_id'], sent.orderNumber);
    assert.equal(last['carrier'], 'USPS');
    assert.match(last['tracking_number'] ?? '', /^9400\d{18}$/);
    const response = await send(to, cancelRx(to, next(), sent));
    assert.ok(response.type === 'CancelRxResponse');
    assert.equal(response.response?.outcome, 'Denied');
  });

  it('goes on after a server in trouble and stops after a refusal', async () => {
    const to = pharmacy('0CANCE1S');
    statuses = [503, 200, 409];
    await send(to, newRx(to, next()));
    await called(3);
    assert.deepEqual(statusesSent(), ['RECEIVED', 'RECEIVED', 'CANCELED']);
  });

  it('says nothing more about an order that it canceled', async () => {
    // Its steps are far enough apart for a cancel to come between two of them on a busy machine.
    const routineStepMs = 600;
    const slow = await startPeers({ statusHookUrl: `${url}/v1/hooks/pharmacy`, pace: { routineStepMs } });
    const to = slow.pharmacies.find(({ id }) => id.startsWith('phr_0P1CKS'));
    assert.ok(to);
    const sent = next();
    await send(to, newRx(to, sent));
    const response = await send(to, cancelRx(to, next(), sent));
    assert.ok(response.type === 'CancelRxResponse' && response.response?.outcome === 'Approved');
    const told = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 4 * routineStepMs));
    assert.equal(calls.length, told, `it went on: ${statusesSent().join()}`);
    await slow.close();
  });
});

describe('a partner that answers late', () => {
  it('D4: takes the message with Status 000 and sends an Error about it to the inbox', async () => {
    const to = pharmacy('01ATE0ERR0R');
    const sent = next();
    const status = await send(to, newRx(to, sent));
    assert.ok(status.type === 'Status' && status.code === '000');
    const [call] = await called(1);
    assert.equal(call?.path, '/inbox');
    assert.equal(call.headers['authorization'], 'Bearer sandbox-hook-key-late-network');
    const { message } = read(call.body);
    assert.ok(message.type === 'Error');
    assert.deepEqual([message.code, message.descriptionCodes], ['600', ['4000']]);
    assert.equal(message.header?.relatesToMessageId, sent.messageId);
    assert.equal(message.header.prescriberOrderNumber, sent.orderNumber);
  });

  it('can be made to send a Verify by hand', async () => {
    await peers.sendLate({
      pharmacyId: pharmacy('0NETW0RK').id,
      partnerId: 'ptn_0SANDB0X0NETW0RK0000000000',
      relatesToMessageId: 'm01KXTEST',
      kind: 'Verify',
      code: '010',
      description: 'Taken by the pharmacy.',
    });
    assert.equal(read(calls[0]?.body ?? '').message.type, 'Verify');
  });
});

describe('a pharmacy and its cancels', () => {
  it('D10: answers a CancelRx with a Status, and with a CancelRxResponse later', async () => {
    const to = pharmacy('0DEN1ES01ATER');
    const original = next();
    await send(to, newRx(to, original));
    const sent = next();
    const status = await send(to, cancelRx(to, sent, original));
    assert.equal(status.type, 'Status');
    const [call] = await called(1);
    assert.equal(call?.headers['authorization'], 'Bearer sandbox-hook-key-capitol-street');
    const { message } = read(call.body);
    assert.ok(message.type === 'CancelRxResponse' && message.response?.outcome === 'Denied');
    assert.equal(message.response.denialReason, 'It was picked up this morning.');
    assert.equal(message.header?.relatesToMessageId, sent.messageId);
  });

  it('D10: takes an order and never answers its CancelRx', async () => {
    const to = pharmacy('0S11ENT0CANCE1');
    const original = next();
    assert.equal((await send(to, newRx(to, original))).type, 'Status');
    const sent = next();
    const { body, contentType } = written(to, cancelRx(to, sent, original));
    const abort = new AbortController();
    const cancel = fetch(peers.scriptUrlOf(to.id), {
      method: 'POST',
      body,
      headers: {
        'content-type': contentType,
        ...(await proof(to.integration?.endpoint.auth ?? { kind: 'none' })),
      },
      signal: abort.signal,
    });
    const logged = () => peers.log().find(({ messageId }) => messageId === sent.messageId);
    while (logged() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual([logged()?.answered, logged()?.accepted], ['none', false]);
    abort.abort();
    await assert.rejects(cancel);
  });

  it('D10: can be made to send an RxFill by hand', async () => {
    const to = pharmacy('0ACCEPTS020230110');
    await peers.sendLate({
      pharmacyId: to.id,
      relatesToMessageId: 'm01KXTEST',
      kind: 'RxFill',
      outcome: 'PartiallyDispensed',
      description: '10 of 30',
    });
    const { message, form } = read(calls[0]?.body ?? '', { version: '2023011' });
    assert.equal(form, 'json');
    assert.ok(message.type === 'RxFill');
    assert.deepEqual(message.fillStatus, { outcome: 'PartiallyDispensed', note: '10 of 30' });
  });
});
