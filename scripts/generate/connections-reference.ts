// docs/reference/pharmacies-file.md: every field of the file of pharmacies and partners, from the published JSON Schema.
import type { JsonSchema } from './connections-schema.ts';
import { connectionSchemas } from './connections-schema.ts';
import { GENERATED_NOTE, table } from './markdown.ts';

export function connectionsReference(): string {
  const { pharmacy, partner } = connectionSchemas();
  return `${GENERATED_NOTE}
# The file of pharmacies and partners

What \`pestle pharmacy apply\` takes and \`pestle pharmacy export\` writes; \`pharmacy add\` and \`set\` take one pharmacy of it, \`partner add\` and \`set\`
one partner ([how to use it](../guides/connecting.md)). A change says what changes: what is left out stays as it is, null takes it away where it need not be there,
and \`(sealed)\` keeps a secret. A list is replaced as a whole, and so is \`auth\` by one of another kind.

The JSON Schema of it is public: the service answers it at \`/schemas/pharmacies.json\` (of one alone: \`/schemas/pharmacy.json\`, \`/schemas/partner.json\`), and
\`pestle pharmacy schema\` prints it. An export names it as \`$schema\`, so that an editor completes the file and marks what is wrong. It is made of the shapes
that check the file.

**What only the service can judge**, so that the schema is silent: whether what is left out is there already; what one stage or channel needs; the check digit of
an NPI; whether a message with these settings, or a body of these expressions, can be built; private ranges and time zones; what is there once only.

## A pharmacy

${rowsOf(pharmacy)}

## A partner

${rowsOf(partner)}
`;
}

function rowsOf(schema: JsonSchema): string {
  const rows = [...fieldsOf(schema, '')].map(({ path, part }) => [
    `\`${path}\``,
    valueOf(part),
    [part.description ?? '', exampleOf(part)].filter((text) => text !== '').join(' '),
  ]);
  return table(['Field', 'Value', 'What it is'], rows);
}

function* fieldsOf(
  { properties = {}, anyOf = [] }: JsonSchema,
  above: string,
): Generator<{ readonly path: string; readonly part: JsonSchema }> {
  for (const [name, part] of Object.entries(properties)) {
    if (name === '$schema') continue;
    const path = above === '' ? name : `${above}.${name}`;
    yield { path, part };
    yield* fieldsOf(part, path);
    if (part.items?.properties !== undefined) yield* fieldsOf(part.items, `${path}[]`);
  }
  for (const variant of anyOf) yield* fieldsOf(variant, above);
}

function valueOf(part: JsonSchema): string {
  if ('const' in part) return `\`${String(part['const'])}\``;
  if (part.enum !== undefined)
    return part.enum
      .filter((value) => value !== null)
      .map((value) => `\`${value as string}\``)
      .join(', ');
  if (part.type === undefined) return part.anyOf?.every(({ properties }) => properties) ? 'object' : 'text';
  const types = typeof part.type === 'string' ? [part.type] : part.type;
  return types
    .filter((type) => type !== 'null')
    .map((type) => NAMES[type] ?? type)
    .join(', ');
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  integer: 'whole number',
  boolean: 'true, false',
};

function exampleOf({ examples }: JsonSchema): string {
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  return example === undefined ? '' : `Such as \`${JSON.stringify(example)}\`.`;
}
