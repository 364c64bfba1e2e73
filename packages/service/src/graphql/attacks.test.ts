// Attacks on `/graphql`: each test is named by the defect that it would show. Depth, aliases, cost: document-limits.test.ts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asking, code, keys, ORIGIN, serve } from '@pestle/testbed/graphql/small-graphql';

const app = await serve(true);
const production = await serve(false);
after(async () => {
  await app.close();
  await production.close();
});
const { post, ask } = asking(app);

for (const origin of [
  'null',
  'https://evil.example',
  `${ORIGIN}.evil.example`,
  'http://clinic.example',
  `${ORIGIN}:444`,
]) {
  test(`CORS: a page of ${origin} is answered, or told that it may ask`, async () => {
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/graphql',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.headers['access-control-allow-origin'], undefined);
    const answer = await ask('{ node { name } }', undefined, { origin });
    assert.equal(answer.status, 403);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    assert.equal(answer.data, undefined);
  });
}

test('CORS: cookies are invited to come along, or every origin is', async () => {
  const answer = await ask('{ node { name } }', undefined, { origin: ORIGIN });
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
  assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
  assert.match(String(answer.headers['vary']), /origin/i, 'a cache gives one page’s answer to another');
});

test('introspection in production: by an alias, a fragment, a variable or beside a field', async () => {
  const closed = asking(production);
  for (const query of [
    '{ __schema { types { name } } }',
    '{ a: __schema { types { name } } }',
    '{ __type(name: "Node") { fields { name } } }',
    'query ($n: String!) { __type(name: $n) { name } }',
    '{ ...F } fragment F on Query { __schema { queryType { name } } }',
    '{ node { name } ... on Query { __schema { types { name } } } }',
  ]) {
    const answer = await closed.ask(query, { n: 'Node' });
    assert.equal(answer.status, 400, query);
    assert.doesNotMatch(answer.text, /NodePage|ThingInput/, query);
  }
});

test('batching: a list of operations, or many mutations behind aliases or fragments, run as one request', async () => {
  const make = 'mutation { make(input: {name: "x"}) }';
  keys.length = 0;
  assert.equal((await post([{ query: make }, { query: make }], { 'idempotency-key': 'k' })).status, 400);
  const many = Array.from({ length: 20 }, (_, index) => `a${index}: make(input: {name: "x"})`).join(' ');
  for (const query of [
    `mutation { ${many} }`,
    `mutation { ...M make(input: {name: "x"}) } fragment M on Mutation { b: make(input: {name: "x"}) }`,
    `mutation { ... { a: make(input: {name: "x"}) } ... on Mutation { b: make(input: {name: "x"}) } }`,
  ])
    assert.equal(code(await ask(query, undefined, { 'idempotency-key': 'k' })), 'ONE_MUTATION_PER_REQUEST');
  assert.deepEqual(keys, [], 'nothing was written');
});

test('CSRF: a form or a link of another page is an operation', async () => {
  const form = 'query=%7Bnode%7Bname%7D%7D';
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])
    assert.equal((await post(form, { 'content-type': type })).status, 415, type);
  assert.equal((await app.inject({ method: 'GET', url: `/graphql?${form}` })).statusCode, 405);
});
