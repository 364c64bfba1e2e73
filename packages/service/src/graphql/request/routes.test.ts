// Holds `/graphql` to its answers: what is said of each kind of error, and what is not.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { asking, CANARY, code, lines, ORIGIN, serve } from '@pestle/testbed/graphql/small-graphql';
import { GRAPHQL_LIMITS } from '../limits.ts';

const app = await serve(true);
const production = await serve(false);
after(() => production.close());
const inProduction = asking(production);
after(() => app.close());
const { post, ask } = asking(app);

describe('what is answered', () => {
  test('data comes with HTTP 200, is never stored, and the compiled query answers the same', async () => {
    for (let round = 0; round < 4; round += 1) {
      const answer = await ask('{ node { name parts { name } } }');
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.data, { node: { name: 'n', parts: [{ name: 'n' }, { name: 'n' }] } });
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    }
  });

  test('a default of the document stands for a variable that was not sent, also once the document is compiled', async () => {
    for (let round = 0; round < 4; round += 1) {
      const answer = await ask('query($label: String! = "a") { node(label: $label) { name } }');
      assert.deepEqual(answer.data, { node: { name: 'n' } });
    }
  });

  test('X1: a Failure keeps its code, retryable and fields, with the path in its own types', async () => {
    for (let round = 0; round < 4; round += 1) {
      const answer = await ask('{ node { parts { refused } } }');
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.errors?.[0], {
        message: 'instructions: Shorten this.',
        extensions: {
          code: 'INVALID_INPUT',
          retryable: false,
          fields: [{ path: 'instructions', code: 'TOO_LONG', message: 'Shorten this.' }],
        },
        path: ['node', 'parts', 0, 'refused'],
        locations: answer.errors?.[0]?.locations ?? [],
      });
    }
  });

  test('X1: an unforeseen error is INTERNAL with the request id; its text reaches neither answer nor log', async () => {
    lines.length = 0;
    for (let round = 0; round < 3; round += 1) {
      const answer = await ask('{ node { never } }');
      assert.equal(code(answer), 'INTERNAL');
      assert.ok(answer.errors?.[0]?.extensions.requestId);
      assert.doesNotMatch(answer.text, /Quimby|secret/);
    }
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /"unexpected error"/);
    assert.doesNotMatch(lines.join(''), /Quimby|secret/);
  });

  test('a store that is away is UNAVAILABLE with HTTP 503 when nothing could be answered', async () => {
    const answer = await ask('{ node { away } }');
    assert.equal(code(answer), 'UNAVAILABLE');
    assert.equal(answer.errors?.[0]?.extensions.retryable, true);
  });

  test('a request that takes too long is DEADLINE_EXCEEDED with HTTP 504', async () => {
    const answer = await ask('{ slow }');
    assert.equal(answer.status, 504);
    assert.equal(code(answer), 'DEADLINE_EXCEEDED');
  });
});

describe('what is refused before it runs', () => {
  test('UNAUTHENTICATED comes with 401 and before the body is read', async () => {
    const answer = await post('{ not json', { authorization: 'Bearer bad' });
    assert.equal(answer.status, 401);
    assert.equal(code(answer), 'UNAUTHENTICATED');
    assert.match(String(answer.headers['www-authenticate']), /invalid_token/);
  });

  test('bodies that are not one JSON operation are MALFORMED', async () => {
    for (const body of [
      '{ not json',
      '',
      '[]',
      '"x"',
      '{}',
      '{"query":1}',
      '{"query":"{node{name}}","variables":[]}',
    ]) {
      const answer = await post(body);
      assert.equal(answer.status, 400, body);
      assert.equal(code(answer), 'MALFORMED', body);
    }
  });

  test('no batches', async () => {
    const answer = await post([{ query: '{ node { name } }' }]);
    assert.equal(answer.status, 400);
    assert.match(answer.errors?.[0]?.message ?? '', /Batches/);
  });

  test('other content types are 415, other methods 405, larger bodies 413', async () => {
    assert.equal(
      (await post('query=x', { 'content-type': 'application/x-www-form-urlencoded' })).status,
      415,
    );
    assert.equal((await post('{ node { name } }', { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await post('{ node { name } }', { 'content-type': 'application/graphql' })).status, 415);
    const got = await app.inject({ method: 'GET', url: '/graphql?query={node{name}}' });
    assert.equal(got.statusCode, 405);
    assert.equal(got.json().errors?.[0]?.extensions.code, 'METHOD_NOT_ALLOWED');
    assert.equal(got.headers['allow'], 'POST');
    const large = await post(`{"query":"${' '.repeat(GRAPHQL_LIMITS.requestBytesMax)}"}`);
    assert.equal(large.status, 413);
    assert.equal(code(large), 'PAYLOAD_TOO_LARGE');
  });

  test('documents that do not parse or validate are MALFORMED with 400', async () => {
    for (const query of [
      '{',
      '{ nothing }',
      'query A { node { name } } query B { node { name } }',
      'fragment F on Node { name }',
    ]) {
      const answer = await ask(query);
      assert.equal(answer.status, 400, query);
      assert.equal(code(answer), 'MALFORMED', query);
    }
  });

  test('a parsed document as JSON text is refused', async () => {
    assert.equal(code(await ask('{"kind":"Document","definitions":[]}')), 'MALFORMED');
  });

  test('values of the request never come back in an error', async () => {
    const asked = 'mutation($i: ThingInput!) { make(input: $i) }';
    const cases: [string, unknown?][] = [
      [asked, { i: { name: 'x', age: CANARY } }],
      [asked, { i: { name: 'x', sex: CANARY } }],
      [asked, { i: { name: 'x', born: CANARY } }],
      [asked, { i: CANARY }],
      [asked, { i: { age: 1 } }],
      [`mutation { make(input: {name: "x", age: "${CANARY}"}) }`],
      [`mutation { make(input: {name: "x", born: "${CANARY}"}) }`],
      [`{ node(label: "x" "${CANARY}") { name } }`],
    ];
    for (const [query, variables] of cases) {
      for (let round = 0; round < 3; round += 1) {
        const answer = await ask(query, variables, { 'idempotency-key': 'k' });
        assert.equal(code(answer), 'MALFORMED', answer.text);
        assert.equal(answer.status, 400);
        assert.doesNotMatch(answer.text, /Quimby/, answer.text);
      }
    }
    const missing = await ask(asked, { i: { age: 1 } });
    assert.match(
      missing.errors?.[0]?.message ?? '',
      /i: Field "name" of required type "String!" was not provided/,
    );
    const born = await ask(asked, { i: { name: 'x', born: '1980-13-01' } });
    assert.match(born.errors?.[0]?.message ?? '', /i\.born: A Date is a day of the calendar/);
  });

  test('production neither introspects nor suggests; elsewhere both help', async () => {
    assert.equal((await inProduction.ask('{ __schema { types { name } } }')).status, 400);
    assert.equal((await ask('{ __schema { types { name } } }')).status, 200);
    const wrong = '{ node { nam } }';
    assert.doesNotMatch((await inProduction.ask(wrong)).text, /Did you mean/);
    assert.match((await ask(wrong)).text, /Did you mean/);
  });
});

describe('pages of other origins', () => {
  test("an application's origin may call, and its preflight says how; another's may not", async () => {
    const preflight = async (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: '/graphql',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'dpop',
        },
      });
    const allowed = await preflight(ORIGIN);
    assert.equal(allowed.headers['access-control-allow-origin'], ORIGIN);
    assert.match(String(allowed.headers['access-control-allow-headers']), /idempotency-key/);
    assert.equal((await preflight('https://evil.example')).headers['access-control-allow-origin'], undefined);

    const called = await ask('{ node { name } }', undefined, { origin: ORIGIN });
    assert.equal(called.status, 200);
    assert.equal(called.headers['access-control-allow-origin'], ORIGIN);
    const refused = await ask('{ node { name } }', undefined, { origin: 'https://evil.example' });
    assert.equal(refused.status, 403);
    assert.equal(code(refused), 'FORBIDDEN');
  });
});
