// The attributes of `Message`: which there are, and what each may say.
import type { Finding } from '../errors.ts';
import { code, faultsOf } from './text.ts';

export const ROOT_ATTRIBUTES: readonly string[] = [
  'DatatypesVersion',
  'TransportVersion',
  'TransactionDomain',
  'TransactionVersion',
  'StructuresVersion',
  'ECLVersion',
];

const VERSION = /*#__PURE__*/ code(Number.POSITIVE_INFINITY);
const DOMAIN = /*#__PURE__*/ code(Number.POSITIVE_INFINITY, ['SCRIPT', 'SPECIALIZED']);

/** Everything wrong with the attributes of a document in XML. */
export function rootFindings(attributes: Readonly<Record<string, string | undefined>>): Finding[] {
  return ROOT_ATTRIBUTES.flatMap((name): Finding[] => {
    const [path, field] = [`@${name}`, 'versionAttributes'];
    const value = attributes[name];
    if (value === undefined) return [{ path, field, rule: 'attribute', limit: 'required', found: 'nothing' }];
    const faults = faultsOf(value, name === 'TransactionDomain' ? DOMAIN : VERSION);
    return faults.map((fault): Finding => ({ path, field, ...fault }));
  });
}
