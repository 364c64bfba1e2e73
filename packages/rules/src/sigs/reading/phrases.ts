// Owns the phrases of the tables: which words mean what, the longest first.

import {
  ACTIONS,
  actionWords,
  DOSE_UNITS,
  type DoseUnitName,
  FREQUENCIES,
  ROUTES,
  TIMINGS,
} from '../sig-words.ts';
import type { Meaning, Token } from './tokens.ts';
import { phraseKey, textOf, type Word } from './words.ts';

/** The longest phrase of the tables has fewer words. */
const PHRASE_WORDS_MAX = 8;
/** What each phrase means, as its words are compared. */
export const PHRASES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...ACTIONS.flatMap((value) => keyed([actionWords(value)], { kind: 'action', value })),
  ...keyed(['give', 'administer'], { kind: 'give' }),
  ...keyed(['put'], { kind: 'action', value: 'place' }),
  ...keyed(['inj', 'inject contents of', 'inject the contents of'], { kind: 'action', value: 'inject' }),
  ...keyed(['inhale contents of', 'inhale the contents of'], { kind: 'action', value: 'inhale' }),
  ...keyed(['instil'], { kind: 'action', value: 'instill' }),
  ...keyed(['suck', 'suck on', 'let dissolve', 'dissolve slowly', 'dissolved slowly'], {
    kind: 'action',
    value: 'dissolve',
  }),
  ...keyed(['chew and swallow', 'chewed'], { kind: 'action', value: 'chew' }),
  ...entries(DOSE_UNITS).flatMap(([value, { one, many, typed }]) =>
    keyed(
      [one, many, ...typed],
      'uncounted' in DOSE_UNITS[value]
        ? { kind: 'amount', amount: '1', unit: value }
        : { kind: 'unit', value },
    ),
  ),
  ...entries(ROUTES).flatMap(([value, { words, typed }]) =>
    keyed([words, ...typed], { kind: 'route', value }),
  ),
  ...entries(FREQUENCIES).flatMap(([name, { words, typed }]) =>
    keyed([words, ...typed], { kind: 'frequency', value: { kind: 'named', name } }),
  ),
  ...keyed(['every hour', 'hourly', 'q 1 h'], { kind: 'frequency', value: { kind: 'every', hours: 1 } }),
  ...entries({ 3: ['third', '3 rd'], 4: ['fourth', '4 th'] }).flatMap(([count, named]) =>
    keyed(
      named.map((one) => `every ${one} day`),
      { kind: 'frequency', value: { kind: 'interval', count: Number(count), unit: 'day' } },
    ),
  ),
  ...entries(TIMINGS).flatMap(([value, { words, typed }]) =>
    keyed([words, ...typed], { kind: 'timing', value }),
  ),
  ...keyed(
    [
      'prn',
      'as needed',
      'if needed',
      'when needed',
      'as required',
      'if necessary',
      'when necessary',
      'only as needed',
      'only if needed',
      'only when needed',
      'as needed only',
      'prn for',
      'as needed for',
      'if needed for',
      'when needed for',
      'at onset of',
      'at the onset of',
      'at first sign of',
      'at the first sign of',
    ],
    { kind: 'asNeeded' },
  ),
  ...keyed(
    [
      'then',
      'and then',
      'followed by',
      'and then take',
      'after that',
      ...['increase', 'decrease', 'reduce', 'go up', 'go down'].flatMap((verb) =>
        ['to', 'dose to', 'the dose to'].map((to) => `then ${verb} ${to}`),
      ),
    ],
    {
      kind: 'then',
    },
  ),
  ...keyed(['thereafter'], { kind: 'then', behind: true }),
  ...keyed(['then stop', 'and then stop', 'then discontinue', 'and stop', 'and then discontinue'], {
    kind: 'stop',
  }),
  ...keyed(['and', 'and take', 'plus', 'and also', 'and use', 'and inject'], { kind: 'and' }),
  ...keyed(
    [
      'please',
      'all at once',
      'and spit',
      'and spit out',
      'mix',
      'cream',
      'ointment',
      'gel',
      'lotion',
      'of cream',
      'of ointment',
      'of gel',
      'of lotion',
      'of the ointment',
      'of the cream',
      ...['in', 'to', 'inside', 'into', 'inside of'].flatMap((where) =>
        ['lower eyelid', 'lower lid', 'the lower eyelid', 'the lower lid']
          .flatMap((lid) => [lid, `${lid} of`])
          .map((lid) => `${where} ${lid}`),
      ),
    ],
    { kind: 'filler' },
  ),
]);

/** The longest phrase that begins at a word. */
export function readPhrase(words: readonly Word[], at: number): Token | undefined {
  for (let count = Math.min(PHRASE_WORDS_MAX, words.length - at); count > 0; count -= 1) {
    const meaning = PHRASES.get(textOf(words.slice(at, at + count)));
    if (meaning !== undefined) return { ...meaning, words: count };
  }
  return undefined;
}

/** The unit of a dose that stands at a word. */
export function unitAt(
  words: readonly Word[],
  at: number,
): { unit: DoseUnitName; words: number } | undefined {
  const token = readPhrase(words, at);
  return token?.kind === 'unit' ? { unit: token.value, words: token.words } : undefined;
}

function keyed(texts: readonly string[], meaning: Meaning): readonly (readonly [string, Meaning])[] {
  return texts.map((text) => [phraseKey(text), meaning] as const);
}

function entries<K extends string, V>(table: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(table) as unknown as readonly (readonly [K, V])[];
}
