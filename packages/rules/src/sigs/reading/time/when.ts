// Owns what was said of time, made one: how often with times of day, weekdays and the clock, or what contradicts what.

import type { SigError, SigFrequency, SigPart } from '../../sig-model.ts';
import { FREQUENCIES, type Moment, type TimingName } from '../../sig-words.ts';
import { hasTime, type PartDraft } from '../parts.ts';
import { errorAt } from '../tokens.ts';
import { textOf } from '../words.ts';
import { timesIn } from './read-when.ts';

/** When a dose is taken. */
export type When = Omit<SigPart, 'dose' | 'timing' | 'timingMinutes'>;

/** How often, where only a meal was said. */
const MEALS: Partial<Record<TimingName, string>> = {
  emptyStomachBeforeBreakfast: 'once daily',
  beforeBreakfast: 'once daily',
  withBreakfast: 'once daily',
  afterBreakfast: 'once daily',
  beforeLunch: 'once daily',
  withLunch: 'once daily',
  afterLunch: 'once daily',
  beforeDinner: 'once daily',
  withDinner: 'once daily',
  afterDinner: 'once daily',
  beforeBreakfastAndDinner: 'twice daily',
  withBreakfastAndDinner: 'twice daily',
  beforeMeals: '3 times daily',
  withMeals: '3 times daily',
  afterMeals: '3 times daily',
  mealsAndBedtime: '4 times daily',
  beforeMealsAndBedtime: '4 times daily',
};
/** The hours in which a time of day lies. */
const HOURS_OF: Readonly<Record<Moment, readonly [from: number, to: number]>> = {
  morning: [4, 11],
  noon: [11, 13],
  afternoon: [12, 18],
  evening: [16, 23],
  night: [18, 23],
  bedtime: [18, 23],
};
const NAMED_MOMENTS: Readonly<Record<string, 'morning' | 'evening' | 'bedtime' | 'morningAndEvening'>> = {
  morning: 'morning',
  evening: 'evening',
  bedtime: 'bedtime',
  'morning,evening': 'morningAndEvening',
};

/** What was said of time, or what is wrong with it. */
export function whenOf(
  part: PartDraft,
  isStep: boolean,
): { readonly ok: true; readonly when: When } | { readonly ok: false; readonly error: SigError } {
  if (!hasTime(part)) return { ok: false, error: missing(part, isStep) };
  if (part.minutes !== undefined || part.count !== undefined) return counted(part);
  const { moments, times, weekdays } = part;
  let { frequency } = part;
  let moment: Moment | undefined;
  let clock = times;
  if (weekdays !== undefined) {
    const week = timesAWeek(frequency);
    const single = weekdays.value.length === 1;
    if (frequency === undefined && !weekdays.weekly)
      return wrong('FREQUENCY_MISSING', 'Every week, or one time only?', ['weekly', 'one time only']);
    if (week !== undefined) {
      if (week !== weekdays.value.length) return contradiction();
      frequency = undefined;
    } else if (frequency !== undefined && perDay(frequency) === undefined) return contradiction();
    else if (single && !weekdays.weekly && perDay(frequency) === 1) return contradiction();
  }
  const daily = frequency === undefined ? undefined : perDay(frequency);
  if (moments !== undefined) {
    const [only] = moments;
    if (clock !== undefined && moments.length === 1 && clock.length === 1 && only !== undefined) {
      const hour = Number(clock[0]?.slice(0, 2));
      const [from, to] = HOURS_OF[only];
      if (hour < from || hour > to) return contradiction();
      frequency ??= { kind: 'named', name: 'daily' };
    } else if (frequency === undefined || daily === moments.length) frequency = momentsIn(moments);
    else if (isSparse(frequency) && moments.length === 1) moment = only;
    else return contradiction();
  }
  if (clock !== undefined) {
    const count =
      frequency === undefined ? undefined : (perDay(frequency) ?? (isSparse(frequency) ? 1 : undefined));
    if (frequency === undefined) {
      frequency = timesIn(clock.length, 'day');
      if (frequency === undefined) return contradiction();
    } else if (count !== clock.length && !isEvenly(frequency, clock)) return contradiction();
    else if (moments !== undefined && clock.length > 1) clock = times;
    if (moments !== undefined && clock !== undefined && clock.length > 1)
      frequency = timesIn(clock.length, 'day') ?? frequency;
  }
  frequency ??= { kind: 'named', name: 'daily' };
  if (!mealsFit(part.timing?.value, perDay(frequency))) return contradiction();
  return {
    ok: true,
    when: {
      frequency,
      ...(weekdays === undefined ? {} : { weekdays: weekdays.value }),
      ...(clock === undefined ? {} : { times: clock }),
      ...(moment === undefined ? {} : { moment }),
    },
  };
}

/** "Twice daily with breakfast" says two things; "twice daily with meals" does not. */
function mealsFit(timing: TimingName | undefined, times: number | undefined): boolean {
  const often = timing === undefined ? undefined : MEALS[timing];
  if (often === undefined || times === undefined || often.startsWith('3')) return true;
  return times === { 'once daily': 1, 'twice daily': 2, '4 times daily': 4 }[often];
}

/** "Every 12 hours at 8 AM and 8 PM": the clock says the same. */
function isEvenly(frequency: SigFrequency, clock: readonly string[]): boolean {
  if (frequency.kind !== 'every' || frequency.hoursMax !== undefined) return false;
  const minutes = clock.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const next = [...minutes.slice(1), (minutes[0] ?? 0) + 24 * 60];
  return minutes.every((minute, index) => (next[index] ?? 0) - minute === frequency.hours * 60);
}

/** Times of day by their name where they have one. */
export function momentsIn(moments: readonly Moment[]): SigFrequency {
  const name = NAMED_MOMENTS[moments.join(',')];
  return name === undefined ? { kind: 'moments', moments } : { kind: 'named', name };
}

/** The times of day of a frequency; undefined where it is none of them. */
export function momentsOf(frequency: SigFrequency): readonly Moment[] | undefined {
  if (frequency.kind === 'moments') return frequency.moments;
  if (frequency.kind !== 'named') return undefined;
  const found = Object.entries(NAMED_MOMENTS).find(([, name]) => name === frequency.name)?.[0];
  return found?.split(',') as readonly Moment[] | undefined;
}

/** So many times on each day; undefined for what is not counted so. */
function perDay(frequency: SigFrequency | undefined): number | undefined {
  if (frequency === undefined) return undefined;
  if (frequency.kind === 'moments') return frequency.moments.length;
  if (frequency.kind === 'every' && frequency.hours === 24 && frequency.hoursMax === undefined) return 1;
  if (frequency.kind !== 'named') return undefined;
  const times = FREQUENCIES[frequency.name].perDay;
  return times !== null && times >= 1 ? times : undefined;
}

function timesAWeek(frequency: SigFrequency | undefined): number | undefined {
  if (frequency?.kind === 'interval' && frequency.unit === 'day' && frequency.count === 7) return 1;
  if (frequency?.kind === 'times')
    return frequency.per === 'week' && frequency.timesMax === undefined && frequency.upTo === undefined
      ? frequency.times
      : undefined;
  if (frequency?.kind !== 'named') return undefined;
  return { weekly: 1, twiceWeekly: 2, threeTimesWeekly: 3 }[frequency.name as string];
}

/** "1 tablet daily, 2 tablets on Sunday" is 2 on Sunday for most people, and 3 for others. */
export function isOnNamedDaysToo(parts: readonly SigPart[]): boolean {
  return parts.some(({ weekdays = [] }) =>
    parts.some(
      ({ weekdays: others }) =>
        weekdays.length > 0 &&
        others?.join() !== weekdays.join() &&
        (others ?? weekdays).some((day) => weekdays.includes(day)),
    ),
  );
}

/** Less often than daily: then one time of day or of the clock may be said with it. */
function isSparse(frequency: SigFrequency): boolean {
  if (frequency.kind === 'interval') return true;
  if (frequency.kind === 'times') return frequency.per !== 'day';
  if (frequency.kind !== 'named') return false;
  const times = FREQUENCIES[frequency.name].perDay;
  return times === null || times < 1;
}

/** "Every 5 minutes, at most 3 doses", "every 2 hours, at most 2 doses": so many doses and no more. */
function counted({
  minutes,
  count,
  bareCount,
  countFirst,
  limitCount,
  frequency,
  moments,
  weekdays,
  times,
}: PartDraft): ReturnType<typeof whenOf> {
  if (minutes === undefined && bareCount !== undefined && frequency !== undefined)
    return {
      ok: false,
      error: errorAt('AMBIGUOUS', `"${textOf(bareCount)}" of what: days, or doses?`, bareCount, {
        choices: countFirst === true ? [] : countedIn(frequency).map((what) => `for ${count} ${what}`),
      }),
    };
  if (minutes === undefined && limitCount !== undefined)
    return {
      ok: false,
      error: errorAt('AMBIGUOUS', `"${textOf(limitCount)}": in a day, or in all?`, limitCount, {
        choices: [`max ${count} doses per day`, `at most ${count} doses`],
      }),
    };
  const hours =
    frequency?.kind === 'every' && frequency.hoursMax === undefined ? frequency.hours * 60 : undefined;
  const between = minutes ?? hours;
  if (
    (minutes !== undefined && frequency !== undefined) ||
    moments !== undefined ||
    weekdays !== undefined ||
    times !== undefined ||
    between === undefined
  )
    return contradiction();
  if (count === undefined)
    return wrong(
      'FREQUENCY_MISSING',
      'How many doses at most is missing, as in "every 5 minutes x 3 doses".',
    );
  return { ok: true, when: { frequency: { kind: 'minutes', minutes: between, doses: count } } };
}

/** What "x 4" may count behind how often: "weekly x 4" is no 4 days. */
function countedIn(frequency: SigFrequency): readonly string[] {
  if (frequency.kind === 'every') return ['days', 'doses'];
  const times = frequency.kind === 'named' ? FREQUENCIES[frequency.name].perDay : undefined;
  if (frequency.kind === 'moments' || (times !== undefined && times !== null && times >= 1)) return ['days'];
  if (frequency.kind === 'times') return [`${frequency.per}s`];
  if (frequency.kind === 'named' && /weekly/i.test(frequency.name)) return ['weeks'];
  return frequency.kind === 'named' && frequency.name === 'monthly' ? ['months'] : [];
}

function missing(part: PartDraft, isStep: boolean): SigError {
  const meals = part.timing === undefined ? undefined : MEALS[part.timing.value];
  // "4 tabs x 2 days, then 3 tabs x 2 days" is daily, as a rule.
  const often = meals ?? (isStep ? 'once daily' : undefined);
  const better = often === undefined ? {} : { choices: [often] };
  return errorAt('FREQUENCY_MISSING', 'How often is missing, as in "bid" or "every 8 hours".', [], better);
}

function contradiction(): ReturnType<typeof whenOf> {
  return wrong('CONTRADICTS_ITSELF', 'How often and when contradict each other: write one of them.');
}

function wrong(
  code: SigError['code'],
  message: string,
  choices?: readonly string[],
): ReturnType<typeof whenOf> {
  return { ok: false, error: errorAt(code, message, [], { choices }) };
}
