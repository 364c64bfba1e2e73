// Holds the client's documents to the schema: every query and mutation can be called, and what is written for it is valid.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { GraphQLOutputType } from 'graphql';
import { buildSchema, getNamedType, isLeafType, isObjectType, parse, validate } from 'graphql';
import type { Fields, Operation } from './document-text.ts';
import { documentOf } from './document-text.ts';
import { FIELD_ARGUMENTS, OPERATIONS } from './generated/operations.ts';

const schema = buildSchema(readFileSync(new URL('../../../../schema.graphql', import.meta.url), 'utf8'));
const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };

const some = (args: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(args).map((name) => [name, 'given']));

/** Every field two levels deep, with every argument that a field takes. */
function fieldsOf(type: GraphQLOutputType, depth = 2): Fields {
  const named = getNamedType(type);
  assert.ok(isObjectType(named));
  const fields: Record<string, true | Fields> = {};
  for (const { name, type: own, args } of Object.values(named.getFields())) {
    if (isLeafType(getNamedType(own))) fields[name] = true;
    else if (depth > 0) {
      const below = fieldsOf(own, depth - 1);
      const $ = args.length === 0 ? {} : { $: some(FIELD_ARGUMENTS[name] ?? {}) as unknown as Fields };
      // At the end of the depth there are records that hold nothing but records.
      if (Object.keys(below).length > 0) fields[name] = { ...$, ...below };
    }
  }
  return fields;
}

function operationOf(name: string): Operation {
  const operation = OPERATIONS[name];
  assert.ok(operation !== undefined, name);
  return operation;
}

describe('X4: the client writes documents', () => {
  for (const [name, { type, args }] of Object.entries(roots)) {
    test(`${name}: valid with every argument and every field`, () => {
      const operation = operationOf(name);
      assert.deepEqual(
        Object.keys(operation.args),
        args.map((argument) => argument.name),
      );
      const fields = operation.gives === 'plain' ? undefined : fieldsOf(type);
      const { query, variables } = documentOf(name, operation, FIELD_ARGUMENTS, some(operation.args), fields);
      const problems = validate(schema, parse(query)).map(({ message }) => message);
      assert.deepEqual(problems, [], query);
      // What was given travels beside the text and never in it: a document is compiled once by its text.
      assert.doesNotMatch(query, /given/);
      for (const argument of args) assert.equal(variables[argument.name], 'given');
    });
  }

  test('nothing else can be called', () =>
    assert.deepEqual(Object.keys(OPERATIONS).toSorted(), Object.keys(roots).toSorted()));

  test('what is left out is not sent, and null is', () => {
    const { query, variables } = documentOf(
      'patients',
      operationOf('patients'),
      FIELD_ARGUMENTS,
      { text: undefined, dateOfBirth: null },
      { nodes: { id: true, phone: undefined } },
    );
    assert.equal(
      query,
      'query ($dateOfBirth: Date) { patients(dateOfBirth: $dateOfBirth) { nodes { id } } }',
    );
    assert.deepEqual(variables, { dateOfBirth: null });
  });

  test('a name that is none cannot bring anything into the text', () => {
    const write = (given: Record<string, unknown>, fields: Fields): unknown =>
      documentOf('order', operationOf('order'), FIELD_ARGUMENTS, given, fields);
    assert.throws(() => write({ id: 'ord_1' }, { 'id } me { id': true }), TypeError);
    assert.throws(() => write({ id: 'ord_1', 'x: 1) { id }': 1 }, { id: true }), TypeError);
    assert.throws(() => write({ id: 'ord_1', constructor: 1 }, { id: true }), TypeError);
    assert.throws(() => write({ id: 'ord_1' }, {}), TypeError);
    assert.throws(() => write({ id: 'ord_1' }, { patient: {} }), TypeError);
  });
});
