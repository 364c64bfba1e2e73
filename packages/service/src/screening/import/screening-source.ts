// Reads rows of the public files of interactions, allergens and classes of drugs; every field is an untrusted text with a limit.
import { ingredientName, plainName } from '@pestle/rules/drug-names';
import { pairOf } from '@pestle/rules/screening';
import { type ReadRow, refuseRow, type SourceColumns, type SourceRow } from '../../directory/inside.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { ScreeningTables } from '../tables.ts';

export type InteractionContent = ScreeningTables['interaction'];
export type AllergenContent = ScreeningTables['allergen'];
export type ClassContent = ScreeningTables['drug_class'];

export const INTERACTION_COLUMNS: SourceColumns = {
  required: ['drug_a', 'drug_b', 'severity'],
  optional: ['ndfrt_nui'],
};
export const ALLERGEN_COLUMNS: SourceColumns = {
  required: ['allergen', 'synonyms', 'va_classes'],
  optional: ['va_vuid', 'types', 'ingredients'],
};
export const CLASS_COLUMNS: SourceColumns = { required: ['va_class', 'name'], optional: [] };

/** The publisher's words; ours are others, because what stops is our decision. */
const SEVERITIES: Readonly<Record<string, InteractionContent['severity']>> = {
  critical: 'HIGH',
  significant: 'MODERATE',
};

export function readInteractionRow(row: SourceRow): ReadRow<InteractionContent> {
  const [first, second] = [text(row, 'drug_a'), text(row, 'drug_b')];
  const key = `${first} + ${second}`;
  const problem = nameProblem(first, 'drug_a') ?? nameProblem(second, 'drug_b');
  if (problem !== undefined) return refuseRow(key, ...problem);
  const severity = SEVERITIES[text(row, 'severity').toLowerCase()];
  if (severity === undefined)
    return refuseRow(key, 'SEVERITY_UNKNOWN', 'The severity is `Critical` or `Significant`.');
  const code = text(row, 'ndfrt_nui');
  if (code !== '' && !/^[A-Za-z0-9._:-]{1,60}$/.test(code))
    return refuseRow(key, 'CODE_INVALID', 'The ndfrt_nui is a code such as N0000182588, or empty.');
  const [a, b] = pairOf(first, second);
  if (a === b)
    return refuseRow(
      key,
      'SAME_INGREDIENT',
      'Both names are the same ingredient: it does not interact with itself.',
    );
  return read(`${a} + ${b}`, { a, b, severity, code: code === '' ? null : code });
}

export function readAllergenRow(row: SourceRow): ReadRow<AllergenContent> {
  const written = text(row, 'allergen');
  const problem = nameProblem(written, 'allergen');
  if (problem !== undefined) return refuseRow(written, ...problem);
  const lists = {
    synonyms: listIn(row, 'synonyms'),
    ingredients: listIn(row, 'ingredients'),
    va_classes: listIn(row, 'va_classes'),
  };
  for (const [column, list] of Object.entries(lists)) {
    if (list.length > LIMITS.namesMax)
      return refuseRow(written, 'TOO_MANY', `${column} names at most ${LIMITS.namesMax}.`);
    const wrong = list.map((one) => nameProblem(one, column)).find((one) => one !== undefined);
    if (wrong !== undefined) return refuseRow(written, ...wrong);
  }
  const classes = lists.va_classes.map((code) => code.toUpperCase());
  if (!classes.every((code) => CLASS_CODE.test(code)))
    return refuseRow(written, 'CLASS_INVALID', 'A class is two letters or digits and three digits: AM110.');
  const code = text(row, 'va_vuid');
  if (code !== '' && !/^[A-Za-z0-9._:-]{1,60}$/.test(code))
    return refuseRow(written, 'CODE_INVALID', 'The va_vuid is a code such as 4691092, or empty.');
  const name = plainName(written);
  return read(name, {
    name,
    names: [...new Set([name, ingredientName(written), ...lists.synonyms.map(plainName)])],
    ingredients: [...new Set(lists.ingredients.map(ingredientName))],
    classes: [...new Set(classes)],
    code: code === '' ? null : code,
  });
}

export function readClassRow(row: SourceRow): ReadRow<ClassContent> {
  const code = text(row, 'va_class').toUpperCase();
  if (!CLASS_CODE.test(code))
    return refuseRow(code, 'CLASS_INVALID', 'A class is two letters or digits and three digits: AM110.');
  const name = text(row, 'name');
  const problem = nameProblem(name, 'name');
  if (problem !== undefined) return refuseRow(code, ...problem);
  return read(code, { code, name: plainName(name) });
}

const CLASS_CODE = /^[A-Z0-9]{2}\d{3}$/;

function read<Content>(key: string, content: Content): ReadRow<Content> {
  return { ok: true, key, content, warnings: [] };
}

function text(row: SourceRow, column: string): string {
  return (row[column] ?? '').trim();
}

function listIn(row: SourceRow, column: string): readonly string[] {
  return text(row, column)
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function nameProblem(name: string, column: string): readonly [code: string, message: string] | undefined {
  if (name === '') return ['NAME_MISSING', `The row has no ${column}.`];
  if (/\p{Cc}/u.test(name)) return ['TEXT_INVALID', `${column} holds control characters.`];
  if (name.length > LIMITS.nameCharactersMax || plainName(name).length > LIMITS.nameCharactersMax)
    return ['TEXT_TOO_LONG', `${column} may have ${LIMITS.nameCharactersMax} characters.`];
  return undefined;
}
