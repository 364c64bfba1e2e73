// Owns decimal quantities: kept and compared as text, in the one form SCRIPT allows (W1, S1).
import { type Parsed, parsed, refused } from '../parsed.ts';

/** `Quantity/Value` of SCRIPT 2017071 holds 11 characters; the point counts. */
export const QUANTITY_MAX_CHARACTERS = 11;

/** The canonical text of a decimal without sign. `030.50` becomes `30.5`; `.5`, `5.`, `1e3`, `1,000` and `-1` are refused. */
export function toCanonicalDecimal(input: string | number): Parsed<string> {
  const text = typeof input === 'number' ? String(input) : input.trim();
  if (/^\.\d/.test(text)) return refused('Write a zero before the decimal point, as in 0.5.');
  if (!/^\d+(?:\.\d+)?$/.test(text))
    return refused('Write a plain number such as 30 or 2.5: digits and at most one point.');
  const [whole = '', fraction = ''] = text.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/(?<!0)0+$/, '');
  return parsed(rest === '' ? digits : `${digits}.${rest}`);
}

/** A quantity to dispense in canonical form: greater than zero and at most 11 characters. */
export function toQuantity(input: string | number): Parsed<string> {
  const decimal = toCanonicalDecimal(input);
  if (!decimal.ok) return decimal;
  if (decimal.value === '0') return refused('The quantity must be greater than zero.');
  if (decimal.value.length > QUANTITY_MAX_CHARACTERS) {
    return refused(`The quantity must fit in ${QUANTITY_MAX_CHARACTERS} characters, the point included.`);
  }
  return decimal;
}

/** True when the canonical decimal is a whole number. */
export function isWhole(canonical: string): boolean {
  return !canonical.includes('.');
}
