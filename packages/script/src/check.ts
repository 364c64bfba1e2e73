// Checks a message, typed or as a document, against the standard: the same walk that `build` makes, so the two never disagree.
import { prepare } from './build.ts';
import { type Finding, ScriptError } from './errors.ts';
import type { Message, Received } from './model/messages.ts';
import type { Profile } from './profile/options.ts';
import { read } from './read.ts';
import type { Version } from './table/field.ts';

/**
 * Everything that is wrong with a message, field by field: presence, order, length, characters, pattern, code list.
 * An empty array means that `build` accepts it. Never throws on data: a document that cannot be read is a finding too.
 * A document's own form and version count where the options do not say otherwise.
 *
 * @example
 * for (const { path, rule, limit, found } of check(newRx, '2017071')) console.log(path, rule, limit, found);
 */
export function check(
  input: Message | Received | Uint8Array | string,
  options: Version | Profile = {},
): readonly Finding[] {
  const profile: Profile = typeof options === 'string' ? { version: options } : options;
  try {
    if (typeof input === 'string' || input instanceof Uint8Array) return checkDocument(input, profile);
    return prepare(input, profile).findings;
  } catch (error) {
    if (error instanceof ScriptError)
      return [{ path: '', field: '', rule: 'document', limit: 'a readable message', found: error.message }];
    throw error;
  }
}

const STRUCTURAL: Readonly<Record<string, Finding['rule']>> = {
  order: 'order',
  unknown: 'unknown',
  unexpected: 'cardinality',
  attribute: 'attribute',
  namespace: 'attribute',
};

function checkDocument(input: Uint8Array | string, profile: Profile): readonly Finding[] {
  const { message, form, version, shape, warnings, attributes } = read(
    input,
    profile.version === undefined ? {} : { version: profile.version },
  );
  const structure = warnings.flatMap(({ path, rule, message: found }): Finding[] => {
    const known = STRUCTURAL[rule];
    return known === undefined
      ? []
      : [{ path, field: '', rule: known, limit: 'as the standard has it', found }];
  });
  const missing =
    form === 'json'
      ? []
      : ROOT_ATTRIBUTES.filter((name) => attributes[name] === undefined || attributes[name] === '').map(
          (name): Finding => ({
            path: `@${name}`,
            field: '',
            rule: 'attribute',
            limit: 'required',
            found: 'nothing',
          }),
        );
  const domain = attributes['TransactionDomain'];
  if (domain !== undefined && domain !== 'SCRIPT' && domain !== 'SPECIALIZED') {
    missing.push({
      path: '@TransactionDomain',
      field: '',
      rule: 'code',
      limit: 'one of SCRIPT, SPECIALIZED',
      found: 'another text',
    });
  }
  const { findings } = prepare(message, { version, shape, form, transliterate: false, ...profile });
  return [...structure, ...missing, ...findings];
}

const ROOT_ATTRIBUTES = [
  'DatatypesVersion',
  'TransportVersion',
  'TransactionDomain',
  'TransactionVersion',
  'StructuresVersion',
  'ECLVersion',
];
