// packages/service/schemas/*.json, from the shapes that check pharmacies and partners: what an editor completes and checks of an operator's file.
import { partnerSchema, pharmacySchema } from '@pestle/service/directory';
import { toJsonSchema } from '@valibot/to-json-schema';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly enum?: readonly unknown[];
}

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** The file of all, and those of one pharmacy and of one partner. */
export function connectionSchemas(): Readonly<Record<'pharmacies' | 'pharmacy' | 'partner', JsonSchema>> {
  const pharmacy = entryOf(changeOf(shapeOf(pharmacySchema)), 'A pharmacy', {
    // Of a pharmacy of the directory that is not in the network's files yet nothing else may be known.
    nullable: ['address'],
    // Nobody writes it: a passed conformance run does.
    unwritten: ['integration', 'conformancePassedAt'],
    anyOf: [{ required: ['id'] }, { required: ['npi'] }, { required: ['ncpdpId'] }, { required: ['name'] }],
  });
  const partner = entryOf(changeOf(shapeOf(partnerSchema)), 'A partner', {
    anyOf: [{ required: ['id'] }, { required: ['name'] }],
  });
  const list = (items: string, description: string): JsonSchema => ({
    description,
    type: 'array',
    items: { $ref: `#/$defs/${items}` },
  });
  return {
    pharmacies: {
      $schema: DRAFT,
      title: 'Pharmacies and partners',
      description:
        'What `pestle pharmacy apply` takes and `pestle pharmacy export` writes. What is left out stays as it is, null takes it away, and `(sealed)` keeps a secret.',
      type: ['object', 'array'],
      properties: {
        $schema: {
          description: 'Where this schema is, so that an editor completes the file.',
          type: 'string',
        },
        partners: list('partner', 'Written before the pharmacies that name them.'),
        pharmacies: list('pharmacy', 'Each is written on its own.'),
      },
      additionalProperties: false,
      items: { $ref: '#/$defs/pharmacy' },
      anyOf: [{ type: 'array' }, { required: ['pharmacies'] }, { required: ['partners'] }],
      examples: [{ pharmacies: [{ npi: '1234567893', fax: '6175550101' }] }],
      $defs: { pharmacy, partner },
    },
    pharmacy: { $schema: DRAFT, ...pharmacy },
    partner: { $schema: DRAFT, ...partner },
  };
}

/** The file's text. */
export function connectionSchemaText(name: keyof ReturnType<typeof connectionSchemas>): string {
  return `${JSON.stringify(connectionSchemas()[name], undefined, 2)}\n`;
}

/** Throws where a shape says something that neither the library nor the words beside it can express. */
function shapeOf(schema: Parameters<typeof toJsonSchema>[0]): JsonSchema {
  const { $schema: _, ...shape } = toJsonSchema(schema, {
    typeMode: 'input',
    // A check that only a function can make: what of it can be said stands beside the shape.
    overrideAction: ({ valibotAction: { type }, jsonSchema }) =>
      ['check', 'raw_check', 'excludes'].includes(type) ? jsonSchema : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'custom' ? jsonSchema : undefined,
  });
  return shape as unknown as JsonSchema;
}

/** Of a whole record, what a change of one may say: everything may be left out, and what need not be there may be taken away. */
function changeOf(schema: JsonSchema): JsonSchema {
  const { properties, required = [], anyOf, oneOf, additionalProperties, ...rest } = schema;
  const options = (oneOf ?? anyOf)?.map(changeOf);
  return sealable(
    flat({
      ...rest,
      ...(options === undefined ? {} : { anyOf: options }),
      ...(properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, part]) => [
                name,
                required.includes(name) ? needed(changeOf(part), name) : orNull(changeOf(part)),
              ]),
            ),
          }),
      ...(additionalProperties === undefined
        ? {}
        : {
            additionalProperties:
              typeof additionalProperties === 'object'
                ? orNull(changeOf(additionalProperties))
                : additionalProperties,
          }),
    }),
  );
}

/** Of `auth` the kind decides; a literal is its own words. */
function needed(schema: JsonSchema, name: string): JsonSchema {
  if (name === 'id' || (name === 'kind' && 'const' in schema) || takesNull(schema)) return schema;
  return { ...schema, description: `${schema.description ?? ''} Needed where it is new.`.trim() };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = schema;
  if (takesNull(schema)) return schema;
  if (anyOf !== undefined) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  if ('const' in schema || type === undefined) return { anyOf: [schema, { type: 'null' }] };
  const types = typeof type === 'string' ? [type] : type;
  return {
    ...rest,
    type: [...types, 'null'],
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  };
}

function takesNull({ type, anyOf = [] }: JsonSchema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull);
}

/** One shape or nothing, as one schema, so that an editor shows its words. */
function flat(schema: JsonSchema): JsonSchema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only === undefined || others.length > 0 || only.anyOf !== undefined || !takesNull(schema))
    return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...orNull(only), ...rest };
}

/** A secret whose form is checked may be kept as well. */
function sealable(schema: JsonSchema): JsonSchema {
  const { description, writeOnly, ...value } = schema;
  if (writeOnly !== true || !String(value['pattern']).includes('BEGIN')) return schema;
  return {
    ...(description === undefined ? {} : { description }),
    writeOnly,
    anyOf: [{ const: '(sealed)' }, value],
  };
}

interface EntryRules {
  readonly nullable?: readonly string[];
  /** The path of a field that no file has. */
  readonly unwritten?: readonly [string, string];
  readonly anyOf: readonly JsonSchema[];
}

function entryOf(
  schema: JsonSchema,
  title: string,
  { nullable = [], unwritten, anyOf }: EntryRules,
): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => {
      const written = unwritten?.[0] === name ? without(part, unwritten[1]) : part;
      return [name, nullable.includes(name) ? orNull(written) : written];
    }),
  );
  return {
    title,
    description: `${title} of the network. What is left out stays as it is, null takes it away, and \`(sealed)\` keeps a secret.`,
    ...schema,
    properties: {
      $schema: { description: 'Where this schema is.', type: 'string' },
      ...properties,
      revision: {
        description: 'As `show` says it: the change is refused when somebody else made one since.',
        type: ['integer', 'null'],
      },
    },
    anyOf,
  };
}

function without(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}
