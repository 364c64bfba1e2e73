// Holds the error-prone abbreviations (ISMP list, Joint Commission "do not use" list; ui rule 5) with what to write instead.

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

/** The list, in the order in which a place in the text is tried. */
export const ERROR_PRONE: readonly ErrorProneRule[] = [
  unit(String.raw`i\.?u\.?`, 'units', 'read as IV or as 10'),
  // "U-500" is part of a product's name, "U.S." is none of ours.
  unit(String.raw`u(?![-.]\w)`, 'units', 'read as 0, 4 or cc'),
  unit('cc(?!:)', 'mL', 'read as u (units)'),
  unit(String.raw`[\u00b5\u03bc]g|ug`, 'mcg', 'read as mg'),
  token(String.raw`q\.\s?o\.\s?d\.?|qod`, 'every other day', 'read as daily or four times daily'),
  token(String.raw`q\.\s?d\.?|qd|q1d`, 'daily', 'read as four times daily'),
  token(String.raw`q\.\s?h\.\s?s\.?|qhs|q\.\s?n\.|qn`, 'at bedtime', 'read as every hour'),
  token(String.raw`h\.\s?s\.|hs`, 'at bedtime', 'read as half-strength'),
  token(String.raw`b\.?i\.?w\.?`, 'twice weekly', 'read as twice daily'),
  token(String.raw`t\.?i\.?w\.?`, '3 times weekly', 'read as 3 times daily'),
  token(String.raw`x\s?\d+\s?d`, 'for … days', 'read as doses'),
  token(String.raw`s\.\s?c\.|sc|s\.\s?q\.|sq|sub q`, 'subcut', 'read as SL or as "5 every"'),
  token(String.raw`per os`, 'by mouth', 'os read as left eye'),
  token(String.raw`o\.\s?d\.|od`, 'right eye', 'read as once daily'),
  token(String.raw`o\.\s?s\.|os`, 'left eye', 'read as by mouth'),
  token(String.raw`o\.\s?u\.|ou`, 'each eye', 'read as each ear'),
  exact(String.raw`A\.\s?D\.|AD`, 'right ear', 'read as right eye'),
  // In a sentence written in capitals "AS" is the word: before another word in capitals, a frequency apart.
  exact(
    String.raw`A\.\s?S\.|AS(?!\s+[A-Z]{2})|AS(?=\s+(?:B\.?I\.?D|T\.?I\.?D|Q\.?I\.?D|DAILY|QHS|QAM|QPM)\b)`,
    'left ear',
    'read as left eye',
  ),
  exact(String.raw`A\.\s?U\.|AU`, 'each ear', 'read as each eye'),
  token('ss', 'one-half, or sliding scale', 'read as 55'),
  exact('MS', 'morphine sulfate, or the words meant', 'read as magnesium sulfate'),
  token('mso4', 'morphine sulfate', 'read as magnesium sulfate'),
  token('mgso4', 'magnesium sulfate', 'read as morphine sulfate'),
  token('znso4', 'zinc sulfate', 'read as morphine sulfate'),
  exact('HCTZ|HCT', 'hydrochlorothiazide', 'read as hydrocortisone'),
  exact('MTX', 'methotrexate', 'read as mitoxantrone'),
  exact('AZT', 'zidovudine', 'read as azathioprine'),
  token('u\\.?d\\.|ut dict', 'as directed by …', 'read as unit dose'),
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
