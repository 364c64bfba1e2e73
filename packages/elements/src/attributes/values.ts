// Owns how the text of an attribute, or its property twin, becomes a value: ids, lists, JSON, and the plain ones (E4).
import { isAbsent } from './plain-values.ts';
import type { Report } from './problems.ts';

export { isAbsent, readBoolean, readText } from './plain-values.ts';

/** A comma list or a JSON array of texts, trimmed, without blanks and duplicates, in the order given. */
export function readIds(value: unknown, report: Report): readonly string[] {
  if (isAbsent(value)) return [];
  const given =
    typeof value === 'string' && !value.trim().startsWith('[') ? value.split(',') : readJson(value, report);
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    report('', 'write ids with commas between them, or a JSON array of texts.');
    return [];
  }
  const ids = new Set<string>();
  given.forEach((entry: unknown, index) => {
    if (typeof entry !== 'string') report(`[${index}]`, 'write the id as text, in quotes.');
    else if (entry.trim() !== '') ids.add(entry.trim());
  });
  return [...ids];
}

/** The value of JSON text, or what the property twin was given; undefined when it is not set or cannot be read. */
export function readJson(value: unknown, report: Report): unknown {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    report('', 'this is not JSON. Write JSON.stringify(value) into the attribute, or set the property.');
    return undefined;
  }
}
