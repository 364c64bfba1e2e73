// Holds `/graphql` to its bounds with a small schema: each limit, each kind of error, what is said and what is not.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastify from 'fastify';
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { Actor } from '../actor.ts';
import { Failure } from '../errors.ts';
import { createLog } from '../log.ts';
import type { AnswerError } from './answers.ts';
import { builder } from './builder.ts';
import type { GraphContext, Rooms } from './context.ts';
import { write } from './context.ts';
import { GRAPHQL_LIMITS } from './limits.ts';
import { graphqlRoutes } from './routes.ts';

const CANARY = 'Xylophone-Quimby-1931-02-07';

const actor: Actor = {
  kind: 'machine',
  id: 'app_00000000000000000000000001' as never,
  clientId: 'app_00000000000000000000000001' as never,
  orgId: 'org_00000000000000000000000001' as never,
  scopes: new Set(),
};

const keys: string[] = [];
const node: GraphQLObjectType = new GraphQLObjectType({
  name: 'Node',
  fields: () => ({
    name: { type: new GraphQLNonNull(GraphQLString), resolve: () => 'n' },
    child: { type: node, resolve: () => ({}) },
    never: {
      type: new GraphQLNonNull(GraphQLString),
      resolve: () => {
        throw new Error(`a secret of the database: ${CANARY}`);
      },
    },
    refused: {
      type: GraphQLString,
      resolve: () => {
        throw new Failure('INVALID_INPUT', 'instructions: Shorten this.', {
          fields: [{ path: 'instructions', code: 'TOO_LONG', message: 'Shorten this.' }],
        });
      },
    },
    away: {
      type: GraphQLString,
      resolve: () => {
        throw Object.assign(new Error('Connection terminated'), { code: '57P01' });
      },
    },
    children: {
      type: new GraphQLList(node),
      args: { first: { type: GraphQLInt, defaultValue: 20 } },
      resolve: () => [],
    },
    parts: { type: new GraphQLList(node), extensions: { listSize: 3 }, resolve: () => [{}, {}] },
  }),
});
const nodePage = new GraphQLObjectType({
  name: 'NodePage',
  fields: { nodes: { type: new GraphQLNonNull(new GraphQLList(node)), resolve: () => [{}] } },
});
const sex = new GraphQLEnumType({ name: 'Sex', values: { FEMALE: {}, MALE: {} } });
const input = new GraphQLInputObjectType({
  name: 'ThingInput',
  fields: {
    name: { type: new GraphQLNonNull(GraphQLString) },
    age: { type: GraphQLInt },
    sex: { type: sex },
    born: { type: builder.toSchema().getType('Date') as never },
  },
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      node: { type: node, args: { label: { type: GraphQLString } }, resolve: () => ({}) },
      nodes: {
        type: nodePage,
        args: { first: { type: GraphQLInt, defaultValue: 20 } },
        resolve: () => ({}),
      },
      slow: {
        type: GraphQLString,
        resolve: () => new Promise((resolve) => setTimeout(resolve, 400).unref()),
      },
    },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      make: {
        type: GraphQLString,
        args: { input: { type: new GraphQLNonNull(input) } },
        resolve: (_root, args, context: GraphContext) =>
          write(context, 'make', args, async (_actor, key) => {
            keys.push(`${key.key} ${key.fingerprint}`);
            return key.key;
          }),
      },
    },
  }),
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: AnswerError[];
}

let app: FastifyInstance;
let production: FastifyInstance;
const lines: string[] = [];

async function serve(introspection: boolean): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = createLog({
    level: 'error',
    destination: { write: (line) => lines.push(line) },
  });
  const server = fastify({ loggerInstance: log, exposeHeadRoutes: false });
  await server.register(
    graphqlRoutes({
      schema,
      rooms: {} as Rooms,
      authenticate: async (request) => {
        if (request.headers.authorization === 'Bearer good') return actor;
        throw new Failure('UNAUTHENTICATED', 'Sign in.');
      },
      introspection,
      answerTimeoutMs: 150,
    }),
  );
  return server;
}

before(async () => {
  app = await serve(true);
  production = await serve(false);
});
after(async () => {
  await app.close();
  await production.close();
});

async function post(
  body: unknown,
  headers: Record<string, string> = {},
  server: FastifyInstance = app,
): Promise<Answer> {
  const response = await server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: 'Bearer good', 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    ...(response.body.startsWith('{') ? (JSON.parse(response.body) as object) : {}),
  };
}

const ask = (
  query: string,
  variables?: unknown,
  headers?: Record<string, string>,
  server?: FastifyInstance,
) => post({ query, ...(variables === undefined ? {} : { variables }) }, headers, server);

function code(answer: Answer): string | undefined {
  return answer.errors?.[0]?.extensions.code;
}

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
    assert.equal((await ask('{ __schema { types { name } } }', undefined, {}, production)).status, 400);
    assert.equal((await ask('{ __schema { types { name } } }')).status, 200);
    const wrong = '{ node { nam } }';
    assert.doesNotMatch((await ask(wrong, undefined, {}, production)).text, /Did you mean/);
    assert.match((await ask(wrong)).text, /Did you mean/);
  });
});

describe('bounds', () => {
  const tooComplex = async (query: string, variables?: unknown): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      const answer = await ask(query, variables);
      assert.equal(code(answer), 'QUERY_TOO_COMPLEX', answer.text.slice(0, 200));
      assert.equal(answer.status, 400);
    }
  };
  const nested = (levels: number): string => `${'{ child '.repeat(levels)}{ name }${' }'.repeat(levels)}`;

  test(`depth ${GRAPHQL_LIMITS.depthMax}, also through fragments`, async () => {
    assert.equal((await ask(`{ node ${nested(GRAPHQL_LIMITS.depthMax - 2)} }`)).status, 200);
    await tooComplex(`{ node ${nested(GRAPHQL_LIMITS.depthMax - 1)} }`);
    await tooComplex(`{ node { ...F } } fragment F on Node ${nested(GRAPHQL_LIMITS.depthMax - 1)}`);
  });

  test('aliases', async () => {
    const aliased = (count: number): string =>
      `{ node { ${Array.from({ length: count }, (_, index) => `a${index}: name`).join(' ')} } }`;
    assert.equal((await ask(aliased(GRAPHQL_LIMITS.aliasesMax))).status, 200);
    await tooComplex(aliased(GRAPHQL_LIMITS.aliasesMax + 1));
  });

  test('root fields', async () => {
    const roots = (count: number): string => `{ ${'node { name } '.repeat(count)} }`;
    assert.equal((await ask(roots(GRAPHQL_LIMITS.rootFieldsMax))).status, 200);
    await tooComplex(roots(GRAPHQL_LIMITS.rootFieldsMax + 1));
  });

  test('fields, characters and tokens', async () => {
    await tooComplex(`{ node { ${'name '.repeat(GRAPHQL_LIMITS.fieldsMax)} } }`);
    await tooComplex(`{ node { name } } #${'x'.repeat(GRAPHQL_LIMITS.documentCharactersMax)}`);
    assert.equal((await ask(`{ node(label: ${'['.repeat(2_000)}`)).status, 400);
    assert.equal((await ask(`{ node(label: ${'['.repeat(15_000)}`)).status, 400);
    const commas = `{ node(label: "x") { name } } ${'{ '.repeat(GRAPHQL_LIMITS.documentTokensMax)}`;
    assert.equal((await ask(commas)).status, 400);
  });

  test('fragments that only spread each other end quickly', async () => {
    const levels = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on Node { ...F${n + 1} ...F${n + 1} }`,
    );
    const started = performance.now();
    await tooComplex(`{ node { ...F0 } } ${levels.join(' ')} fragment F60 on Node { ...F61 ...F61 }`);
    assert.ok(performance.now() - started < 1_000);
    assert.equal(code(await ask('{ node { ...A } } fragment A on Node { ...A name }')), 'MALFORMED');
  });

  test('cost: sizes of nested pages multiply, whether written or in variables', async () => {
    const query =
      'query($n: Int) { nodes(first: $n) { nodes { children(first: $n) { name parts { name } } } } }';
    assert.equal((await ask(query, { n: 5 })).status, 200);
    assert.equal((await ask(query, { n: 5 })).status, 200);
    await tooComplex(query, { n: 100_000 });
    await tooComplex('{ nodes(first: 100000) { nodes { name } } }');
    await tooComplex('query($n: Int = 100000) { nodes(first: $n) { nodes { name } } }');
    const children = '{ children { children { children { name } } } }';
    await tooComplex(`{ nodes(first: -5) { nodes ${children} } node { children { children ${children} } } }`);
  });
});

describe('X4: idempotency', () => {
  const make = 'mutation($i: ThingInput!) { make(input: $i) }';

  test('a write without the key is IDEMPOTENCY_KEY_REQUIRED', async () => {
    assert.equal(code(await ask(make, { i: { name: 'x' } })), 'IDEMPOTENCY_KEY_REQUIRED');
  });

  test('a document with two mutations is ONE_MUTATION_PER_REQUEST, also through a fragment or alias', async () => {
    const twice = [
      'mutation { a: make(input: {name: "x"}) b: make(input: {name: "y"}) }',
      'mutation { ...M } fragment M on Mutation { a: make(input: {name: "x"}) b: make(input: {name: "y"}) }',
    ];
    for (const query of twice) {
      const answer = await ask(query, undefined, { 'idempotency-key': 'k' });
      assert.equal(code(answer), 'ONE_MUTATION_PER_REQUEST');
      assert.equal(answer.status, 400);
    }
  });

  test('the bare and the quoted form are one key; two headers, blanks and control characters are refused', async () => {
    for (const [header, key] of [
      ['abc-1', 'abc-1'],
      ['"abc-1"', 'abc-1'],
      ['"a \\"b\\" \\\\"', 'a "b" \\'],
    ] as const) {
      const answer = await ask(make, { i: { name: 'x' } }, { 'idempotency-key': header });
      assert.deepEqual(answer.data, { make: key }, header);
    }
    for (const header of ['', '"', '""', 'a, b', 'a b', 'é', 'x'.repeat(256)]) {
      const answer = await ask(make, { i: { name: 'x' } }, { 'idempotency-key': header });
      assert.equal(code(answer), 'MALFORMED', header);
      assert.equal(answer.status, 400, header);
    }
  });

  test('the fingerprint does not depend on the order of fields or on the query being compiled', async () => {
    keys.length = 0;
    for (let round = 0; round < 3; round += 1) {
      await ask(make, { i: { name: 'x', age: 3, sex: 'MALE' } }, { 'idempotency-key': 'same' });
      await ask(make, { i: { sex: 'MALE', age: 3, name: 'x' } }, { 'idempotency-key': 'same' });
    }
    assert.equal(keys.length, 6);
    assert.equal(new Set(keys).size, 1);
  });
});
