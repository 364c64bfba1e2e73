// Tests the HTTP fax carrier against the sandbox's fax machine, and against providers that misbehave.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { FAX_MACHINE_KEY } from '@pestle/sandbox/credentials';
import { startPeers } from '@pestle/sandbox/peers';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { createHttpFaxCarrier } from './http-carrier.ts';

const LINES = ['NOTICE', 'José'];
const document = Buffer.from('%PDF-1.3\n%%EOF\n');
const peers = await startPeers({ pace: { faxDeliveryMs: 20 } });
const carrier = createHttpFaxCarrier({ baseUrl: peers.faxUrl, key: FAX_MACHINE_KEY });
after(async () => {
  await carrier.close();
  await peers.close();
});
const never = new AbortController().signal;
const fax = (name: string, to = '6175550142') => ({
  orgId: TEST_ORGANIZATION,
  faxId: `trm_01JD00000000000000000000${name}`,
  to,
  from: '6175550151',
  document,
  lines: LINES,
});

/** A provider that answers as told. */
async function provider(answer: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function against(answer: RequestListener, signal = never) {
  const { url, close } = await provider(answer);
  const own = createHttpFaxCarrier({ baseUrl: url, key: 'k' });
  try {
    return await own.sendFax(fax('09'), signal);
  } finally {
    await own.close();
    await close();
  }
}

test('a fax is delivered when the other machine confirmed its pages', async () => {
  assert.deepEqual(await carrier.sendFax(fax('01'), never), { state: 'delivered' });
  assert.equal(peers.fax('trm_01JD0000000000000000000001')?.to, '6175550142');
  assert.deepEqual(peers.faxPages('trm_01JD0000000000000000000001'), document);
  // The same fax again is the same fax: nothing is called twice.
  assert.deepEqual(await carrier.sendFax(fax('01'), never), { state: 'delivered' });
  assert.equal(peers.faxes().length, 1);
});

test('the words of the page go beside it to a simulated machine only, never to a carrier', async () => {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const listening = await provider((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.end('{"state":"delivered"}');
    });
  });
  for (const simulated of [undefined, true] as const) {
    const own = createHttpFaxCarrier({
      baseUrl: listening.url,
      key: 'k',
      ...(simulated === undefined ? {} : { simulated }),
    });
    assert.deepEqual(await own.sendFax(fax('04'), never), { state: 'delivered' });
    await own.close();
  }
  await listening.close();
  const [real, simulated] = received.map(({ headers, body }) => {
    assert.deepEqual(body, document);
    return Object.keys(headers).sort();
  });
  assert.deepEqual(real, [
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'fax-from',
    'fax-to',
    'host',
  ]);
  assert.deepEqual(simulated, [...(real ?? []), 'fax-text'].sort());
  const beside = String(received[1]?.headers['fax-text']);
  assert.deepEqual(JSON.parse(Buffer.from(beside, 'base64url').toString('utf8')), LINES);
});

test('a busy line is a failure with its reason, never delivered', async () => {
  const busy = peers.pharmacies.find(({ faxLine }) => faxLine === 'busy-twice');
  assert.ok(busy);
  const results = [];
  for (let call = 0; call < 3; call += 1) results.push(await carrier.sendFax(fax('02', busy.fax), never));
  assert.deepEqual(results, [
    { state: 'failed', reason: 'busy' },
    { state: 'failed', reason: 'busy' },
    { state: 'delivered' },
  ]);
});

test('what a provider refuses has failed; what it leaves open is unknown', async () => {
  const answers: [RequestListener, object][] = [
    [(_, response) => response.writeHead(401).end(), { state: 'failed', reason: 'carrier-http-401' }],
    [(_, response) => response.writeHead(503).end(), { state: 'unknown', reason: 'carrier-http-503' }],
    [(_, response) => response.end('yes'), { state: 'unknown', reason: 'carrier-answer-unreadable' }],
    [
      (_, response) => response.end('{"state":"failed","reason":"No Answer <b>"}'),
      { state: 'failed', reason: 'no-answer-b' },
    ],
    [(request) => request.socket.destroy(), { state: 'unknown', reason: 'carrier-connection-lost' }],
  ];
  for (const [answer, expected] of answers) assert.deepEqual(await against(answer), expected);
});

test('a provider that is not there has sent nothing', async () => {
  const { url, close } = await provider((_, response) => response.end());
  await close();
  const own = createHttpFaxCarrier({ baseUrl: url, key: 'k' });
  assert.deepEqual(await own.sendFax(fax('03'), never), { state: 'failed', reason: 'carrier-not-reached' });
  await own.close();
});

test('when the time is over and nobody knows, the fax is unknown', async () => {
  const forever: RequestListener = (_, response) => response.end('{"state":"sending"}');
  assert.deepEqual(await against(forever, AbortSignal.timeout(2_000)), {
    state: 'unknown',
    reason: 'timeout',
  });
});
