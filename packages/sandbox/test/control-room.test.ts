// Proves the control room's server: the feed, the event stream, its guards, and reports by hand.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { sendFax } from '@pestle/testbed/sandbox/machines';
import { magic, transmissionIdOf } from '@pestle/testbed/sandbox/recorded-cards';
import { faxedOrder, placedOrder } from '@pestle/testbed/sandbox/recorded-orders';
import { FAX_LINES, recordedSource } from '@pestle/testbed/sandbox/recorded-source';
import fastify, { type FastifyInstance } from 'fastify';
import type { ControlRoomSource } from '../src/control-room/cards.ts';
import { createFeed, type Feed, type FeedEvent } from '../src/control-room/feed.ts';
import { controlRoom } from '../src/control-room/plugin.ts';
import { ORDERS_SHOWN_MAX } from '../src/limits.ts';
import { type Peers, startPeers } from '../src/peers.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something is true. */
async function until(test: () => boolean): Promise<void> {
  const endsAt = Date.now() + PATIENCE_MS;
  while (!test()) {
    assert.ok(Date.now() < endsAt, `never: ${String(test)}`);
    await pause(5);
  }
}

describe('the feed', () => {
  const feeds: Feed[] = [];
  const open = (source: ControlRoomSource): Feed => {
    const feed = createFeed(source, { everyMs: 5, retryMs: 20 });
    feeds.push(feed);
    return feed;
  };
  afterEach(() => {
    for (const feed of feeds.splice(0)) feed.close();
  });

  it('reads only while somebody follows, and goes on where it was', async () => {
    const source = recordedSource();
    const feed = open(source);
    await pause(30);
    assert.equal(source.reads(), 0);
    source.push(placedOrder());
    const received: FeedEvent[] = [];
    const leave = feed.follow((event) => received.push(event));
    await until(() => received.length === 1);
    leave();
    await pause(30);
    const reads = source.reads();
    await pause(30);
    assert.equal(source.reads(), reads, 'it stopped reading');
    source.push({ ...placedOrder(), situation: 'picked-up' });
    const reconnected = feed.follow((event) => received.push(event));
    await until(() => received.length === 2);
    reconnected();
    assert.deepEqual(
      received.flatMap((event) =>
        event.is === 'orders' ? event.orders.map(({ situation }) => situation) : [],
      ),
      ['sent', 'picked-up'],
    );
    assert.equal(feed.summaries().length, 1, 'a card that comes again replaces the one before');
  });

  it('tells nobody of an order that comes again as it was', async () => {
    const source = recordedSource();
    const feed = open(source);
    const received: FeedEvent[] = [];
    source.push(placedOrder());
    feed.follow((event) => received.push(event));
    await until(() => received.length === 1);
    source.push(placedOrder());
    source.push({ ...placedOrder(), situation: 'picked-up' });
    await until(() => received.length === 2);
    assert.deepEqual(
      received.flatMap((event) =>
        event.is === 'orders' ? event.orders.map(({ situation }) => situation) : [],
      ),
      ['sent', 'picked-up'],
    );
  });

  it('keeps the orders that changed last, and no more than its limit', async () => {
    const source = recordedSource();
    const many = ORDERS_SHOWN_MAX + 50;
    for (let index = 0; index < many; index += 1) source.push({ ...placedOrder(), id: `ord_${index}` });
    const feed = open(source);
    const leave = feed.follow(() => undefined);
    await until(() => feed.find(`ord_${many - 1}`) !== undefined);
    assert.equal(feed.summaries().length, ORDERS_SHOWN_MAX);
    assert.equal(feed.find('ord_0'), undefined);
    leave();
  });

  it('tells what the service holds because of errors of its own, once, and that it holds it no more', async () => {
    const source = recordedSource();
    const feed = open(source);
    const received: FeedEvent[] = [];
    feed.follow((event) => received.push(event));
    const held = { lanes: 'electronic', since: '2026-03-05T15:00:00.000Z' } as const;
    source.hold(held);
    await until(() => received.length === 1);
    const reads = source.reads();
    await until(() => source.reads() > reads + 1);
    assert.deepEqual(received, [{ is: 'held', held: [held] }]);
    assert.deepEqual(feed.held(), [held]);
    source.hold();
    await until(() => received.length === 2);
    assert.deepEqual(received[1], { is: 'held', held: [] });
  });

  it('tells once that the source fails, and once that it is back', async () => {
    const source = recordedSource();
    source.fail();
    const feed = open(source);
    const received: FeedEvent[] = [];
    feed.follow((event) => received.push(event));
    await pause(70);
    assert.deepEqual(received, [{ is: 'source', reachable: false }]);
    assert.ok(source.reads() >= 2, 'it tries again by itself');
    source.heal();
    await until(() => received.length === 2);
    assert.deepEqual(received[1], { is: 'source', reachable: true });
  });
});

describe('the plugin', () => {
  let app: FastifyInstance;
  let hook: FastifyInstance;
  let peers: Peers;
  let url = '';
  const source = recordedSource();

  before(async () => {
    hook = fastify();
    hook.post('/v1/hooks/pharmacy', async () => ({ changed: true }));
    const hookUrl = `${await hook.listen({ port: 0, host: '127.0.0.1' })}/v1/hooks/pharmacy`;
    peers = await startPeers({ statusHookUrl: hookUrl, pace: { faxDeliveryMs: 5 } });
    app = fastify();
    await app.register(controlRoom, { prefix: '/control-room', source, peers, title: 'Sandbox <1>' });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => Promise.all([app.close(), peers.close(), hook.close()]));

  it('serves the page under its prefix with a strict content policy, and escapes its title', async () => {
    const moved = await fetch(`${url}/control-room`, { redirect: 'manual' });
    assert.deepEqual([moved.status, moved.headers.get('location')], [302, 'control-room/']);
    const page = await fetch(`${url}/control-room/`);
    assert.match(await page.text(), /<h1>Sandbox &lt;1&gt;<\/h1>/);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    for (const asset of ['main.js', 'colors.css', 'style/base.css'])
      assert.equal((await fetch(`${url}/control-room/assets/${asset}`)).status, 200, asset);
    assert.equal((await fetch(`${url}/control-room/assets/..%2f..%2fpackage.json`)).status, 404);
  });

  it('answers only under loopback names (a guard against DNS rebinding)', async () => {
    const answer = await app.inject({ url: '/control-room/', headers: { host: 'evil.example' } });
    assert.equal(answer.statusCode, 421);
    for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:8080'])
      assert.equal((await app.inject({ url: '/control-room/', headers: { host } })).statusCode, 200, host);
  });

  it('answers 400 to two Host headers, whichever comes first', async () => {
    const { hostname, port } = new URL(url);
    for (const hosts of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const head = [
        'GET /control-room/ HTTP/1.1',
        ...hosts.map((host) => `Host: ${host}`),
        'Connection: close',
      ];
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
        socket.on('data', (chunk) => (text += String(chunk)));
        socket.on('end', () => resolve(text));
        socket.on('error', reject);
      });
      assert.match(answer, /^HTTP\/1\.1 400 /, hosts.join(' '));
    }
  });

  it('streams the whole picture first and then what changes', async () => {
    const stop = new AbortController();
    const response = await fetch(`${url}/control-room/events`, { signal: stop.signal });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    })().catch(() => undefined);
    await until(() => chunks.join('').includes('event: picture'));
    source.push(placedOrder());
    await until(() => chunks.join('').includes('event: orders'));
    assert.doesNotMatch(chunks.join(''), /<Message/, 'messages are not sent to everybody');
    stop.abort();
    await reading;
  });

  it('gives an order in full with its fax, its text and the pharmacy’s log', async () => {
    source.push(faxedOrder());
    const stop = new AbortController();
    const stream = await fetch(`${url}/control-room/events`, { signal: stop.signal });
    const faxId = `${transmissionIdOf(3, 2)}-1`;
    await sendFax(peers, faxId);
    await until(() => peers.fax(faxId)?.state === 'delivered');
    const get = async (path: string) => fetch(`${url}/control-room/api/${path}`);
    let status = 0;
    let body: Record<string, { faxId: string; lines: string[]; kind: string }[]> = {};
    for (let tries = 0; tries < 1_000 && status !== 200; tries += 1) {
      const response = await get(`orders/${faxedOrder().id}`);
      status = response.status;
      if (status === 200) body = (await response.json()) as typeof body;
      else await pause(20);
    }
    assert.equal(body['faxes']?.[0]?.faxId, faxId);
    assert.deepEqual(body['faxes'][0].lines, FAX_LINES);
    assert.deepEqual(
      body['log']?.map(({ kind }) => kind),
      ['fax'],
    );
    const pdf = await get(`faxes/${faxId}/fax.pdf`);
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert.match(
      pdf.headers.get('content-security-policy') ?? '',
      /script-src 'none'.*frame-ancestors 'self'/,
    );
    assert.deepEqual(Buffer.from(await pdf.arrayBuffer()), peers.faxPages(faxId));
    for (const path of ['orders/ord_x', 'faxes/x', 'faxes/x/fax.pdf', `faxes/${faxId}/page.svg`])
      assert.equal((await get(path)).status, 404, path);
    stop.abort();
    await stream.body?.cancel().catch(() => undefined);
  });

  it('lists every magic pharmacy with what it does', async () => {
    const response = await fetch(`${url}/control-room/api/pharmacies`);
    const { pharmacies } = (await response.json()) as {
      pharmacies: { id: string; does: string; route: string }[];
    };
    assert.equal(pharmacies.length, peers.pharmacies.length);
    assert.equal(
      pharmacies.find(({ id }) => id === magic('0NETW0RK').id)?.route,
      'SCRIPT 2017071 XML, through a partner',
    );
    assert.doesNotMatch(JSON.stringify(pharmacies), /sandbox-(?:beacon|hook)/, 'no key is shown');
  });

  it('reports for a pharmacy of the sandbox, and refuses the rest with a reason', async () => {
    const report = (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${url}/control-room/api/reports`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const good = {
      pharmacyId: magic('0ACCEPTS02017').id,
      orderId: placedOrder().id,
      status: 'SHIPPED',
      carrier: 'UPS',
    };
    assert.deepEqual(await (await report(good)).json(), { status: 200, text: '{"changed":true}' });
    for (const [bad, reason] of [
      ['{', /not JSON/],
      [{ ...good, pharmacyId: 'phr_other' }, /not one of the sandbox/],
      [{ ...good, orderId: '' }, /names no order/],
      [{ ...good, status: 'LOST' }, /must be one of RECEIVED/],
    ] as const) {
      const response = await report(bad);
      assert.equal(response.status, 422);
      assert.match(((await response.json()) as { error: string }).error, reason);
    }
    assert.equal((await report(good, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await report(good, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await report({ ...good, carrier: 'x'.repeat(5_000) })).status, 413);
  });
});
