// The kinds of text a SCRIPT field may hold: length, pattern, code list, how it travels in JSON, how it may be rewritten.
import { isDate, isDateTime } from './calendar.ts';

export interface TextType {
  /** For people and the reference pages: `an1..35`. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** A rule beyond length and characters, with the words for it. */
  readonly pattern: { readonly test: (text: string) => boolean; readonly words: string } | undefined;
  /** Allowed codes; undefined = free. */
  readonly codes: ReadonlySet<string> | undefined;
  /** `text`: always a JSON string. `auto`: a JSON number where that loses nothing. */
  readonly json: 'text' | 'auto';
  /** Lengths to which a JSON number is padded on the left: foreign encoders lose leading zeros. */
  readonly widths: readonly number[] | undefined;
  /** What may be rewritten to ASCII: names by letter, free text by the fixed table only, codes never. */
  readonly rewrite: 'name' | 'text' | 'never';
  /** Blanks around it say nothing, as around a date: they are left out. */
  readonly collapse: boolean;
  /** Any text that XML can carry, the empty one too. */
  readonly free: boolean;
  /** The standard has a list of codes that is not known here: what stands there is not checked against it. */
  readonly unlisted: boolean;
}

/** Every property in every type, so that all are laid out alike: the walks meet them more often than anything else. */
const typeOf = (name: string, max: number, more: Partial<TextType> = {}): TextType => ({
  name,
  min: more.min ?? 1,
  max,
  pattern: more.pattern,
  codes: more.codes,
  json: more.json ?? 'auto',
  widths: more.widths,
  rewrite: more.rewrite ?? 'never',
  collapse: more.collapse ?? false,
  free: more.free ?? false,
  unlisted: more.unlisted ?? false,
});
const bounded = (max: number): string => (max === Number.POSITIVE_INFINITY ? 'an' : `an1..${max}`);

/** A code or id: printable ASCII, a JSON number where nothing is lost. */
export const code = (max: number, codes?: readonly string[]): TextType =>
  typeOf(bounded(max), max, codes && { codes: new Set(codes) });

/** A code of a list that is not known here. */
export const unlisted = (max: number): TextType => typeOf(bounded(max), max, { unlisted: true });

/** Text without any rule. */
export const free: TextType = /*#__PURE__*/ typeOf('any text', Number.POSITIVE_INFINITY, {
  min: 0,
  json: 'text',
  free: true,
});

/** An id that stays text in JSON whatever it looks like. */
export const id = (max: number): TextType => typeOf(bounded(max), max, { json: 'text' });

/** A code from which foreign JSON encoders lose leading zeros. */
export const padded = (max: number, widths: readonly number[], codes?: readonly string[]): TextType =>
  typeOf(bounded(max), max, { widths, ...(codes && { codes: new Set(codes) }) });

/** A name of a person, business, street or city: transliterated by letter. */
export const name = (max: number): TextType => typeOf(bounded(max), max, { json: 'text', rewrite: 'name' });

/** Free text: rewritten by the fixed table only, never guessed. */
export const text = (max: number): TextType => typeOf(bounded(max), max, { json: 'text', rewrite: 'text' });

const DECIMAL = /^[0-9]+(?:\.[0-9]+)?$/;
const DIGITS = /^[0-9]+$/;

/** An unsigned decimal; the point counts as a character. */
export const decimal = (max: number): TextType =>
  typeOf(`n1..${max}`, max, {
    pattern: { test: (value) => DECIMAL.test(value), words: 'a decimal number' },
  });

/** Digits only. */
export const digits = (max: number, min = 1): TextType =>
  typeOf(`n${min}..${max}`, max, {
    min,
    pattern: { test: (value) => DIGITS.test(value), words: 'digits only' },
  });

/** A calendar date. */
export const date: TextType = /*#__PURE__*/ typeOf('Date', Number.POSITIVE_INFINITY, {
  json: 'text',
  pattern: { test: isDate, words: 'YYYY-MM-DD, zone optional' },
  collapse: true,
});

/** A date and time, any fraction, zone optional. */
export const dateTime: TextType = /*#__PURE__*/ typeOf('DateTime', Number.POSITIVE_INFINITY, {
  json: 'text',
  pattern: {
    test: isDateTime,
    words: 'YYYY-MM-DDThh:mm:ss, fraction and zone optional',
  },
  collapse: true,
});

/** `true` or `false`, as XML Schema has them. */
export const flag: TextType = /*#__PURE__*/ typeOf('boolean', 5, {
  codes: new Set(['true', 'false', '1', '0']),
  collapse: true,
});

const PRINTABLE = /^[ -~]*$/;
const STRANGE = /[^ -~]/u;
/** Whether a text is of the characters that the standard's text has. */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text);

const PLAIN = /^[!-~][ -~]*$/;

const ILLEGAL = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** True for text that a type allows; quick for what is usual. Text that begins with a blank is left to `faultsOf`. */
export function isPlain(text: string, { min, max, pattern, codes }: TextType): boolean {
  const { length } = text;
  if (length < min || length > max || !PLAIN.test(text)) return false;
  return (pattern === undefined || pattern.test(text)) && (codes === undefined || codes.has(text));
}

/** The length to which a JSON number of this type is padded with zeros; undefined where it is long enough. */
export function paddedWidth(digits: string, { widths }: TextType): number | undefined {
  const width = widths?.find((candidate) => candidate >= digits.length);
  return width === digits.length ? undefined : width;
}

/** A text without the blanks around it, as XML Schema collapses them. */
export function collapsed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 10 || unit === 13 || unit === 9;

export interface Fault {
  readonly rule: 'empty' | 'length' | 'characters' | 'pattern' | 'code';
  readonly limit: string;
  /** Lengths, single characters and short codes only: never a name, a date or free text. */
  readonly found: string;
}

/** Everything wrong with a text: length, and one of characters, pattern and code list. */
export function faultsOf(text: string, type: TextType): Fault[] {
  const { length } = text;
  if (type.free) {
    const legal = !ILLEGAL.test(text);
    return legal ? [] : [{ rule: 'characters', limit: 'what XML can carry', found: 'another character' }];
  }
  if (length === 0) return [{ rule: 'empty', limit: 'text', found: 'empty text' }];
  const faults: Fault[] = [];
  if (length > type.max || length < type.min) {
    const limit = type.min === type.max ? `${type.min} characters` : `${type.min} to ${type.max} characters`;
    faults.push({ rule: 'length', limit, found: `${length} characters` });
  }
  if (!isPrintable(text)) {
    const match = STRANGE.exec(text);
    const point = match?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    faults.push({
      rule: 'characters',
      limit: 'printable ASCII',
      found: `U+${point} at ${(match?.index ?? 0) + 1}`,
    });
  } else if (text.trim() === '') {
    faults.push({ rule: 'characters', limit: 'more than blanks', found: 'blanks' });
  } else if (type.pattern !== undefined && !type.pattern.test(text)) {
    faults.push({
      rule: 'pattern',
      limit: type.pattern.words,
      found: 'another form',
    });
  } else if (type.codes !== undefined && !type.codes.has(text)) {
    const found = length <= 15 ? text : `${length} characters`;
    faults.push({ rule: 'code', limit: `one of ${[...type.codes].join(', ')}`, found });
  }
  return faults;
}
