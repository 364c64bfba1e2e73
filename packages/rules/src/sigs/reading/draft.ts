// Owns directions while they are read: tokens into doses, times and steps, and what contradicts what was said before.

import type { PeriodUnit, SigDose, SigError, SigFrequency, StructuredSig } from '../sig-model.ts';
import {
  type Action,
  type DirectedBy,
  type DoseUnitName,
  type Moment,
  type RouteName,
  type TimingName,
  type Weekday,
} from '../sig-words.ts';
import { errorAt, type Token } from './tokens.ts';
import type { Word } from './words.ts';

/** One dose as far as it was said. */
export type PartDraft = {
  amount?: { readonly amount: string; readonly max?: string };
  unit?: DoseUnitName;
  mass?: NonNullable<SigDose['mass']>;
  /** Where the amount stands. */
  words?: readonly Word[];
  frequency?: SigFrequency;
  minutes?: number;
  count?: number;
  moments?: readonly Moment[];
  weekdays?: { readonly value: readonly Weekday[]; readonly weekly: boolean };
  times?: readonly string[];
  timing?: { readonly value: TimingName; readonly minutes?: number };
};
/** One step. */
export type PhaseDraft = {
  parts: PartDraft[];
  duration?: { readonly value: number; readonly unit: PeriodUnit; readonly upTo?: true };
  days?: { readonly from: number; readonly to: number };
};
/** Everything that was said. */
export type SigDraft = {
  readonly phases: PhaseDraft[];
  readonly errors: SigError[];
  readonly advice: string[];
  action?: Action;
  route?: RouteName;
  site?: NonNullable<StructuredSig['site']>;
  asNeeded?: readonly Word[];
  reason?: string;
  purpose?: string;
  directed?: DirectedBy;
  maxPerDay?: { readonly amount: string; readonly unit?: DoseUnitName };
  maximumWords?: readonly Word[];
  /** Something stood between the last dose and what comes: a new one may begin. */
  joined: boolean;
  stopped: boolean;
};

/** Nothing said yet. */
export function emptyDraft(): SigDraft {
  return { phases: [{ parts: [{}] }], errors: [], advice: [], joined: false, stopped: false };
}

/** The words of a token that has a meaning of its own. */
type Kept = Exclude<Token, { kind: 'error' | 'asNeeded' | 'purpose' | 'advice' }>;

/** Keeps one token, or says what it contradicts. */
export function keep(draft: SigDraft, token: Kept, words: readonly Word[]): void {
  const phase = lastOf(draft.phases);
  const part = lastOf(phase.parts);
  const joined = draft.joined || /[,;.]/.test(words[0]?.before ?? '');
  const twice = (what: string): void => {
    draft.errors.push(errorAt('SAID_TWICE', `The ${what} is there twice.`, words));
  };
  const set = <T extends object, K extends keyof T>(target: T, key: K, value: T[K], what: string): void => {
    if (target[key] === undefined) target[key] = value;
    else if (JSON.stringify(target[key]) !== JSON.stringify(value)) twice(what);
  };
  draft.joined =
    token.kind === 'and' ||
    token.kind === 'then' ||
    token.kind === 'action' ||
    (token.kind === 'filler' && draft.joined);
  switch (token.kind) {
    case 'action':
      return set(draft, 'action', token.value, 'verb');
    case 'route':
      // Where it is put on says more than that it is put on.
      if (draft.route === 'topical' && (token.value === 'scalp' || token.value === 'transdermal'))
        draft.route = token.value;
      return set(draft, 'route', token.value, 'route');
    case 'site':
      return set(draft, 'site', token.value, 'place on the body');
    case 'amount':
      return keepAmount(draft, token, words, joined, twice);
    case 'unit':
      if (part.amount === undefined)
        draft.errors.push(errorAt('DOSE_MISSING', 'The dose comes before its unit.', words));
      else set(part, 'unit', token.value, 'unit');
      return;
    case 'mass':
      return set(part, 'mass', token.value, 'mass');
    case 'minutes':
    case 'count':
    case 'frequency':
    case 'moments':
    case 'weekdays':
    case 'times':
    case 'timing':
      return keepTime(draft, token, words, joined, { set, twice });
    case 'duration':
      return set(
        phase,
        'duration',
        { value: token.value, unit: token.unit, ...(token.upTo === true ? { upTo: true as const } : {}) },
        'duration',
      );
    case 'days':
      return keepDays(draft, { from: token.from, to: token.to });
    case 'directed':
    case 'maxPerDay':
      return keepRest(draft, token, words, set);
    case 'then':
      draft.phases.push({ parts: [{}] });
      return;
    case 'stop':
      draft.stopped = true;
      return;
    case 'and':
    case 'filler':
      return;
    default:
      return never(token);
  }
}

function keepRest(
  draft: SigDraft,
  token: Extract<Token, { kind: 'directed' | 'maxPerDay' }>,
  words: readonly Word[],
  set: Keeper['set'],
): void {
  if (token.kind === 'maxPerDay') {
    draft.maximumWords ??= words;
    const { amount, unit } = token;
    set(draft, 'maxPerDay', { amount, ...(unit === undefined ? {} : { unit }) }, 'daily maximum');
  } else if (token.by !== undefined) set(draft, 'directed', token.by, 'source');
  else
    draft.errors.push(
      errorAt('DIRECTED_BY_WHOM', 'Directed by whom? The patient must find it.', words, {
        choices: ['as directed on the package', 'as directed by your prescriber'],
      }),
    );
}

type TimeToken = Extract<
  Token,
  { kind: 'minutes' | 'count' | 'frequency' | 'moments' | 'weekdays' | 'times' | 'timing' }
>;
type Keeper = {
  readonly set: <T extends object, K extends keyof T>(target: T, key: K, value: T[K], what: string) => void;
  readonly twice: (what: string) => void;
};

function keepTime(
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
      return set(part, 'count', token.value, 'number of doses');
    case 'frequency':
      return part.minutes === undefined
        ? set(part, 'frequency', token.value, 'frequency')
        : twice('frequency');
    case 'moments':
      return keepMoments(part, token.value, twice);
    case 'weekdays':
      return set(part, 'weekdays', { value: token.value, weekly: token.weekly }, 'weekday');
    case 'times':
      if (!token.at && part.amount === undefined)
        draft.errors.push(
          errorAt('AMBIGUOUS', 'Is this a dose or a time? Write "1 tab" or "at 1 PM".', words),
        );
      else set(part, 'times', token.value, 'time');
      return;
    case 'timing':
      // "… and one every evening. Take with meals": said of every dose.
      if (joined && phase.parts.length > 1) {
        const timing = {
          value: token.value,
          ...(token.minutes === undefined ? {} : { minutes: token.minutes }),
        };
        for (const one of phase.parts) one.timing ??= timing;
        return;
      }
      return set(
        part,
        'timing',
        { value: token.value, ...(token.minutes === undefined ? {} : { minutes: token.minutes }) },
        'time',
      );
    default:
      return token satisfies never;
  }
}

function keepAmount(
  draft: SigDraft,
  token: Extract<Token, { kind: 'amount' }>,
  words: readonly Word[],
  joined: boolean,
  twice: (what: string) => void,
): void {
  const phase = lastOf(draft.phases);
  const part = lastOf(phase.parts);
  const amount = { amount: token.amount, ...(token.max === undefined ? {} : { max: token.max }) };
  const said: PartDraft = {
    amount,
    ...(token.unit === undefined ? {} : { unit: token.unit }),
    ...(token.mass === undefined ? {} : { mass: token.mass }),
    words,
  };
  if (part.amount === undefined) {
    Object.assign(part, said);
    return;
  }
  const same =
    JSON.stringify(part.amount) === JSON.stringify(amount) &&
    (token.unit === undefined || token.unit === (part.unit ?? token.unit));
  const massUnit = token.unit === 'milligram' || token.unit === 'microgram' ? token.unit : undefined;
  if (
    massUnit !== undefined &&
    part.unit !== undefined &&
    !['milligram', 'microgram', 'gram'].includes(part.unit)
  ) {
    // "1 tablet 40 mg": of more than one nobody knows whether each or all have it.
    if (part.amount.amount === '1' && part.amount.max === undefined && part.mass === undefined) {
      part.mass = { ...amount, unit: massUnit };
      return;
    }
    draft.errors.push(
      errorAt('AMBIGUOUS', 'Is this the mass of each, or of all together? Write "(… mg total)".', words),
    );
    return;
  }
  if (same && (!hasTime(part) || !joined)) {
    if (token.unit !== undefined) part.unit = token.unit;
    return;
  }
  if (!joined || !hasTime(part)) return twice('dose');
  if (phase.duration !== undefined) {
    draft.errors.push(errorAt('STEPS_UNCLEAR', 'Is this the next step? Write "then" before it.', words));
    return;
  }
  phase.parts.push(said);
}

/** "at night at bedtime" is one time; "in the morning at bedtime" is none. */
function keepMoments(part: PartDraft, value: readonly Moment[], twice: (what: string) => void): void {
  const both = new Set([...(part.moments ?? []), ...value]);
  if (part.moments === undefined || both.size === value.length) part.moments = value;
  else if (both.size === 2 && both.has('night') && both.has('bedtime')) part.moments = ['bedtime'];
  else if (both.size !== part.moments.length) twice('time');
}

function keepDays(draft: SigDraft, days: { readonly from: number; readonly to: number }): void {
  const phase = lastOf(draft.phases);
  // "Day 1: 2 tablets. Days 2 to 5: 1 tablet": the days begin the step.
  if (phase.days !== undefined) draft.phases.push({ parts: [{}], days });
  else phase.days = days;
}

/** How often, when, or on which days was said. */
export function hasTime(part: PartDraft): boolean {
  return (
    part.frequency !== undefined ||
    part.minutes !== undefined ||
    part.moments !== undefined ||
    part.weekdays !== undefined ||
    part.times !== undefined
  );
}

/** The last of what is never empty. */
export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new RangeError('Nothing is there.');
  return last;
}

function never(token: never): never {
  throw new TypeError(`Unexpected token ${JSON.stringify(token)}.`);
}
