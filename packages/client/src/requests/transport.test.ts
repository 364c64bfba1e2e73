// How requests are repeated and how answers are told apart, against a server that fails on purpose.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { after, beforeEach, describe, test } from 'node:test';
import { allowInsecureRequests, type Client, DPoP } from 'oauth4webapi';
import type { Persisted } from '../document.ts';
import { ClientError, isAbort, plainErrors } from '../errors.ts';
import { TRIES_MAX } from '../limits.ts';
import { createTransport, type TokenSource } from './transport.ts';

interface Seen {
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly proof: string | undefined;
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;
const seen: Seen[] = [];
/** What each request gets, in order; the last one for all that follow. */
let answers: Answer[] = [];
const server = createServer((request: IncomingMessage, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { 'idempotency-key': key, authorization, dpop } = request.headers;
    seen.push({
      key: typeof key === 'string' ? key : undefined,
      authorization,
      proof: typeof dpop === 'string' ? dpop : undefined,
      body: Buffer.concat(parts).toString(),
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(response);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
assert.ok(address !== null && typeof address === 'object');
const url = `http://127.0.0.1:${address.port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const failed = (code: string, status = 200, more: object = {}): Answer =>
  json(status, {
    data: null,
    errors: [
      {
        message: code,
        path: ['make'],
        locations: [{ line: 1, column: 1 }],
        extensions: { code, retryable: false, ...more },
      },
    ],
  });
const lost: Answer = (response) => response.destroy();
const page: Answer = (response) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');

let token = 1;
const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
  'sign',
  'verify',
]);
const client: Client = { client_id: 'app_1' };
const tokens: TokenSource = {
  proof: DPoP(client, keys),
  access: async () => `token-${token}`,
  spoil: () => {
    token += 1;
  },
};
const transport = createTransport(
  {
    apiUrl: url,
    graphqlUrl: new URL(`${url}/graphql`),
    environment: 'sandbox',
    provider: { issuer: `${url}/oidc` },
    maintenance: [],
    transport: { [allowInsecureRequests]: true },
  },
  tokens,
);
const READ: Persisted<{ node: string }, { a: number }> = { id: '0'.repeat(16), kind: 'query' };
const WRITE: Persisted<{ make: string }, { a: number }> = { id: '1'.repeat(16), kind: 'mutation' };
const OK = json(200, { data: { make: 'one', node: 'n' } });

/** The error of a call that must fail. */
async function errorOf(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ClientError, String(error));
  return error;
}

beforeEach(() => {
  seen.length = 0;
  token = 1;
});

describe('delivery', () => {
  test('only the id of the document is sent, with a bound token', async () => {
    answers = [OK];
    assert.deepEqual(await transport.send(READ, { a: 1 }), { make: 'one', node: 'n' });
    assert.deepEqual(JSON.parse(seen[0]?.body ?? ''), {
      documentId: READ.id,
      variables: { a: 1 },
    });
    assert.equal(seen[0]?.authorization, 'DPoP token-1');
    assert.match(seen[0]?.proof ?? '', /^ey/);
  });

  for (const [name, fault] of [
    ['a lost answer', lost],
    ['the page of a proxy', page],
    ['UNAVAILABLE', failed('UNAVAILABLE', 503)],
    ['INTERNAL', failed('INTERNAL')],
  ] as const) {
    test(`W5: after ${name} a write is repeated with the same key, the same bytes and a new proof`, async () => {
      answers = [fault, OK];
      await transport.send(WRITE, { a: 1 }, { key: 'key-1' });
      assert.deepEqual(
        seen.map(({ key }) => key),
        ['key-1', 'key-1'],
      );
      assert.equal(seen[0]?.body, seen[1]?.body);
      assert.notEqual(seen[0]?.proof, seen[1]?.proof);
    });
  }

  test('what does not pass is told after a few tries, as one that may have happened', async () => {
    answers = [lost];
    const error = await errorOf(transport.send(WRITE, { a: 1 }, { key: 'key-2' }));
    assert.equal(seen.length, TRIES_MAX);
    assert.deepEqual([error.kind, error.code, error.mayHaveHappened], ['offline', 'OFFLINE', true]);
  });

  test('a refusal is not repeated', async () => {
    answers = [failed('SIGNATURE_INVALIDATED')];
    const error = await errorOf(transport.send(WRITE, { a: 1 }, { key: 'key-3' }));
    assert.equal(seen.length, 1);
    assert.deepEqual(
      [error.kind, error.code, error.mayHaveHappened],
      ['api', 'SIGNATURE_INVALIDATED', false],
    );
  });

  test('Retry-After is kept to; one that is too long is told', async () => {
    answers = [failed('RATE_LIMITED', 429, { retryAfterSeconds: 1 }), OK];
    const started = performance.now();
    await transport.send(READ, { a: 1 });
    assert.ok(performance.now() - started >= 990);
    answers = [failed('RATE_LIMITED', 429, { retryAfterSeconds: 600 })];
    const error = await errorOf(transport.send(READ, { a: 1 }));
    assert.equal(error.detail.retryAfterSeconds, 600);
  });

  test('a request that is given up is an AbortError and is not repeated', async () => {
    const given = new AbortController();
    answers = [() => given.abort()];
    const call = transport.send(READ, { a: 1 }, { signal: given.signal });
    await assert.rejects(call, (error) => isAbort(error));
    assert.equal(seen.length, 1);
  });
});

describe('answers', () => {
  for (const code of ['TOKEN_EXPIRED', 'UNAUTHENTICATED']) {
    test(`${code}: once with a fresh token, with the same key; then the session has ended`, async () => {
      answers = [failed(code, 401), OK];
      await transport.send(WRITE, { a: 1 }, { key: 'key-4' });
      assert.deepEqual(
        seen.map(({ authorization, key }) => [authorization, key]),
        [
          ['DPoP token-1', 'key-4'],
          ['DPoP token-2', 'key-4'],
        ],
      );
      answers = [failed(code, 401)];
      const error = await errorOf(transport.send(READ, { a: 1 }));
      assert.deepEqual([error.kind, error.code], ['session', 'SIGNED_OUT']);
    });
  }

  test('a challenge in the header does not hide the code in the body', async () => {
    answers = [
      json(
        401,
        {
          errors: [
            {
              message: 'Prove it again.',
              extensions: { code: 'STEP_UP_REQUIRED', stepUp: { maxAgeSeconds: 300 } },
            },
          ],
        },
        { 'www-authenticate': 'Bearer realm="pestle", error="invalid_token"' },
      ),
    ];
    const error = await errorOf(transport.send(WRITE, { a: 1 }, { key: 'key-5' }));
    assert.deepEqual(
      [error.kind, error.code, error.detail.stepUp],
      ['session', 'STEP_UP_REQUIRED', { maxAgeSeconds: 300 }],
    );
  });

  test('UNKNOWN_DOCUMENT: the page is of another version than the service', async () => {
    answers = [failed('UNKNOWN_DOCUMENT', 400)];
    assert.equal((await errorOf(transport.send(READ, { a: 1 }))).kind, 'configuration');
  });

  test('errors beside data are errors, and what a host gets of them is plain', async () => {
    answers = [
      json(200, {
        data: { make: null },
        errors: [
          {
            message: 'No.',
            path: ['make'],
            locations: [{ line: 1, column: 2 }],
            extensions: { code: 'NOT_FOUND' },
          },
        ],
      }),
    ];
    const error = await errorOf(transport.send(WRITE, { a: 1 }, { key: 'key-6' }));
    assert.deepEqual(plainErrors(error), [
      { message: 'No.', path: ['make'], extensions: { code: 'NOT_FOUND' } },
    ]);
  });
});
