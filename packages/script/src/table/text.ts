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
  readonly codes?: readonly string[];
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
  ...(codes ? { codes } : {}),
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
