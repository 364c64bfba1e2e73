// docs/reference/operators-api.md: every query, mutation and type of the operators' schema, in its own words.
import type {
  GraphQLArgument,
  GraphQLInputObjectType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import {
  astFromValue,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from 'graphql';
import { GENERATED_NOTE, table } from '../markdown.ts';

export async function operatorsReference(): Promise<string> {
  const { operatorSchema: schema } = await import('@pestle/service/operator-api');
  return `${GENERATED_NOTE}
# The API for operators, field by field

GraphQL at \`POST {CONSOLE_URL}/graphql\`, for programs of those who run the network: everything that \`pestle\` does on its command line and the console on its
pages, by the same rules. [\`operators.graphql\`](../../packages/service/operators.graphql) is the same as a schema;
[the guide](../guides/operating.md#from-scripts) begins with a token, and has examples that a test runs.

What holds for a document of [the API of practices](api.md) holds here: one operation a request, the same [bounds](limits.md) of depth, cost and size, and
[errors](errors.md) with a code, the path of the field and, where a value is refused, \`fields\`.

## Queries

${rootSections(schema.getQueryType())}

## Mutations

${schema.getMutationType()?.description ?? ''}

${rootSections(schema.getMutationType())}

## Types

${typesOf(schema).filter(isObjectType).map(typeSection).join('\n\n')}

## Inputs

${typesOf(schema).filter(isInputObjectType).map(typeSection).join('\n\n')}

## Enums

${typesOf(schema)
  .filter(isEnumType)
  .map(
    (type) =>
      `### ${type.name}\n\n${type.description ?? ''}\n\n${table(
        ['Value', ''],
        type.getValues().map(({ name, description }) => [`\`${name}\``, description ?? '']),
      )}`,
  )
  .join('\n\n')}

## Values

${table(
  ['Value', ''],
  typesOf(schema)
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name, description }) => [`\`${name}\``, description ?? '']),
)}
`;
}

/** All but the roots and what GraphQL brings itself, by name. */
function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !roots.includes(type))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function rootSections(root: GraphQLObjectType | null | undefined): string {
  return Object.values(root?.getFields() ?? {})
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, args, type, description }) => {
      const rows = args.map((argument) => [`\`${argumentType(argument)}\``, argument.description ?? '']);
      const given = rows.length === 0 ? '' : `\n\n${table(['Argument', ''], rows)}`;
      return `### \`${name}\`\n\n${description ?? ''}\n\nAnswers \`${String(type)}\`.${given}`;
    })
    .join('\n\n');
}

function argumentType({ name, type, defaultValue }: GraphQLArgument): string {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  const unless = value === undefined || value === null ? '' : ` = ${print(value)}`;
  return `${name}: ${String(type)}${unless}`;
}

function typeSection(type: GraphQLObjectType | GraphQLInputObjectType): string {
  const rows = Object.values(type.getFields()).map((field) => [
    `\`${field.name}: ${String(field.type)}\``,
    field.description ?? '',
  ]);
  return `### ${type.name}\n\n${type.description ?? ''}\n\n${table(['Field', ''], rows)}`;
}
