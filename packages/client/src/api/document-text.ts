// Writes the GraphQL document of a call: the fields that were named, and a variable for each argument that was given.

/** One field of the root, as the schema has it. */
export interface Operation {
  readonly kind: 'query' | 'mutation';
  /** What it answers: a record or records, a list in pages, or a plain value. */
  readonly gives: 'record' | 'pages' | 'plain';
  /** Names of arguments and their types in GraphQL. */
  readonly args: Readonly<Record<string, string>>;
}

/** Types of the arguments of fields below the root, by the field's name. */
export type FieldArguments = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Fields = { readonly [field: string]: true | Fields | undefined };

export interface Written {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Throws `TypeError` for a name that the schema does not have, as only a program without types can give. */
export function documentOf(
  name: string,
  { kind, args }: Operation,
  fieldArguments: FieldArguments,
  given: Readonly<Record<string, unknown>>,
  fields: Fields | undefined,
): Written {
  const variables: Record<string, unknown> = {};
  const types: Record<string, string> = {};

  const argumentsOf = (known: Readonly<Record<string, string>>, values: object, path: string): string => {
    const said: string[] = [];
    for (const [argument, value] of Object.entries(values)) {
      const type = Object.hasOwn(known, argument) ? known[argument] : undefined;
      if (type === undefined) throw new TypeError(`${path} has no argument ${argument}.`);
      if (value === undefined) continue;
      // One variable for each place: the same field may be asked for in two.
      const variable = path === name ? argument : `${path.replaceAll('.', '_')}_${argument}`;
      variables[variable] = value;
      types[variable] = type;
      said.push(`${argument}: $${variable}`);
    }
    return said.length === 0 ? '' : `(${said.join(', ')})`;
  };

  const blockOf = (asked: Fields, path: string): string => {
    const said = Object.entries(asked).flatMap(([field, below]) => {
      if (below === undefined || field === '$') return [];
      if (!/^[A-Za-z]\w*$/.test(field)) throw new TypeError(`${path}: ${field} is no name of a field.`);
      if (below === true) return [field];
      const here = `${path}.${field}`;
      const own = argumentsOf(fieldArguments[field] ?? {}, (below['$'] as object | undefined) ?? {}, here);
      return [`${field}${own} ${blockOf(below, here)}`];
    });
    if (said.length === 0) throw new TypeError(`${path}: name at least one field.`);
    return `{ ${said.join(' ')} }`;
  };

  const block = fields === undefined ? '' : ` ${blockOf(fields, name)}`;
  const root = `${name}${argumentsOf(args, given, name)}${block}`;
  const declared = Object.entries(types).map(([variable, type]) => `$${variable}: ${type}`);
  return {
    query: `${kind}${declared.length === 0 ? '' : ` (${declared.join(', ')})`} { ${root} }`,
    variables,
  };
}
