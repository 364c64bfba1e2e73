// Owns what text the directory takes: names and addresses as typed, as long as SCRIPT can carry them after rewriting (S5, W6).
import { type Parsed, parsed, refused } from '@pestle/rules/parsed';
import { transliterateName } from '@pestle/script';
import { DIRECTORY_LIMITS } from './limits.ts';

const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}]|\u{FE0F}|\u{200D}/u;
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

/** Free text that stays in the house (never on a message): any letters, no control characters, no pictures. */
export function plainText(max: number): (text: string) => Parsed<string> {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return refused('Write something, or leave it out.');
    if (trimmed.length > max) return refused(`This may have at most ${max} characters.`);
    return unsafe(trimmed) ?? parsed(trimmed);
  };
}

function checked(text: string, max: number, signs: RegExp, what: string): Parsed<string> {
  const trimmed = text.trim().normalize('NFC');
  if (trimmed === '') return refused(`${what} needs at least one character.`);
  const problem = unsafe(trimmed);
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

function unsafe(text: string): { readonly ok: false; readonly message: string } | undefined {
  if (PICTURE.test(text)) return refused('Emoji and other pictures cannot be kept here; write it in words.');
  if (CONTROL.test(text))
    return refused('Line breaks, tabs and invisible control characters cannot be kept here.');
  return undefined;
}

/** The words of a text to search by: lower case, ASCII where there is a form, digits and letters only, each once. */
export function searchWords(text: string): readonly string[] {
  const plain = transliterateName(text)
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return plain === '' ? [] : [...new Set(plain.split(' '))];
}

/** The first text after all texts that begin with `prefix`, for a range over a column of collation C. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}
