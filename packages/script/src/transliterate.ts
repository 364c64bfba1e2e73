// Rewrites text that SCRIPT cannot carry: letters of names to ASCII, free text by a fixed table, anything doubtful not at all.

/** Letters that are no base letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  ʻ: "'",
  ʼ: "'",
  '·': '.',
};

/** Signs that mean the same in ASCII. No fractions, degrees, exponents or Greek letters: those would be guesses. */
const SIGNS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201B': "'",
  '\u2032': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u00D7': 'x',
  '\u2264': '<=',
  '\u2265': '>=',
  '\u00AD': '',
  '\u200B': '',
  '\uFEFF': '',
};

/** Units of amounts with a micro sign (U+00B5 or U+03BC), as whole words only: the one safe spelling of each. */
const MICRO_UNIT = /[\u00B5\u03BC](g|L|l|mol|Eq)(?![\p{L}\p{N}])/gu;
const MICRO: Readonly<Record<string, string>> = {
  g: 'mcg',
  L: 'microL',
  l: 'microL',
  mol: 'micromol',
  Eq: 'microEq',
};

const ASCII = /^[ -~]*$/;
/** A whole run of blanks, so that each is looked at once: a pattern that may begin anywhere in a run takes the square of its length. */
const BLANKS = /[ \t\n\r\u00A0\u2002-\u200A\u202F\u3000]+/g;
const PLAIN_BLANKS = /^ +$/;
const ACCENTS = /(?<=[A-Za-z])\p{M}+/gu;
const OTHERS = /[^ -~]/gu;

/**
 * A name in ASCII: José → Jose, Łukasz → Lukasz, O’Brien → O'Brien. What has no ASCII form (李) stays, and `check` names it.
 * Never shortens. Takes time in proportion to the length, whatever the text.
 */
export function transliterateName(text: string): string {
  if (ASCII.test(text)) return text;
  return blanks(text).replace(OTHERS, letter).replace(ACCENTS, '');
}

/**
 * Free text by the fixed table: quotes, dashes, blanks, µg → mcg. An amount, a letter or a sign outside the table stays,
 * and `check` names it: the prescriber rewrites it, not we. Takes time in proportion to the length, whatever the text.
 */
export function transliterateText(text: string): string {
  if (ASCII.test(text)) return text;
  return blanks(text)
    .replace(MICRO_UNIT, (whole, unit: string) => MICRO[unit] ?? whole)
    .replace(OTHERS, (sign) => SIGNS[sign] ?? sign);
}

/**
 * One sign taken apart by itself: normalizing a whole text sorts its marks, which takes the square of their number where
 * somebody wrote thousands in a row. A sign whose base is no ASCII stays whole.
 */
function letter(sign: string): string {
  const known = LETTERS[sign] ?? SIGNS[sign];
  if (known !== undefined) return known;
  const [base = sign, ...accents] = sign.normalize('NFD');
  const plain = LETTERS[base] ?? base;
  return ASCII.test(plain) ? plain + accents.join('') : sign;
}

/** Line ends, tabs and blanks that are not ASCII become one blank, with the blanks around them; none remain at the ends. */
function blanks(text: string): string {
  return text.replace(BLANKS, (run) => (PLAIN_BLANKS.test(run) ? run : ' ')).trim();
}
