// Goal: nothing of the operators' schema is answered, and nothing is done, without an operator; everything of it has words.
// Method: each root field is executed without one, on administrations that tell of every call.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentOf, rootFields } from '@pestle/testbed/graphql/schema-walk';
import type { GraphQLInputType } from 'graphql';
import {
  execute,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { Failure } from '../kernel/errors.ts';
import type { OperatorContext } from './context.ts';
import { operatorSchema } from './schema/schema.ts';

/** A value that the schema takes there. */
function valueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return [valueOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields()).map((field) => [field.name, valueOf(field.type)]),
    );
  const values: Readonly<Record<string, unknown>> = {
    Int: 1,
    Boolean: true,
    DateTime: '2026-01-01T00:00:00Z',
    JSON: {},
  };
  return values[type.name] ?? 'text';
}

/** Administrations that say what was asked of them. */
function watched(asked: string[]): OperatorContext['administrations'] {
  const room = (name: string) =>
    new Proxy(
      {},
      {
        get: (_target, method) => () => {
          asked.push(`${name}.${String(method)}`);
          throw new Failure('UNAVAILABLE', 'Nobody is here.');
        },
      },
    );
  return new Proxy({} as OperatorContext['administrations'], { get: (_target, name) => room(String(name)) });
}

const FIELDS = rootFields(operatorSchema);

async function executed(name: string, operator: OperatorContext['operator']) {
  const root = FIELDS.find((field) => field.name === name);
  assert.ok(root !== undefined);
  const asked: string[] = [];
  const { errors = [] } = await execute({
    schema: operatorSchema,
    document: parse(documentOf(root)),
    variableValues: Object.fromEntries(root.field.args.map((arg) => [arg.name, valueOf(arg.type)])),
    contextValue: {
      operator,
      administrations: watched(asked),
      idempotencyKey: 'key',
    } satisfies OperatorContext,
  });
  const codes = errors.map(({ originalError }) =>
    originalError instanceof Failure ? originalError.code : String(originalError),
  );
  return { codes, asked };
}

describe('the operators’ schema', () => {
  for (const { operation, name } of FIELDS) {
    test(`D12: the ${operation} ${name} asks for an operator before anything else`, async () => {
      assert.deepEqual(await executed(name, null), { codes: ['UNAUTHENTICATED'], asked: [] });
      const { codes, asked } = await executed(name, { by: 'Olga Operator' });
      assert.deepEqual(codes, ['UNAVAILABLE'], 'the arguments are such as reach an administration');
      assert.equal(asked.length, 1);
    });
  }

  test('every type, field, argument and value has words', () => {
    const silent: string[] = [];
    const hear = (name: string, words: string | null | undefined): void => {
      if (words === null || words === undefined || words.trim() === '') silent.push(name);
    };
    for (const type of Object.values(operatorSchema.getTypeMap())) {
      if (type.name.startsWith('__')) continue;
      hear(type.name, type.description);
      if (isEnumType(type))
        for (const { name, description } of type.getValues()) hear(`${type.name}.${name}`, description);
      if (!isObjectType(type) && !isInputObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        hear(`${type.name}.${field.name}`, field.description);
        if ('args' in field)
          for (const arg of field.args) hear(`${type.name}.${field.name}(${arg.name})`, arg.description);
      }
    }
    assert.deepEqual(silent, []);
  });
});
