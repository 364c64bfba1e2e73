// Owns the check of a National Provider Identifier (prescriber).
import { luhnSum } from './luhn.ts';

const NPI = /^[12]\d{9}$/;
/** The card issuer prefix that CMS puts before an NPI for its check digit, as the Luhn sum it always adds. */
const SUM_OF_PREFIX_80840 = 24;

/** True for ten digits that begin with 1 or 2 and pass the Luhn check over `80840` + the NPI (45 CFR 162.406). */
export function isNpi(text: string): boolean {
  return NPI.test(text) && (SUM_OF_PREFIX_80840 + luhnSum(text)) % 10 === 0;
}

/** The NPI made of nine digits (the first 1 or 2) and its check digit; for seeds and tests. Throws RangeError otherwise. */
export function npiFrom(nineDigits: string): string {
  for (let digit = 0; digit < 10; digit += 1) {
    const candidate = `${nineDigits}${digit}`;
    if (isNpi(candidate)) return candidate;
  }
  throw new RangeError('An NPI is made from nine digits, the first of them 1 or 2.');
}
