// Holds the error-prone abbreviations (ISMP list, Joint Commission "do not use" list) with what to write instead.

/** One abbreviation. The pattern matches the whole token and nothing longer; `g` and `d` flags are set by the finder. */
export type ErrorProneRule = {
  readonly pattern: string;
  /** `i`: any letter case. Without it the case is part of the rule, because the lower case is an ordinary word. */
  readonly flags: '' | 'i';
  readonly replacement: string;
  readonly why: string;
};

/** Not inside a longer word or number. */
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
/** Directly after a number, with or without a blank; the blank belongs to the match only when there is no number. */
const AFTER_NUMBER = String.raw`(?<=\d\s?|(?<![\p{L}\p{N}]))`;

const token = (body: string, replacement: string, why: string): ErrorProneRule => ({
  pattern: `${START}(?:${body})${END}`,
  flags: 'i',
  replacement,
  why,
});
const exact = (body: string, replacement: string, why: string): ErrorProneRule => ({
  ...token(body, replacement, why),
  flags: '',
});
const unit = (body: string, replacement: string, why: string): ErrorProneRule => ({
  pattern: `${AFTER_NUMBER}(?:${body})${END}`,
  flags: 'i',
  replacement,
  why,
});

/** Directly after drops, with or without "in": there, "as" and "od" can only be the ear and the eye. */
const AFTER_DROPS = String.raw`(?<=(?<!\p{L})(?:gtts?|drops?)\s+(?:(?:in|into|to)\s+)?)`;
/** "7 u 8", "uno u otro": before 8, 11 and an "o", "or" is "u" in Spanish. "U-500" is part of a product's name, "U.S." is none of ours. */
const NO_SPANISH_OR = String.raw`(?!(?<=\b7\s)u\s8\b|(?<=\b10\s)u\s11\b|(?<=\p{L}\s)u\s+(?!(?:on|once|or|of)\b)h?o\p{L})`;
/** How often, as it is said behind an ear or an eye. */
const HOW_OFTEN =
  String.raw`b\.?i\.?d t\.?i\.?d q\.?i\.?d qd qod qhs qam qpm prn daily nightly once twice every`.split(' ');
const COUNTED = String.raw`\d+\s?(?:x|times|X|TIMES)|[xXqQ]\s?\d|(?:for|FOR)\s+\d|(?:and|AND)\s+(?:a[du]|A[DU])`;
/** Anything but the end and how often makes "as" and "ad" words of a sentence. */
const BEFORE_HOW_OFTEN = String.raw`(?=\s*(?:[.,;]|$)|\s+(?:${HOW_OFTEN.join('|')}|${COUNTED}))`;

const afterDrops = (body: string, replacement: string, why: string): ErrorProneRule => ({
  pattern: `${AFTER_DROPS}(?:${body})${END}`,
  flags: 'i',
  replacement,
  why,
});

/**
 * The list, in the order in which a place in the text is tried. A replacement without a comma can stand in the text as it is. Plain words
 * of English and Spanish are none of these: "as directed", "ad lib", "Ud. debe", "7 u 8".
 */
export const ERROR_PRONE: readonly ErrorProneRule[] = [
  unit(String.raw`i\.?u\.?`, 'units', 'read as IV or as 10'),
  {
    ...unit('u', 'units', 'read as 0, 4 or cc'),
    pattern: String.raw`(?<=\d\s?)${NO_SPANISH_OR}u(?![-.]\w)${END}`,
  },
  token(String.raw`(?<!\d\s)${NO_SPANISH_OR}u(?![-.]\w)`, 'units, or the word meant', 'read as 0, 4 or cc'),
  unit('cc(?!:)', 'mL', 'read as u (units)'),
  unit(String.raw`[\u00b5\u03bc]g|ug`, 'mcg', 'read as mg'),
  token(String.raw`q\.\s?o\.\s?d\.?|qod`, 'every other day', 'read as daily or four times daily'),
  token(String.raw`q\.\s?d\.?|qd|q1d`, 'daily', 'read as four times daily'),
  token(String.raw`q\.\s?h\.\s?s\.?|qhs|q\.\s?n\.|qn`, 'at bedtime', 'read as every hour'),
  // "cada 8 hs" are hours.
  token(String.raw`(?<=(?:cada|every)\s+\d{1,2}\s?)hs`, 'hours', 'read as at bedtime'),
  token(String.raw`h\.\s?s\.|hs`, 'at bedtime', 'read as half-strength'),
  token('bt', 'at bedtime', 'read as twice daily'),
  token(String.raw`b\.?i\.?w\.?`, 'twice weekly', 'read as twice daily'),
  token(String.raw`t\.?i\.?w\.?`, '3 times weekly', 'read as 3 times daily'),
  token(String.raw`x\s?\d+\s?d`, 'for … days', 'read as doses'),
  token(String.raw`s\.\s?c\.|sc|s\.\s?q\.|sq|sub q`, 'subcut', 'read as SL or as "5 every"'),
  token('ij', 'an injection, with its route', 'read as IV'),
  token(String.raw`per os`, 'by mouth', 'os read as left eye'),
  afterDrops(String.raw`o\.\s?d\.|od`, 'right eye', 'read as once daily'),
  afterDrops(String.raw`o\.\s?s\.|os`, 'left eye', 'read as by mouth'),
  token(String.raw`o\.\s?d\.|od`, 'right eye, or once daily', 'read as the other'),
  token(String.raw`o\.\s?s\.|os(?!-)`, 'left eye, or by mouth', 'read as the other'),
  token(String.raw`o\.\s?u\.|ou`, 'each eye', 'read as each ear'),
  afterDrops(`ad${BEFORE_HOW_OFTEN}`, 'right ear', 'read as right eye'),
  afterDrops(`as${BEFORE_HOW_OFTEN}`, 'left ear', 'read as left eye'),
  afterDrops(`au${BEFORE_HOW_OFTEN}`, 'each ear', 'read as each eye'),
  exact(String.raw`A\.\s?D\.|AD(?!\s+LIB)`, 'right ear', 'read as right eye'),
  // In a sentence written in capitals "AS" is the word before another word, a frequency apart.
  exact(
    String.raw`A\.\s?S\.|AS(?!\s+(?:\d[\d.,/-]*\s+)?[A-Z])|(?<!\bAS\s+[A-Z]+\s)AS(?=\s+(?:${HOW_OFTEN.join('|').toUpperCase()}|${COUNTED}))|(?<=\b(?:IN|INTO|TO)\s)AS(?=\s+\d)`,
    'left ear',
    'read as left eye',
  ),
  exact(String.raw`A\.\s?U\.|AU`, 'each ear', 'read as each eye'),
  token('ss', 'one-half, or sliding scale', 'read as 55'),
  // A brand is called "MS Contin".
  exact(String.raw`MS(?!\s+C[Oo])`, 'morphine sulfate, or the words meant', 'read as magnesium sulfate'),
  token('mso4', 'morphine sulfate', 'read as magnesium sulfate'),
  token('mgso4', 'magnesium sulfate', 'read as morphine sulfate'),
  token('znso4', 'zinc sulfate', 'read as morphine sulfate'),
  exact('HCTZ|HCT', 'hydrochlorothiazide', 'read as hydrocortisone'),
  exact('MTX', 'methotrexate', 'read as mitoxantrone'),
  exact('AZT', 'zidovudine', 'read as azathioprine'),
  // "Ud." is a Spanish "you": only at the end is it none.
  token(String.raw`u\.\s?d\.?|ut dict`, 'as directed by …, or the directions', 'read as unit dose'),
  exact(
    String.raw`(?:ud|UD)\.?(?=\s*(?:[,;]|$))`,
    'as directed by …, or the directions',
    'read as unit dose',
  ),
  // Decimals: a zero that must not follow, and one that must go before.
  {
    pattern: String.raw`(?<![\p{L}\p{N}.,])\d[\d,]*\.0+(?![\d.])`,
    flags: '',
    replacement: 'the number without ".0"',
    why: 'read as ten times as much when the point is missed',
  },
  {
    pattern: String.raw`(?<![\p{L}\p{N}.])\.\d+`,
    flags: '',
    replacement: 'a zero before the point',
    why: 'read as a whole number when the point is missed',
  },
];
