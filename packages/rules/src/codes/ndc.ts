// Owns the reading of National Drug Codes: to the 11 digits of SCRIPT and claims, never by guessing (S6).
import { type Parsed, parsed, refused } from '../parsed.ts';

/**
 * The 11-digit NDC (5-4-2, no dashes) of an NDC written with dashes (4-4-2, 5-3-2, 5-4-1 or 5-4-2) or as 11 bare digits.
 * Ten bare digits are refused: without dashes nobody can know which segment lacks its zero (21 CFR 207.33).
 */
export function toNdc11(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (/^\d{11}$/.test(trimmed)) return parsed(trimmed);
  if (/^\d{10}$/.test(trimmed)) {
    return refused(
      'Ten digits without dashes can be read as three different NDCs: write it with dashes, or as 11 digits.',
    );
  }
  const segments = /^(\d{4,5})-(\d{3,4})-(\d{1,2})$/.exec(trimmed);
  if (segments === null)
    return refused('An NDC is 11 digits, or 10 digits with two dashes (4-4-2, 5-3-2 or 5-4-1).');
  const [, labeler = '', product = '', pack = ''] = segments;
  const missing = 11 - labeler.length - product.length - pack.length;
  if (missing > 1) return refused('An NDC with dashes has 10 or 11 digits.');
  return parsed(labeler.padStart(5, '0') + product.padStart(4, '0') + pack.padStart(2, '0'));
}
