// Reads names and addresses as people type them, as long as SCRIPT can carry them after rewriting (S5, W6).
import { type Parsed, parsed, refused } from '@pestle/rules/parsed';
import { transliterateName } from '@pestle/script';
import { unsafeText } from '../kernel/text.ts';
import { DIRECTORY_LIMITS } from './limits.ts';

const NAME_SIGNS = /^[\p{L}\p{M}\p{N} .,'’‘ʻʼ`´()/&‐‑‒–—-]*$/u;
const ADDRESS_SIGNS = /^[\p{L}\p{M}\p{N} .,'’‘ʻʼ`´()/&#:;+*"@_‐‑‒–—-]*$/u;
const ASCII = /^[ -~]*$/;

/** A part of a person's name, as typed, without blanks around it. */
export function personName(text: string): Parsed<string> {
  return checked(text, DIRECTORY_LIMITS.nameCharactersMax, NAME_SIGNS, 'A name');
}

export function nameSuffix(text: string): Parsed<string> {
  return checked(text, DIRECTORY_LIMITS.suffixCharactersMax, NAME_SIGNS, 'A suffix');
}

export function streetLine(text: string): Parsed<string> {
  return checked(text, DIRECTORY_LIMITS.streetCharactersMax, ADDRESS_SIGNS, 'A street line');
}

export function cityName(text: string): Parsed<string> {
  return checked(text, DIRECTORY_LIMITS.cityCharactersMax, ADDRESS_SIGNS, 'A city');
}

function checked(text: string, max: number, signs: RegExp, what: string): Parsed<string> {
  const trimmed = text.trim().normalize('NFC');
  if (trimmed === '') return refused(`${what} needs at least one character.`);
  const problem = unsafeText(trimmed);
  if (problem !== undefined) return problem;
  if (!signs.test(trimmed)) {
    return refused(
      `${what} may hold letters, digits, blanks and the usual punctuation; < > and other signs cannot be sent to a pharmacy.`,
    );
  }
  const carried = transliterateName(trimmed);
  if (!ASCII.test(carried)) {
    return refused(
      `${what} must be written in Latin letters (accents are fine): pharmacies cannot receive other letters.`,
    );
  }
  if (!/[A-Za-z0-9]/.test(carried)) return refused(`${what} needs at least one letter or digit.`);
  if (carried.length > max) {
    const note = carried.length === trimmed.length ? '' : ' once its letters are written for the pharmacy';
    return refused(
      `${what} may have at most ${max} characters; this one has ${carried.length}${note}. Shorten it the way it stands on the insurance card.`,
    );
  }
  return parsed(trimmed);
}
