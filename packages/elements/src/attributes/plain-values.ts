// Owns how the text of an attribute, or its property twin, becomes a boolean or a text (E4). In a file of its own, because signing in needs neither lists nor JSON.
import type { Report } from './problems.ts';

/** True for what means "not set": the shell hands on null and undefined, and frameworks set empty text for "nothing". */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/**
 * `true`, `false`, or a bare attribute, which means true. Other text is false and `warn`s, because a page that wrote `yes` or `0` should
 * learn what it got. Letter case does not matter: Svelte and templates print `True`.
 */
export function readBoolean(value: unknown, fallback: boolean, warn: (message: string) => void): boolean {
  if (isAbsent(value)) return fallback;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (text === '' || text === 'true') return true;
  if (text !== 'false') warn('only "true" and "false" are taken; this counts as false.');
  return false;
}

/** Text without blanks at its ends, or null. A number is refused: ids above 2^53 and leading zeros would be lost before we see them. */
export function readText(value: unknown, report: Report): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') {
    report('', 'write text; ids are text also when they look like numbers.');
    return null;
  }
  const text = value.trim();
  return text === '' ? null : text;
}
