// docs/reference/client.md: what the client for programs exports, in the words of its code, and every call of it from the schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { rootFields } from './client-api.ts';
import { declarationSections, declarationTable, publicDeclarations } from './declarations.ts';
import { GENERATED_NOTE, table } from './markdown.ts';

/** What the API answers and takes, written from the schema: a row each, where the rest has a section each. */
const RECORDS = 'packages/client/src/api/generated/records.ts';

export function clientReference(root: string): string {
  const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const rowsOf = (wanted: 'query' | 'mutation'): string[][] =>
    rootFields(schema)
      .filter(({ kind }) => kind === wanted)
      .map(({ field: { name, args, type, description }, gives }) => [
        `\`${name}\``,
        args.map((argument) => `\`${argument.name}: ${String(argument.type)}\``).join(' ') || '–',
        `\`${String(type)}\`${gives === 'pages' ? ', iterated over' : ''}`,
        description ?? '',
      ]);
  const declarations = publicDeclarations(root, 'packages/client').flatMap((entry) => entry.declarations);
  const records = declarations.filter(({ file }) => file === RECORDS);
  const own = declarations.filter(({ file }) => file !== RECORDS);
  return `${GENERATED_NOTE}
# The client for programs

\`@pestle/client\` calls the [API](api.md) from Node 20.19 and newer and from browsers. [Its readme](../../packages/client/README.md) is the tour,
with samples that a test runs; this page has everything that it exports, as its types say it, and lists every call.

${declarationSections(own, '##')}

## Every query

${table(['Call', 'Arguments', 'Answers', ''], rowsOf('query'))}

## Every mutation

${table(['Call', 'Arguments', 'Answers', ''], rowsOf('mutation'))}

## Every record

The types of what the API answers and takes; [the schema](../../schema.graphql) and your editor have their fields.

${declarationTable(records)}
`;
}
