// Says beside the shape that checks a field what people read of it: the published JSON Schema is made of both.
import * as v from 'valibot';

/** What a JSON Schema says of a field that the shape's own checks do not: those that only a function can make, and readings of text. */
export interface FieldFacts {
  readonly title?: string;
  readonly examples?: readonly unknown[];
  /** Of texts that a rule reads. Never stricter than the rule. */
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly type?: 'string';
  readonly format?: 'uri';
  /** Never shown again; `(sealed)` keeps it. */
  readonly writeOnly?: true;
}

interface Part {
  readonly type: string;
}

/**
 * The same shape, with words. They stand before what reads the value into another one, because they are of what is written. For example
 * `field('Where messages go.', v.string())`.
 */
export function field<Schema extends v.GenericSchema>(
  description: string,
  schema: Schema,
  facts: FieldFacts = {},
): Schema {
  const words = v.metadata({ description, ...facts });
  const [root, ...rest] =
    'pipe' in schema ? (schema.pipe as readonly [v.GenericSchema, ...Part[]]) : [schema];
  // Behind words that stand there already: the last ones hold, those of the use.
  const said = rest.findIndex(({ type }) => type !== 'metadata');
  const at = said === -1 ? rest.length : said;
  const parts =
    'pipe' in root
      ? [field(description, root, facts), ...rest]
      : [root, ...rest.slice(0, at), words, ...rest.slice(at)];
  // The parts of a pipe are of its own types, which only its maker could name.
  return (v.pipe as unknown as (...items: readonly unknown[]) => unknown)(...parts) as Schema;
}
