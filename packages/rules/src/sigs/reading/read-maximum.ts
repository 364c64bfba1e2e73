// Owns the reading of the most that may be taken in a day.
import { readAmount, type UnitOf } from './read-amounts.ts';
import { failed, type Token } from './tokens.ts';
import { textOf, type Word } from './words.ts';

const MAXIMUM =
  /^(?:- )?(?:max(?:imum)?|nte|limit(?: to)?|not to exceed|no more than|at most|do not exceed|don't exceed|(?:do not|don't) (?:take|use) more than|not more than)(?: daily)?(?: dose)?(?: of)? (\S+)(?: ([a-z]+(?: [a-z]+)?))?(?: (?:\/|per|a|in|in a|each|every|within|total|any))* (?:24 (?:hours|hrs?|h)|day|d|daily)(?= |$)/;
const A_DAY = /^(?:max|maximum|\/|per|an?|in|each|every|within|total|any|24|hours|hrs?|h|day|d|daily)$/;
/** "6 per day max", "8/24h maximum": the word stands behind. */
const MAXIMUM_BEHIND =
  /^(\S+)(?: ([a-z]+))? (?:\/|per|a|in) ?(?:24 (?:hours|hrs?|h)|day|d) max(?:imum)?(?= |$)/;
const MAXIMUM_NAMED =
  /^max(?:imum)? (?:daily|24 hour|24 hr) (?:dose|amount)(?: is| of)? (\S+)(?: ([a-z]+))?(?= |$)/;

/** What is said here of the most in a day; undefined where it is something else. */
export function readMaximum(
  words: readonly Word[],
  at: number,
  ahead: string,
  unitOf: UnitOf,
): Token | undefined {
  const match = MAXIMUM_NAMED.exec(ahead) ?? MAXIMUM.exec(ahead) ?? MAXIMUM_BEHIND.exec(ahead);
  return match === null
    ? undefined
    : maximumIn(words.slice(at, at + match[0].split(' ').length), match, unitOf);
}

function maximumIn(span: readonly Word[], match: RegExpExecArray, unitOf: UnitOf): Token {
  const at = span.findIndex(({ text }) => text === match[1]);
  const amount = readAmount(span, at, unitOf);
  if (amount === undefined || amount.kind === 'error')
    return failed('DECIMAL', 'The daily maximum is a plain number such as 8.', span);
  if (amount.kind !== 'amount' || amount.max !== undefined)
    return failed('UNKNOWN_WORD', `"${textOf(span)}" is not understood.`, span);
  if (amount.unit === undefined && /^doses?$/.test(span[at + amount.words]?.text ?? ''))
    return { kind: 'maxPerDay', amount: amount.amount, doses: true, words: span.length };
  // "4000 mg acetaminophen per day" counts one ingredient of several: what is not understood of it is not left out.
  if (!span.slice(at + amount.words).every(({ text }) => A_DAY.test(text)))
    return failed('UNKNOWN_WORD', `"${textOf(span)}" is not understood.`, span);
  return {
    kind: 'maxPerDay',
    amount: amount.amount,
    ...(amount.unit === undefined ? {} : { unit: amount.unit }),
    words: span.length,
  };
}
