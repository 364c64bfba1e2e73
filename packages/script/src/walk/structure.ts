// What a read forgave and the standard does not: the findings among its warnings.
import type { Finding, Rule } from '../errors.ts';
import type { Warning } from './encode.ts';

const RULES: Readonly<Record<string, Rule>> = {
  order: 'order',
  unknown: 'unknown',
  unexpected: 'cardinality',
  attribute: 'attribute',
  foreign: 'attribute',
  empty: 'empty',
  characters: 'characters',
  blank: 'document',
  wrapped: 'document',
};

/** The warnings that break the standard, as findings. */
export const structureFindings = (warnings: readonly Warning[]): Finding[] =>
  warnings.flatMap(({ path, rule, message: found }): Finding[] => {
    const known = Object.hasOwn(RULES, rule) ? RULES[rule] : undefined;
    return known === undefined
      ? []
      : [{ path, field: '', rule: known, limit: 'as the standard has it', found }];
  });
