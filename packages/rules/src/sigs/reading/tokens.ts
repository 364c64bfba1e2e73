// Owns what a piece of directions can mean, and how something that is wrong with one is said.

import type { SigDose, SigError, SigFrequency, SigSite } from '../sig-model.ts';
import type {
  Action,
  DirectedBy,
  DoseUnitName,
  Moment,
  RouteName,
  TimingName,
  Weekday,
} from '../sig-words.ts';
import type { Word } from './words.ts';

/** One thing understood, without its length. */
export type Meaning =
  | { readonly kind: 'action'; readonly value: Action }
  | {
      readonly kind: 'amount';
      readonly amount: string;
      readonly max?: string;
      readonly unit?: DoseUnitName;
      readonly mass?: NonNullable<SigDose['mass']>;
    }
  | { readonly kind: 'unit'; readonly value: DoseUnitName }
  | { readonly kind: 'mass'; readonly value: NonNullable<SigDose['mass']>; readonly total: boolean }
  | { readonly kind: 'route'; readonly value: RouteName }
  | {
      readonly kind: 'site';
      readonly value: SigSite;
      /** "Each knee": both, and the dose is for one. */
      readonly each?: true;
    }
  | { readonly kind: 'frequency'; readonly value: SigFrequency }
  | { readonly kind: 'minutes'; readonly value: number }
  /** `bare`: "x 7", doses or days; `limit`: "max 4 doses", in all or in a day. */
  | { readonly kind: 'count'; readonly value: number; readonly bare?: true; readonly limit?: true }
  | { readonly kind: 'moments'; readonly value: readonly Moment[] }
  | { readonly kind: 'otherDays' }
  | { readonly kind: 'weekdays'; readonly value: readonly Weekday[]; readonly weekly: boolean }
  | { readonly kind: 'times'; readonly value: readonly string[]; readonly at: boolean }
  | { readonly kind: 'timing'; readonly value: TimingName; readonly minutes?: number }
  | {
      readonly kind: 'duration';
      readonly value: number;
      readonly unit: 'day' | 'week' | 'month';
      readonly upTo?: true;
    }
  | { readonly kind: 'days'; readonly from: number; readonly to: number }
  | { readonly kind: 'asNeeded' }
  | { readonly kind: 'purpose' }
  | { readonly kind: 'directed'; readonly by?: DirectedBy }
  | {
      readonly kind: 'maxPerDay';
      readonly amount: string;
      readonly unit?: DoseUnitName;
      readonly doses?: true;
    }
  | { readonly kind: 'advice' }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'give' }
  /** `behind`: it may also end a step that began with "then", as "thereafter" does. */
  | { readonly kind: 'then'; readonly behind?: true }
  | { readonly kind: 'stop' }
  | { readonly kind: 'and' }
  | { readonly kind: 'filler' }
  | { readonly kind: 'error'; readonly error: SigError };

/** One thing understood, and how many words it took. */
export type Token = Meaning & { readonly words: number };

/** Something wrong at a run of words. */
export function failed(
  code: SigError['code'],
  message: string,
  words: readonly Word[],
  better: {
    readonly replacement?: string | undefined;
    readonly choices?: readonly string[] | undefined;
  } = {},
): Extract<Token, { kind: 'error' }> {
  return { kind: 'error', error: errorAt(code, message, words, better), words: words.length };
}

/** The error itself; without words it is about something that is missing. */
export function errorAt(
  code: SigError['code'],
  message: string,
  words: readonly Word[],
  {
    replacement,
    choices,
  }: { readonly replacement?: string | undefined; readonly choices?: readonly string[] | undefined } = {},
): SigError {
  const [first] = words;
  const last = words.at(-1);
  return {
    code,
    message,
    ...(first === undefined || last === undefined
      ? {}
      : { offset: first.offset, length: last.offset + last.length - first.offset }),
    ...(replacement === undefined ? {} : { replacement }),
    ...(choices === undefined || choices.length === 0 ? {} : { choices }),
  };
}

/** Reads what begins the text; undefined where it is something else. */
export type Pattern = (ahead: string, words: readonly Word[]) => Token | undefined;
/** Behind a whole word. */
export const END = '(?= |$)';

/** How many words were matched. */
export function wordsOf(match: RegExpExecArray): number {
  return wordCount(match[0].trim());
}

/** How many words a text of words has. */
export function wordCount(text: string): number {
  return text.split(' ').length;
}
