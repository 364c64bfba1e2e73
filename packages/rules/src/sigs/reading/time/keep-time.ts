// Owns keeping what is said of time: how often, at which time of day, on which days, beside which meal, or that it contradicts what was said before.
import type { SigFrequency } from '../../sig-model.ts';
import { FREQUENCIES, type Moment, WEEKDAYS } from '../../sig-words.ts';
import { hasTime, lastOf, type PartDraft, type SigDraft } from '../parts.ts';
import { errorAt, type Token } from '../tokens.ts';
import type { Word } from '../words.ts';

type TimeToken = Extract<
  Token,
  { kind: 'minutes' | 'count' | 'frequency' | 'moments' | 'weekdays' | 'otherDays' | 'times' | 'timing' }
>;
/** How something is kept once, or refused as said twice. */
export type Keeper = {
  readonly set: <T extends object, K extends keyof T>(target: T, key: K, value: T[K], what: string) => void;
  readonly twice: (what: string) => void;
};

/** Keeps one thing that was said of time. */
export function keepTime(
  draft: SigDraft,
  token: TimeToken,
  words: readonly Word[],
  joined: boolean,
  { set, twice }: Keeper,
): void {
  const phase = lastOf(draft.phases);
  const part = lastOf(phase.parts);
  switch (token.kind) {
    case 'minutes':
      return set(part, 'minutes', token.value, 'frequency');
    case 'count':
      if (token.bare === true) {
        part.bareCount = words;
        if (!hasTime(part)) part.countFirst = true;
      }
      if (token.limit === true) part.limitCount = words;
      return set(part, 'count', token.value, 'number of doses');
    case 'frequency':
      if (part.minutes !== undefined) return twice('frequency');
      // "BID q12h": every 12 hours is the more exact of the two.
      if (part.frequency !== undefined && isEvenly(part.frequency, token.value)) part.frequency = token.value;
      if (part.frequency !== undefined && isEvenly(token.value, part.frequency)) return;
      return set(part, 'frequency', token.value, 'frequency');
    case 'moments':
      return keepMoments(part, token.value, twice);
    case 'weekdays':
      return set(part, 'weekdays', { value: token.value, weekly: token.weekly }, 'weekday');
    case 'otherDays':
      return keepOtherDays(draft, words);
    case 'times':
      if (!token.at && part.amount === undefined)
        draft.errors.push(
          errorAt('AMBIGUOUS', 'Is this a dose or a time? Write "1 tab" or "at 1 PM".', words),
        );
      else set(part, 'times', token.value, 'time');
      return;
    case 'timing':
      return keepTiming(draft, token, joined, set);
    default:
      return token satisfies never;
  }
}

/** Whether so many times a day are every so many hours. */
function isEvenly(named: SigFrequency, every: SigFrequency): boolean {
  return (
    named.kind === 'named' &&
    /TimesDaily$|^twiceDaily$/.test(named.name) &&
    every.kind === 'every' &&
    every.hoursMax === undefined &&
    (FREQUENCIES[named.name].perDay ?? 0) * every.hours === 24
  );
}

/** "5 mg Mon Wed Fri, 2.5 mg other days": those that were not named. */
function keepOtherDays(draft: SigDraft, words: readonly Word[]): void {
  const { parts } = lastOf(draft.phases);
  const named = new Set(parts.flatMap(({ weekdays }) => weekdays?.value ?? []));
  const part = lastOf(parts);
  if (named.size === 0 || named.size === WEEKDAYS.length || part.weekdays !== undefined)
    draft.errors.push(errorAt('AMBIGUOUS', 'Other days than which? Name the days.', words));
  else {
    // "2 tabs Monday, 1 tab the other days" is said of every week.
    for (const one of parts) if (one.weekdays !== undefined) one.weekdays = { ...one.weekdays, weekly: true };
    part.weekdays = { value: WEEKDAYS.filter((day) => !named.has(day)), weekly: true };
  }
}

const WATER = 'Take it with a full glass of water';

function keepTiming(
  draft: SigDraft,
  { value, minutes }: Extract<Token, { kind: 'timing' }>,
  joined: boolean,
  set: Keeper['set'],
): void {
  const { parts } = lastOf(draft.phases);
  const part = lastOf(parts);
  const timing = { value, ...(minutes === undefined ? {} : { minutes }) };
  // "… and one every evening. Take with meals": said of every dose.
  if (joined && parts.length > 1) {
    for (const one of parts) one.timing ??= timing;
    return;
  }
  const said = part.timing;
  const both = [said?.value, value];
  if (both.includes('emptyStomach') && both.includes('beforeBreakfast')) {
    const early = said?.minutes ?? minutes;
    part.timing = {
      value: 'emptyStomachBeforeBreakfast',
      ...(early === undefined ? {} : { minutes: early }),
    };
  } else if (said !== undefined && said.value !== value && both.includes('water')) {
    // What it is swallowed with is said beside when it is taken.
    if (said.value === 'water') part.timing = timing;
    if (!draft.advice.includes(WATER)) draft.advice.push(WATER);
  } else set(part, 'timing', timing, 'time');
}

/** "at night at bedtime" is one time; "in the morning at bedtime" is none. */
function keepMoments(part: PartDraft, value: readonly Moment[], twice: (what: string) => void): void {
  const both = new Set([...(part.moments ?? []), ...value]);
  if (part.moments === undefined || both.size === value.length) part.moments = value;
  else if (both.size === 2 && both.has('night') && both.has('bedtime')) part.moments = ['bedtime'];
  else if (both.size !== part.moments.length) twice('time');
}
