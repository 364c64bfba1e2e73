// Owns the reading of typed directions into tokens: numbers, phrases of the tables, and what is refused or not understood.
import { toCanonicalDecimal } from '../codes/decimal.ts';
import { lowerAscii } from '../codes/letter-case.ts';
import { type ErrorProneMatch, findErrorProne } from '../texts/error-prone.ts';
import { SIG_BOUNDS, type SigError, type SigFrequency } from './sig-model.ts';
import {
  ACTIONS,
  type Action,
  DOSE_UNITS,
  type DoseUnitName,
  FREQUENCIES,
  type FrequencyName,
  REFUSED_WORDS,
  ROUTES,
  type RouteName,
  TIMINGS,
  type TimingName,
} from './sig-words.ts';

/** One word as typed, in lower case, without the full stop or comma at its end. */
export type Word = {
  readonly text: string;
  readonly typed: string;
  readonly offset: number;
  readonly length: number;
  /** The error-prone abbreviation that it is, or is a part of, in the whole text. */
  readonly errorProne?: ErrorProneMatch;
};

/** One thing understood, and how many words it took. */
export type Token = (
  | { readonly kind: 'action'; readonly value: Action }
  | { readonly kind: 'amount'; readonly amount: string; readonly max?: string; readonly unit?: DoseUnitName }
  | { readonly kind: 'unit'; readonly value: DoseUnitName }
  | { readonly kind: 'route'; readonly value: RouteName }
  | { readonly kind: 'frequency'; readonly value: SigFrequency }
  | { readonly kind: 'timing'; readonly value: TimingName }
  | { readonly kind: 'duration'; readonly value: number; readonly unit: 'day' | 'week' | 'month' }
  | { readonly kind: 'asNeeded' }
  | { readonly kind: 'maxPerDay'; readonly amount: string; readonly unit?: DoseUnitName }
  | { readonly kind: 'error'; readonly error: SigError }
) & { readonly words: number };

/** The longest phrase is the sentence of the daily maximum. */
const PHRASE_WORDS_MAX = 11;
const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['1/4', '0.25'],
  ['1/2', '0.5'],
  ['3/4', '0.75'],
  ['\u00bc', '0.25'],
  ['\u00bd', '0.5'],
  ['\u00be', '0.75'],
  ['one-quarter', '0.25'],
  ['one-half', '0.5'],
  ['three-quarters', '0.75'],
]);

type Meaning = Token extends infer T ? (T extends { words: number } ? Omit<T, 'words'> : never) : never;

const PHRASES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...ACTIONS.flatMap((value) => all([value], { kind: 'action', value })),
  ...entries(DOSE_UNITS).flatMap(([value, { one, many, typed }]) =>
    all([one, many, ...typed], { kind: 'unit', value }),
  ),
  ...entries(ROUTES).flatMap(([value, { words, typed }]) => all([words, ...typed], { kind: 'route', value })),
  ...entries(FREQUENCIES).flatMap(([name, { words, typed }]) =>
    all([words, ...typed], { kind: 'frequency', value: { kind: 'named', name } }),
  ),
  ...entries(TIMINGS).flatMap(([value, { words, typed }]) =>
    all([words, ...typed], { kind: 'timing', value }),
  ),
  ...all(['prn', 'as needed', 'as needed for', 'prn for'], { kind: 'asNeeded' }),
  ...all(['every hour'], { kind: 'frequency', value: { kind: 'every', hours: 1 } }),
]);

/** Splits at blanks; offsets point into the text as typed. */
export function splitWords(text: string): readonly Word[] {
  const abbreviations = findErrorProne(text);
  return [...text.matchAll(/\S+/g)].map((match) => {
    const typed = match[0].replace(/(?<![.,;])[.,;]+$/, '');
    const offset = match.index;
    const errorProne = abbreviations.find(
      (found) => found.offset < offset + match[0].length && offset < found.offset + found.length,
    );
    return {
      text: lowerAscii(typed),
      typed,
      offset,
      length: typed.length,
      ...(errorProne === undefined ? {} : { errorProne }),
    };
  });
}

/** The token that begins at a word: the longest phrase, else a pattern, else what is refused or not understood. */
export function readToken(words: readonly Word[], at: number): Token {
  const ahead = words.slice(at, at + PHRASE_WORDS_MAX).map((word) => word.text);
  return readPattern(words, at, ahead) ?? readPhrase(ahead) ?? refusal(words, at);
}

function readPhrase(ahead: readonly string[]): Token | undefined {
  for (let count = ahead.length; count > 0; count -= 1) {
    const meaning = PHRASES.get(ahead.slice(0, count).join(' '));
    if (meaning !== undefined) return { ...meaning, words: count };
  }
  return undefined;
}

function readPattern(words: readonly Word[], at: number, ahead: readonly string[]): Token | undefined {
  const text = ahead.join(' ');
  const take = (pattern: RegExp): RegExpExecArray | null => pattern.exec(text);
  const span = (match: RegExpExecArray): number => match[0].trim().split(' ').length;
  let match = take(/^(?:q(\d{1,3})(?:-(\d{1,3}))?h|every (\d{1,3})(?: to (\d{1,3}))? hours?)(?= |$)/);
  if (match !== null) return every(match, span(match), words[at]);
  match = take(/^[x\u00d7](\d{1,4})(d|w|m)(?= |$)/) ?? take(/^for (\d{1,4}) (day|week|month)s?(?= |$)/);
  if (match !== null) return duration(match, span(match), words[at]);
  match =
    take(/^max ([\d.]+)(?: ?\/ ?d(?:ay)?| (?:per|a) day)(?= |$)/) ??
    take(/^(?:do not use more than|max) ([\d.]+) ([a-z]+(?: [a-z]+)?) in 24 hours(?= |$)/);
  if (match !== null) return maximum(match, span(match), words[at]);
  // "3 times daily" begins with a number and is no dose.
  if (take(/^\d+(?:x| times?) (?:daily|weekly|a day|a week)(?= |$)/) !== null) return undefined;
  return readAmount(words, at, ahead);
}

function every(match: RegExpExecArray, words: number, word: Word | undefined): Token {
  const hours = Number(match[1] ?? match[3]);
  const last = match[2] ?? match[4];
  if (hours < 1 || Math.max(hours, Number(last ?? 0)) > SIG_BOUNDS.hoursMaximum) {
    return failed(
      'HOURS_OUT_OF_RANGE',
      `Hours between doses are 1 to ${SIG_BOUNDS.hoursMaximum}.`,
      word,
      words,
    );
  }
  if (last !== undefined && Number(last) <= hours)
    return failed('RANGE_REVERSED', 'The second number of hours must be the larger one.', word, words);
  return {
    kind: 'frequency',
    value: { kind: 'every', hours, ...(last === undefined ? {} : { hoursMax: Number(last) }) },
    words,
  };
}

function duration(match: RegExpExecArray, words: number, word: Word | undefined): Token {
  const value = Number(match[1]);
  const unit = match[2]?.startsWith('d') ? 'day' : match[2]?.startsWith('w') ? 'week' : 'month';
  const days = value * { day: 1, week: 7, month: 30 }[unit];
  if (days < 1 || days > SIG_BOUNDS.daysMaximum) {
    return failed('DAYS_OUT_OF_RANGE', `A course lasts 1 to ${SIG_BOUNDS.daysMaximum} days.`, word, words);
  }
  return { kind: 'duration', value, unit, words };
}

function maximum(match: RegExpExecArray, words: number, word: Word | undefined): Token {
  const amount = toCanonicalDecimal(match[1] ?? '');
  const named = match[2] === undefined ? undefined : PHRASES.get(match[2]);
  if (!amount.ok || amount.value === '0')
    return failed(
      'DECIMAL',
      amount.ok ? 'The daily maximum must be more than 0.' : amount.message,
      word,
      words,
    );
  return {
    kind: 'maxPerDay',
    amount: amount.value,
    ...(named?.kind === 'unit' ? { unit: named.value } : {}),
    words,
  };
}

/** `1`, `0.5`, `1-2`, `1 to 2`, `1/2`, `1 1/2`, `1 and one-half`, each with a unit directly behind or not. */
function readAmount(words: readonly Word[], at: number, ahead: readonly string[]): Token | undefined {
  const word = words[at];
  const first = ahead[0] ?? '';
  if (/^\.\d/.test(first))
    return failed('DECIMAL', `Write 0${first}: a zero before the point.`, word, 1, `0${first}`);
  const zero = /^(\d+)\.0+(?![\d.])/.exec(first);
  if (zero !== null)
    return failed(
      'DECIMAL',
      `Write ${zero[1]}: no zero after the point.`,
      word,
      1,
      first.replace(zero[0], zero[1] ?? ''),
    );
  const low = oneAmount(ahead);
  if (low === undefined) return glued(first, word);
  const rest = ahead.slice(low.words);
  if (rest[0] === 'to') {
    const high = oneAmount(rest.slice(1));
    if (high !== undefined) return ranged(low.amount, high.amount, word, low.words + 1 + high.words);
  }
  return sized({ kind: 'amount', amount: low.amount, words: low.words }, word);
}

function oneAmount(
  ahead: readonly string[],
): { readonly amount: string; readonly words: number } | undefined {
  const [first = '', second = '', third = ''] = ahead;
  const part = FRACTIONS.get(first);
  if (part !== undefined) return { amount: part, words: 1 };
  if (!/^\d+(?:\.\d+)?$/.test(first)) return undefined;
  const added = FRACTIONS.get(second) ?? (second === 'and' ? FRACTIONS.get(third) : undefined);
  if (added !== undefined && /^[1-9]\d*$/.test(first))
    return { amount: `${first}${added.slice(1)}`, words: second === 'and' ? 3 : 2 };
  const decimal = toCanonicalDecimal(first);
  return decimal.ok ? { amount: decimal.value, words: 1 } : undefined;
}

/** `1-2`, `5ml`, `1-2tab`: numbers with something directly behind. */
function glued(first: string, word: Word | undefined): Token | undefined {
  const match = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?(\p{L}*)$/u.exec(first);
  if (match === null) return undefined;
  const [, low = '', high, letters = ''] = match;
  const meaning = letters === '' ? undefined : PHRASES.get(letters);
  if (letters !== '' && meaning?.kind !== 'unit') {
    const better = word?.errorProne?.replacement ?? REFUSED_WORDS.get(letters);
    if (better === undefined) return undefined;
    const instead = isUnderstood(better) ? `${low} ${better}` : undefined;
    return failed('ERROR_PRONE', `"${letters}" is error-prone: use ${better}.`, word, 1, instead);
  }
  const from = toCanonicalDecimal(low);
  const to = high === undefined ? undefined : toCanonicalDecimal(high);
  if (!from.ok || to?.ok === false)
    return failed('DECIMAL', 'Write a plain number such as 1 or 2.5.', word, 1);
  const token =
    to === undefined
      ? sized({ kind: 'amount', amount: from.value, words: 1 }, word)
      : ranged(from.value, to.value, word, 1);
  return token.kind === 'amount' && meaning?.kind === 'unit' ? { ...token, unit: meaning.value } : token;
}

function ranged(amount: string, max: string, word: Word | undefined, words: number): Token {
  if (Number(max) <= Number(amount))
    return failed('RANGE_REVERSED', 'The second number of the dose must be the larger one.', word, words);
  return sized({ kind: 'amount', amount, max, words }, word);
}

function sized(token: Extract<Token, { kind: 'amount' }>, word: Word | undefined): Token {
  const longest = Math.max(token.amount.length, token.max?.length ?? 0);
  if (token.amount === '0' || longest > SIG_BOUNDS.amountCharacters)
    return failed(
      'DOSE_OUT_OF_RANGE',
      'The dose must be more than 0 and a number people write.',
      word,
      token.words,
    );
  return token;
}

/** Plain words are not understood, and never taken for an abbreviation: "as directed" is no ear. */
function refusal(words: readonly Word[], at: number): Token {
  const word = words[at];
  const found = word?.errorProne;
  const better = found?.replacement ?? REFUSED_WORDS.get(word?.text ?? '');
  if (better === undefined) {
    let end = at + 1;
    while (isUnknown(words, end)) end += 1;
    const last = words[end - 1];
    const whole = word === undefined || last === undefined ? word : spanning(word, last);
    const typed = words.slice(at, end).map((one) => one.typed);
    return failed('UNKNOWN_WORD', `"${typed.join(' ')}" is not understood.`, whole, end - at);
  }
  const parts = words.filter((one) => one.errorProne !== undefined && one.errorProne === found);
  const last = parts.at(-1) ?? word;
  const whole = word === undefined || last === undefined ? word : spanning(word, last);
  const typed = words.slice(at, at + Math.max(parts.length, 1)).map((one) => one.typed);
  const instead = isUnderstood(better) ? better : undefined;
  return failed(
    'ERROR_PRONE',
    `"${typed.join(' ')}" is error-prone: use ${better}.`,
    whole,
    typed.length,
    instead,
  );
}

/** Only what is read here may be put in place of something else: "daily, or right eye" is a choice for a person. */
function isUnderstood(better: string): boolean {
  return PHRASES.has(lowerAscii(better));
}

function isUnknown(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.errorProne !== undefined || REFUSED_WORDS.has(word.text)) return false;
  const ahead = words.slice(at, at + PHRASE_WORDS_MAX).map(({ text }) => text);
  return readPattern(words, at, ahead) === undefined && readPhrase(ahead) === undefined;
}

function spanning(first: Word, last: Word): Word {
  return { ...first, length: last.offset + last.length - first.offset };
}

function failed(
  code: SigError['code'],
  message: string,
  word: Word | undefined,
  words: number,
  replacement?: string,
): Token {
  const position = word === undefined ? {} : { offset: word.offset, length: word.length };
  return {
    kind: 'error',
    error: { code, message, ...position, ...(replacement === undefined ? {} : { replacement }) },
    words,
  };
}

function all(texts: readonly string[], meaning: Meaning): readonly (readonly [string, Meaning])[] {
  return texts.map((text) => [text.toLowerCase(), meaning] as const);
}

function entries<K extends DoseUnitName | RouteName | FrequencyName | TimingName, V>(
  table: Readonly<Record<K, V>>,
): readonly (readonly [K, V])[] {
  return Object.entries(table) as unknown as readonly (readonly [K, V])[];
}
