// Reads text that people type: what may be kept at all, and the words that a text is found by.
import { type Parsed, parsed, refused } from '@pestle/rules/parsed';
import { transliterateName } from '@pestle/script';

const CONTROL = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}]|\u{FE0F}|\u{200D}/u;

/** Free text that stays in the house (never on a message): any letters, no control characters, no pictures. */
export function plainText(max: number): (text: string) => Parsed<string> {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return refused('Write something, or leave it out.');
    if (trimmed.length > max) return refused(`This may have at most ${max} characters.`);
    return unsafeText(trimmed) ?? parsed(trimmed);
  };
}

/** Why a text cannot be kept, whatever it is for: pictures and control characters. */
export function unsafeText(text: string): { readonly ok: false; readonly message: string } | undefined {
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
