// Holds `/graphql` to its bounds, each by one document that is just too much, and to idempotency keys.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { asking, code, keys, serve } from '@pestle/testbed/graphql/small-graphql';
import { GRAPHQL_LIMITS } from '../limits.ts';

const app = await serve(true);
after(() => app.close());
const { ask } = asking(app);

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
    const started = process.threadCpuUsage();
    await tooComplex(`{ node { ...F0 } } ${levels.join(' ')} fragment F60 on Node { ...F61 ...F61 }`);
    // The processor's time, of which a busy machine takes no more.
    assert.ok(process.threadCpuUsage(started).user < 1_000_000);
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
    await tooComplex(
      `{ nodes(first: -1000000) { nodes ${children} } node { children { children ${children} } } }`,
    );
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
