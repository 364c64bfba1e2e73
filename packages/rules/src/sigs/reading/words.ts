// Owns the splitting of typed directions into words: numbers apart from letters, number words as digits, signs as what they mean.
import { lowerAscii } from '../../codes/letter-case.ts';
import { type ErrorProneMatch, findErrorProne } from '../../texts/error-prone.ts';

/** One word or number as the tables know it, and where it stands in what was typed (UTF-16). */
export type Word = {
  readonly text: string;
  readonly typed: string;
  readonly offset: number;
  readonly length: number;
  /** Signs between the word before and this one: a comma, a full stop, a parenthesis. */
  readonly before: string;
  /** A number that was written as a word. */
  readonly spelled: boolean;
  /** The error-prone abbreviation that it is, or is a part of, in the whole text. */
  readonly errorProne?: ErrorProneMatch;
};

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&', 'and'],
  ['+', 'and'],
  ['@', 'at'],
  ['\u2013', '-'],
  ['\u2014', '-'],
  ['\u00d7', 'x'],
  ['\u00bc', '1/4'],
  ['\u00bd', '1/2'],
  ['\u00be', '3/4'],
  ['w/', 'with'],
  ['w/o', 'without'],
  ['ea', 'each'],
  ['thirty', '30'],
  ['fourteen', '14'],
  ['fifteen', '15'],
  ['twenty', '20'],
]);
const WORD =
  /\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}\/(?!24 ?h)\d{1,3}(?![\d/])|\d+(?:\.\d+)?|\.\d+|w\/o\b|w\/|(?:\p{L}\.){2,}|\p{L}+(?:['\u2019]\p{L}+)*|[^\s\p{L}\d]/giu;
/** Said by no word: they stand before the next one. */
const PAUSES = /^[.,;:()[\]"!]$/;

/** Splits what was typed; what is no word of the tables yet keeps its place. */
export function splitWords(text: string): readonly Word[] {
  const abbreviations = findErrorProne(text);
  if (abbreviations.length === 0) return lex(text);
  let found = 0;
  return lex(text).map((word) => {
    while (found < abbreviations.length && ends(abbreviations[found]) <= word.offset) found += 1;
    const near = abbreviations[found];
    return near !== undefined && near.offset < word.offset + word.length
      ? { ...word, errorProne: near }
      : word;
  });
}

const BESIDE = /^(?:food|meals?|breakfast|lunch|dinner|supper|water|milk|snacks?)$/;

/** "w food": before what is eaten the letter is no week. */
function withFood(words: readonly Word[]): readonly Word[] {
  return words.map((word, at) =>
    word.text === 'w' && BESIDE.test(words[at + 1]?.text ?? '') ? { ...word, text: 'with' } : word,
  );
}

/** A phrase of the tables as its words are compared. */
export function phraseKey(phrase: string): string {
  return textOf(lex(phrase));
}

/** The words as they are compared. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}

function lex(text: string): readonly Word[] {
  let before = '';
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const offset = match.index;
    const typed = match[0];
    const raw = lowerAscii(typed);
    const [left = '', right = ''] = [text[offset - 1], text[offset + typed.length]];
    // "5:00" is a time; any other colon is a pause, and "tablet(s)" is one word.
    const isTime = typed === ':' && /\d/.test(left) && /\d/.test(right);
    if (PAUSES.test(typed) && !isTime) {
      before += typed;
      continue;
    }
    if (raw === 's' && before === '(') continue;
    // "one-half" is two words; "Mon-Fri" and "bid-tid" are ranges.
    const isRange =
      /^-?(?:mon|tue|wed|thu|fri|sat|sun|tid|qid)/i.test(text.slice(offset, offset + 4)) ||
      /(?<!\p{L})m-f(?!\p{L})/iu.test(text.slice(offset - 2 < 0 ? 0 : offset - 2, offset + 3));
    if (typed === '-' && /\p{L}/u.test(left) && /\p{L}/u.test(right) && !isRange) continue;
    const word = wordOf(typed, raw, offset, before);
    const last = words.at(-1);
    // "2 (two) times", "one (1) tablet": the same number once more.
    const again =
      before === '(' && /^\d+$/.test(word.text) && last?.text === word.text && last.spelled !== word.spelled;
    if (!again) words.push(word);
    before = '';
  }
  return withFood(words);
}

function wordOf(typed: string, raw: string, offset: number, before: string): Word {
  const number = NUMBERS.indexOf(raw);
  const dotted = /^(?:\p{L}\.){2,}$/u.test(raw);
  const text = number > 0 ? String(number) : SIGNS.get(raw);
  return {
    text: text ?? (dotted ? raw.replaceAll('.', '') : raw.replace(/(?<=\d),/g, '')),
    typed,
    offset,
    length: dotted ? typed.length - 1 : typed.length,
    before,
    spelled: /^\p{L}/u.test(raw),
  };
}

function ends(match: ErrorProneMatch | undefined): number {
  return match === undefined ? Number.POSITIVE_INFINITY : match.offset + match.length;
}
