// The kinds of text a SCRIPT field may hold: length, pattern, code list, how it travels in JSON, how it may be rewritten.
import { isDate, isDateTime } from './calendar.ts';

export interface TextType {
  /** For people and the reference pages: `an1..35`. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** A rule beyond length and characters, with the words for it. */
  readonly pattern?: { readonly test: (text: string) => boolean; readonly words: string };
  /** Allowed codes; absent = free. */
  readonly codes?: ReadonlySet<string>;
  /** `text`: always a JSON string. `auto`: a JSON number where that loses nothing (contract S2). */
  readonly json: 'text' | 'auto';
  /** Lengths to which a JSON number is padded on the left: foreign encoders lose leading zeros. */
  readonly widths?: readonly number[];
  /** What may be rewritten to ASCII: names by letter, free text by the fixed table only, codes never. */
  readonly rewrite: 'name' | 'text' | 'never';
}

const base = { min: 1, json: 'auto', rewrite: 'never' } as const;
const bounded = (max: number): string => (max === Number.POSITIVE_INFINITY ? 'an' : `an1..${max}`);

/** A code or id: printable ASCII, a JSON number where nothing is lost. */
export const code = (max: number, codes?: readonly string[]): TextType => ({
  ...base,
  name: bounded(max),
  max,
  ...(codes ? { codes: new Set(codes) } : {}),
});

/** An id that stays text in JSON whatever it looks like. */
export const id = (max: number): TextType => ({ ...base, name: bounded(max), max, json: 'text' });

/** A code from which foreign JSON encoders lose leading zeros. */
export const padded = (max: number, widths: readonly number[], codes?: readonly string[]): TextType => ({
  ...code(max, codes),
  widths,
});

/** A name of a person, business, street or city: transliterated by letter. */
export const name = (max: number): TextType => ({ ...id(max), rewrite: 'name' });

/** Free text: rewritten by the fixed table only, never guessed. */
export const text = (max: number): TextType => ({ ...id(max), rewrite: 'text' });

const DECIMAL = /^[0-9]+(?:\.[0-9]+)?$/;
const DIGITS = /^[0-9]+$/;

/** An unsigned decimal; the point counts as a character. */
export const decimal = (max: number): TextType => ({
  ...base,
  name: `n1..${max}`,
  max,
  pattern: { test: (value) => DECIMAL.test(value), words: 'digits, optionally a point and digits' },
});

/** Digits only. */
export const digits = (max: number, min = 1): TextType => ({
  ...base,
  name: `n${min}..${max}`,
  min,
  max,
  pattern: { test: (value) => DIGITS.test(value), words: 'digits only' },
});

/** A calendar date. */
export const date: TextType = {
  ...base,
  name: 'Date',
  max: 10,
  json: 'text',
  pattern: { test: isDate, words: 'a calendar date YYYY-MM-DD' },
};

/** A date and time, any fraction, zone optional. */
export const dateTime: TextType = {
  ...base,
  name: 'DateTime',
  max: 40,
  json: 'text',
  pattern: {
    test: isDateTime,
    words: 'a date and time YYYY-MM-DDThh:mm:ss, optionally a fraction and a zone',
  },
};

/** `true` or `false`, as XML Schema has them. */
export const flag: TextType = { ...code(5, ['true', 'false', '1', '0']), name: 'boolean' };

const PRINTABLE = /^[ -~]*$/;
const STRANGE = /[^ -~]/u;
const PLAIN = /^[!-~][ -~]*$/;

/** True for text that a type allows; quick for what is usual. Text that begins with a blank is left to `faultOf`. */
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

export interface Fault {
  readonly rule: 'empty' | 'length' | 'characters' | 'pattern' | 'code';
  readonly limit: string;
  /** Lengths, single characters and short codes only: never a name, a date or free text. */
  readonly found: string;
}

/** Everything wrong with a text: length, and one of characters, pattern and code list. */
export function faultsOf(text: string, type: TextType): Fault[] {
  const { length } = text;
  if (length === 0) return [{ rule: 'empty', limit: 'text', found: 'empty text' }];
  const faults: Fault[] = [];
  if (length > type.max || length < type.min) {
    const limit = type.min === type.max ? `${type.min} characters` : `${type.min} to ${type.max} characters`;
    faults.push({ rule: 'length', limit, found: `${length} characters` });
  }
  if (!PRINTABLE.test(text)) {
    const match = STRANGE.exec(text);
    const point = match?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    faults.push({
      rule: 'characters',
      limit: 'printable ASCII',
      found: `U+${point} at ${(match?.index ?? 0) + 1}`,
    });
  } else if (text.trim() === '') {
    faults.push({ rule: 'characters', limit: 'at least one character that is not a blank', found: 'blanks' });
  } else if (type.pattern !== undefined && !type.pattern.test(text)) {
    faults.push({
      rule: 'pattern',
      limit: type.pattern.words,
      found: `${length} characters of another form`,
    });
  } else if (type.codes !== undefined && !type.codes.has(text)) {
    const found = length <= 15 ? text : `${length} characters`;
    faults.push({ rule: 'code', limit: `one of ${[...type.codes].join(', ')}`, found });
  }
  return faults;
}
