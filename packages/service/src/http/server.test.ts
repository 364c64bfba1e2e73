// Holds the server to its bounds, headers, ids and error form, over real sockets where it matters.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@pestle/testbed/patience';
import type { FastifyInstance } from 'fastify';
import { Failure, invalidInput } from '../kernel/errors.ts';
import { unavailable } from '../kernel/failures/failures.ts';
import { createLog } from '../kernel/log.ts';
import { leaveToWhoTells } from '../kernel/web/told.ts';
import { createAdminServer } from './admin.ts';
import { HTTP_LIMITS } from './limits.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createHttpServer } from './server.ts';

const lines: string[] = [];
let isReady = true;
let holds: readonly { lanes: string; since: string }[] = [];
const metrics = createMetrics();
const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
const ready = async (): Promise<void> => {
  if (!isReady) throw unavailable('store-away');
};

function serverAt(baseUrl: string, heapBytesMax?: number): Promise<FastifyInstance> {
  return createHttpServer({
    ...(heapBytesMax === undefined ? {} : { heapBytesMax }),
    log,
    baseUrl,
    trustedProxies: [],
    ready,
    readyDetails: () => ({ holds }),
    metrics,
    plugins: [
      async (app) => {
        app.get('/things/:token', async () => ({ ok: true }));
        app.post('/things', async (request) => request.body);
        app.get('/broken', async () => {
          throw new Error('canary Quimby');
        });
        app.get('/away', async () => {
          throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
        });
        app.get('/wrong', async () => {
          throw invalidInput([{ path: 'drafts[0].notes', code: 'TOO_LONG', message: 'Shorten this.' }]);
        });
        app.get('/transition', async () => {
          throw new Failure('ILLEGAL_TRANSITION', 'It was delivered.', {
            currentStatus: 'DELIVERED',
            allowed: ['DELIVERED'],
            orderId: 'ord_1',
          });
        });
        app.get('/told', async (request) => {
          leaveToWhoTells(request.raw);
          return { ok: true };
        });
        app.get('/slow', { handlerTimeout: 50 }, () => sleep(500, {}, { ref: false }));
      },
    ],
  });
}

const app = await serverAt('http://127.0.0.1');
const https = await serverAt('https://rx.example');
after(() => Promise.all([app.close(), https.close()]));

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

/** What a listener answers to these bytes, up to the end of the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

/** ASVS 3.4.3 to 3.4.6. */
const SAFE_HEADERS = [
  /content-security-policy: default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'/,
  /x-content-type-options: nosniff/,
  /referrer-policy: no-referrer/,
];

describe('problems', () => {
  test('X1: every refusal is application/problem+json from the one table', async () => {
    const wrong = await get('/wrong', { 'x-request-id': 'request-1' });
    assert.equal(wrong.statusCode, 422);
    assert.match(String(wrong.headers['content-type']), /^application\/problem\+json/);
    assert.deepEqual(wrong.json(), {
      type: '/problems/invalid-input',
      title: 'A value is not acceptable',
      status: 422,
      detail: 'drafts[0].notes: Shorten this.',
      code: 'INVALID_INPUT',
      retryable: false,
      request_id: 'request-1',
      errors: [{ pointer: '#/drafts/0/notes', code: 'TOO_LONG', detail: 'Shorten this.' }],
    });
    const transition = (await get('/transition')).json();
    assert.equal(transition.current_status, 'DELIVERED');
    assert.deepEqual(transition.allowed, ['DELIVERED']);
    assert.equal(transition.order_id, 'ord_1');
  });

  test('what is not there, not JSON, too large or of another type has its code', async () => {
    assert.equal((await get('/nowhere')).json().code, 'NOT_FOUND');
    const post = (payload: string, type = 'application/json') =>
      app.inject({ method: 'POST', url: '/things', payload, headers: { 'content-type': type } });
    assert.equal((await post('{')).json().code, 'MALFORMED');
    assert.equal((await post('{"__proto__": {"a": 1}}')).json().code, 'MALFORMED');
    assert.equal((await post(`"${'x'.repeat(HTTP_LIMITS.bodyBytesMax)}"`)).json().code, 'PAYLOAD_TOO_LARGE');
    assert.equal((await post('x', 'text/plain')).json().code, 'UNSUPPORTED_MEDIA_TYPE');
    assert.equal((await get('/things/%E0%A4%A')).json().code, 'MALFORMED');
  });

  test('an unforeseen error is INTERNAL; neither the answer nor the log has its words', async () => {
    lines.length = 0;
    const broken = await get('/broken');
    assert.equal(broken.statusCode, 500);
    assert.equal(broken.json().code, 'INTERNAL');
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const error = logged.find((line) => line['msg'] === 'unexpected error');
    assert.equal(error?.['requestId'], broken.headers['x-request-id']);
    assert.doesNotMatch(lines.join('') + broken.body, /Quimby/);
  });

  test('a store that is away is UNAVAILABLE with Retry-After; a handler that does not end is DEADLINE_EXCEEDED', async () => {
    const away = await get('/away');
    assert.equal(away.statusCode, 503);
    assert.ok(Number(away.headers['retry-after']) > 0);
    assert.equal((await get('/slow')).json().code, 'DEADLINE_EXCEEDED');
  });

  test('a node that holds its deliveries is ready, and says what it holds and what to do', async () => {
    holds = [{ lanes: 'fax', since: '2026-11-20T15:00:00.000Z' }];
    const answer = await get('/readyz');
    assert.equal(answer.statusCode, 200);
    const { status, holds: held, see } = answer.json<Record<string, unknown>>();
    assert.deepEqual([status, held], ['ready', holds]);
    assert.match(String(see), /PestleDeliveriesHeld/);
    holds = [];
    assert.deepEqual((await get('/readyz')).json(), { status: 'ready' });
  });

  test('the type of a problem leads to its explanation', async () => {
    const page = await get('/problems/illegal-transition');
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /The report contradicts the current state/);
    assert.equal((await get('/problems/nothing')).statusCode, 404);
  });

  test('bytes that are not HTTP get a problem too, and a request that does not end REQUEST_TIMEOUT is classed', async () => {
    await https.listen({ host: '127.0.0.1', port: 0 });
    const address = https.server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const answer = await exchange(address.port, 'NOT HTTP\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.equal(JSON.parse(body).code, 'MALFORMED');
    assert.match(head, /strict-transport-security: max-age=31536000; includeSubDomains/);
    for (const header of SAFE_HEADERS) assert.match(head, header);
  });
});

describe('a request names one host', () => {
  const request = (target: string, ...hosts: readonly string[]): string =>
    `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`;
  const refused: readonly (readonly [what: string, bytes: string])[] = [
    ['two Host headers', request('/healthz', 'rx.example', 'evil.example')],
    ['the same Host twice', request('/healthz', 'rx.example', 'rx.example')],
    ['two Host headers in other letters', request('/healthz', 'rx.example\r\nhOST: evil.example')],
    ['no Host', request('/healthz')],
    ['an empty Host', request('/healthz', '')],
    ['a list of hosts', request('/healthz', 'rx.example, evil.example')],
    ['a Host with a user', request('/healthz', 'rx.example@evil.example')],
    ['a Host with a path', request('/healthz', 'rx.example/evil')],
    ['an absolute address of another host', request('http://evil.example/healthz', 'rx.example')],
    ['an absolute address of another port', request('http://rx.example:81/healthz', 'rx.example')],
    ['an absolute address with a user', request('http://rx.example@evil.example/healthz', 'rx.example')],
    ['an absolute address and two Host headers', request('http://rx.example/healthz', 'rx.example', 'a.b')],
  ];
  const taken: readonly (readonly [what: string, bytes: string])[] = [
    ['one Host', request('/healthz', 'rx.example')],
    ['an address with a port', request('/healthz', '[::1]:8080')],
    ['an absolute address of the same host', request('http://RX.example:80/healthz', 'rx.example')],
    ['HTTP/1.0, which knows no Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ];

  for (const name of ['the service', "the operators' listener"]) {
    test(`${name} answers 400 to two hosts, or to one that cannot be read`, async () => {
      const listener =
        name === 'the service'
          ? await serverAt('http://127.0.0.1')
          : await createAdminServer(metrics, ready, log);
      const port = Number(new URL(await listener.listen({ host: '127.0.0.1', port: 0 })).port);
      for (const [what, bytes] of refused) {
        const answer = await exchange(port, bytes);
        assert.match(answer, /^HTTP\/1\.1 400 /, what);
        assert.doesNotMatch(answer, /evil|alive/, what);
      }
      for (const [what, bytes] of taken) assert.match(await exchange(port, bytes), /^HTTP\/1\.1 200 /, what);
      await listener.close();
    });
  }
});

describe('every answer', () => {
  test("carries the caller's request id, else the trace's, else a new one", async () => {
    const idFor = async (headers: Record<string, string>) =>
      (await get('/healthz', headers)).headers['x-request-id'];
    assert.equal(await idFor({ 'x-request-id': 'abcdefgh-1' }), 'abcdefgh-1');
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    assert.equal(await idFor({ traceparent: `00-${trace}-00f067aa0ba902b7-01` }), trace);
    for (const bad of ['short', 'with space inside', 'x'.repeat(65), 'a"b{c}d\\ef'])
      assert.match(String(await idFor({ 'x-request-id': bad })), /^[0-9a-f-]{36}$/);
  });

  test('carries the headers that keep a browser from misusing it; HSTS only on https', async () => {
    const { headers } = await get('/things/a');
    const admin = await createAdminServer(metrics, ready, log);
    const figures = await admin.inject({ method: 'GET', url: '/metrics' });
    await admin.close();
    for (const header of SAFE_HEADERS)
      for (const given of [headers, figures.headers])
        assert.match(
          Object.entries(given)
            .map(([name, value]) => `${name}: ${String(value)}`)
            .join('\n'),
          header,
        );
    assert.equal(headers['strict-transport-security'], undefined);
    const secure = await https.inject({ method: 'GET', url: '/healthz' });
    assert.match(String(secure.headers['strict-transport-security']), /max-age=/);
  });

  test('is logged by route, never by address: tokens in paths and queries stay out', async () => {
    lines.length = 0;
    await get('/things/secret-token-1?code=secret-token-2', { authorization: 'Bearer secret-token-3' });
    const line = JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
    assert.equal(line['route'], '/things/:token');
    assert.equal(line['status'], 200);
    assert.doesNotMatch(lines.join(''), /secret-token/);
  });
});

test('what its room tells by itself has no line of its own, and is counted as every request', async () => {
  const before = lines.length;
  assert.equal((await get('/told')).statusCode, 200);
  await get('/things/secret');
  const routes = lines.slice(before).map((line) => (JSON.parse(line) as { route: string }).route);
  assert.deepEqual(routes, ['/things/:token']);
  assert.match(await metrics.registry.metrics(), /_count\{method="GET",route="\/told",status="200"\} 1\n/);
});

test('a service under pressure sheds new requests with UNAVAILABLE and Retry-After, and stays alive', async () => {
  const pressed = await serverAt('http://127.0.0.1', 1);
  await pressed.ready();
  // It looks at its heap now and again.
  const shed = await eventually(async () => {
    const answer = await pressed.inject({ method: 'GET', url: '/things/a' });
    return answer.statusCode === 503 ? answer : undefined;
  }, 'it goes on to answer');
  assert.equal(shed.json().code, 'UNAVAILABLE');
  assert.ok(Number(shed.headers['retry-after']) > 0);
  // Nor is a file refused that a page is made of: it would half work.
  for (const url of ['/healthz', '/favicon.svg'])
    assert.equal((await pressed.inject({ method: 'GET', url })).statusCode, 200, url);
  await pressed.close();
});

describe('health', () => {
  test('/healthz tells that the process lives, /readyz that it can take work', async () => {
    assert.equal((await get('/readyz')).statusCode, 200);
    isReady = false;
    const away = await get('/readyz');
    assert.deepEqual([away.json().code, away.json().reason], ['UNAVAILABLE', 'store-away']);
    assert.ok(Number(away.headers['retry-after']) > 0);
    const admin = await createAdminServer(metrics, ready, log);
    assert.equal((await admin.inject({ method: 'GET', url: '/readyz' })).json().reason, 'store-away');
    await admin.close();
    assert.equal((await get('/healthz')).statusCode, 200);
    isReady = true;
  });

  test("figures are on the operators' listener only, by route and status", async () => {
    await get('/things/secret-token-4');
    metrics.countPicks(2);
    assert.equal((await get('/metrics')).statusCode, 404);
    const admin = await createAdminServer(metrics, ready, log);
    const { body } = await admin.inject({ method: 'GET', url: '/metrics' });
    assert.match(
      body,
      /pestle_http_request_duration_seconds_count\{method="GET",route="\/things\/:token",status="200"\}/,
    );
    assert.match(body, /pestle_treatment_picks_total\{outcome="kept"\} 1\n/);
    assert.match(body, /pestle_treatment_picks_total\{outcome="replaced"\} 2\n/);
    assert.doesNotMatch(body, /secret-token/);
    await admin.close();
  });
});
