// Owns the reading of time: how often, at which time of day, on which days, by which clock, for how long.

import { type PeriodUnit, SIG_BOUNDS, type SigFrequency } from '../../sig-model.ts';
import type { FrequencyName, Moment } from '../../sig-words.ts';
import { END, failed, type Pattern, type Token, wordCount, wordsOf } from '../tokens.ts';
import { textOf, type Word } from '../words.ts';
import { clock, moments, weekdays } from './read-days.ts';

/** No pattern is longer than this. */
const WORDS_AHEAD = 32;
const PER = String.raw`(?:(?:a|per|each|every|/|in a) )?(daily|day|d|weekly|week|wk|monthly|month)`;
const HOURS =
  /^(?:(?:once|1 time) (?=q|every|each))?(?:q|every|each) ?(\d+)(?: (?:-|to|or) (\d+))? (minutes?|mins?|hours?|hrs?|h|days?|weeks?|wks?|months?)(?= |$)/;
const TIMES = new RegExp(
  String.raw`^(up to )?(?:(once|twice|thrice)|(\d+)(?: (?:-|to|or) (\d+))? (?:times?|x)) ${PER}${END}`,
);
const COUNTS: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 };
const DURATION =
  /^(for |x |times )?(?:the |a )?(?:next |total of )?(up to )?(\d+|a)(?: (?:-|to) (\d+))? (?:more |consecutive )?(days?|nights?|d|weeks?|wks?|w|months?|mos?|m)(?= |$)/;
const DAYS = /^(?:on )?days? (\d+)(?: (?:-|to|through|thru) (\d+))?(?= |$)/;
/** "5 days a week" says on which days as little as "for 5 days each month" does. */
const OF_A_PERIOD =
  /^ (?:(?:out )?of (?:each |every |the )?|a |per |each |every |\/ )(?:week|wk|month|mo|cycle)(?= |$)/;
const FIRST_DAY = /^(?:today|(?:on )?(?:the )?first day)(?= |$)/;
const COUNT =
  /^(?:(x|for|up to|for up to|at most|max(?:imum)?(?: of)?|no more than|for a total of|not to exceed) (\d+)(?: (?:doses?|times(?! (?:a|an|per|each|every|daily|weekly|monthly|\/|in)(?= |$))))|x (\d+))(?= |$)/;
const REPEAT =
  /^(?:and |then )?(?:(?:may|can) )?repeat (?:the )?(?:dose )?(once |1 time |x 1 )?(?:in|after|every|q) ?(\d+) (hours?|hrs?|h|minutes?|mins?)( (?:once|x 1|1 time))?(?: (?:if needed|as needed|prn|if no relief|if necessary|if not resolved|if symptoms persist))?(?= |$)/;
const NAMED_TIMES: Readonly<Record<PeriodUnit, readonly FrequencyName[]>> = {
  day: ['daily', 'twiceDaily', 'threeTimesDaily', 'fourTimesDaily', 'fiveTimesDaily', 'sixTimesDaily'],
  week: ['weekly', 'twiceWeekly', 'threeTimesWeekly'],
  month: ['monthly'],
};

const COUNTED_IN =
  /^(?:tabs?|tablets?|caps?|capsules?|pills?|units?|mg|mcg|ml|grams?|puffs?|drops?|gtts?|sprays?)$/;

const ALONE: Readonly<Record<string, Moment>> = { am: 'morning', pm: 'evening' };

/** What is said of time where a word stands; undefined where it is something else. */
export function readWhen(words: readonly Word[], at: number): Token | undefined {
  const rest = words.slice(at, at + WORDS_AHEAD);
  const ahead = textOf(rest);
  for (const pattern of PATTERNS) {
    const token = pattern(ahead, rest);
    if (token !== undefined) return token;
  }
  // "20 units AM": behind the unit of a dose it is no word of its own and no time of the clock.
  const alone = /^(am|pm|noon)(?= |$)/.exec(ahead)?.[1];
  if (alone !== undefined && COUNTED_IN.test(words[at - 1]?.text ?? ''))
    return { kind: 'moments', value: [ALONE[alone] ?? 'noon'], words: 1 };
  return undefined;
}

/** So many times in a period, by its name where it has one; undefined beyond six times a day. */
export function timesIn(
  times: number,
  per: PeriodUnit,
  timesMax?: number,
  upTo = false,
): SigFrequency | undefined {
  const most = timesMax ?? times;
  if (times < 1 || most > (per === 'day' ? 6 : per === 'week' ? 6 : 10)) return undefined;
  const name = timesMax === undefined && !upTo ? NAMED_TIMES[per][times - 1] : undefined;
  if (name !== undefined) return { kind: 'named', name };
  return {
    kind: 'times',
    times,
    ...(timesMax === undefined ? {} : { timesMax }),
    per,
    ...(upTo ? { upTo: true } : {}),
  };
}

const every: Pattern = (ahead, words) => {
  const match = HOURS.exec(ahead);
  if (match === null) return undefined;
  const [, low = '', high, unit = ''] = match;
  const count = Number(low);
  const span = words.slice(0, wordsOf(match));
  if (high !== undefined && Number(high) <= count)
    return failed('RANGE_REVERSED', 'The second number of hours must be the larger one.', span);
  const refusedRange = failed('UNKNOWN_WORD', `"${match[0]}" is not understood.`, span);
  if (unit.startsWith('mi')) {
    return high === undefined && count > 0 && count < 60
      ? { kind: 'minutes', value: count, words: span.length }
      : refusedRange;
  }
  if (unit.startsWith('h')) {
    if (count < 1 || Math.max(count, Number(high ?? 0)) > SIG_BOUNDS.hoursMaximum)
      return failed('HOURS_OUT_OF_RANGE', `Hours between doses are 1 to ${SIG_BOUNDS.hoursMaximum}.`, span);
    return {
      kind: 'frequency',
      value: { kind: 'every', hours: count, ...(high === undefined ? {} : { hoursMax: Number(high) }) },
      words: span.length,
    };
  }
  const period: PeriodUnit = unit.startsWith('d') ? 'day' : unit.startsWith('w') ? 'week' : 'month';
  if (high !== undefined || count < 1 || count > 90) return refusedRange;
  return { kind: 'frequency', value: intervalOf(count, period), words: span.length };
};

function intervalOf(count: number, unit: PeriodUnit): SigFrequency {
  if (count === 1)
    return { kind: 'named', name: unit === 'day' ? 'daily' : unit === 'week' ? 'weekly' : 'monthly' };
  if (count === 2 && unit === 'day') return { kind: 'named', name: 'everyOtherDay' };
  if (count === 2 && unit === 'week') return { kind: 'named', name: 'everyTwoWeeks' };
  return { kind: 'interval', count, unit };
}

const times: Pattern = (ahead, words) => {
  const first = timesAt(ahead);
  if (first === undefined) return undefined;
  // "2 times a day to 3 times a day", "bid to tid" in digits.
  const joined = /^(?:to|-|or) (.+)$/.exec(ahead.slice(first.text.length).trim());
  const second = joined === null ? undefined : timesAt(joined[1] ?? '');
  const both =
    second !== undefined && second.per === first.per && first.max === undefined && second.max === undefined;
  const count = wordCount(first.text) + (both ? 1 + wordCount(second.text) : 0);
  const max = both ? second.times : first.max;
  const span = words.slice(0, count);
  if (max !== undefined && max <= first.times)
    return failed('RANGE_REVERSED', 'The second number of times must be the larger one.', span);
  const value = timesIn(first.times, first.per, max, first.upTo);
  if (value === undefined) return failed('UNKNOWN_WORD', `"${textOf(span)}" is not understood.`, span);
  return { kind: 'frequency', value, words: count };
};

const LATIN: Readonly<Record<string, number>> = { daily: 1, bid: 2, tid: 3, qid: 4 };

function timesAt(
  ahead: string,
): { times: number; max: number | undefined; per: PeriodUnit; upTo: boolean; text: string } | undefined {
  // "Daily to bid": only where a range follows is "daily" a number.
  const said = /^(up to )?(bid|tid|qid|daily(?= (?:to|-|or) (?:bid|tid|2|twice)(?= |$)))(?= |$)/.exec(ahead);
  const latin = said?.[2];
  if (said !== null && latin !== undefined)
    return {
      times: LATIN[latin] ?? 0,
      max: undefined,
      per: 'day',
      upTo: said[1] !== undefined,
      text: said[0],
    };
  const match = TIMES.exec(ahead);
  if (match === null) return undefined;
  const [text, upTo, word, low, high, period = ''] = match;
  return {
    times: word === undefined ? Number(low) : (COUNTS[word] ?? 0),
    max: high === undefined ? undefined : Number(high),
    per: period.startsWith('d') ? 'day' : period.startsWith('w') ? 'week' : 'month',
    upTo: upTo !== undefined,
    text: text.trim(),
  };
}

const duration: Pattern = (ahead, words) => {
  const match = DURATION.exec(ahead);
  if (match === null) return undefined;
  const [, preposition, upTo, count = '', high, unit = ''] = match;
  // Without "for" or "x", a letter is no unit of time: "1 m".
  if (preposition === undefined && unit.length === 1) return undefined;
  if (count === 'a' && preposition !== 'for ') return undefined;
  const span = words.slice(0, wordsOf(match));
  const period = OF_A_PERIOD.exec(ahead.slice(match[0].length))?.[0];
  if (period !== undefined)
    return failed(
      'AMBIGUOUS',
      `On which days? Name them, as in "on Monday and Friday".`,
      words.slice(0, span.length + wordCount(period.trim())),
    );
  if (high !== undefined)
    return failed('AMBIGUOUS', `"${match[0]}" is a range: choose how long.`, span, {
      choices: [high, count].map((days) => `for ${days} ${unit}`),
    });
  const value = count === 'a' ? 1 : Number(count);
  const lasts: PeriodUnit = /^[dn]/.test(unit) ? 'day' : unit.startsWith('w') ? 'week' : 'month';
  const days = value * { day: 1, week: 7, month: 30 }[lasts];
  if (days < 1 || days > SIG_BOUNDS.daysMaximum)
    return failed('DAYS_OUT_OF_RANGE', `A course lasts 1 to ${SIG_BOUNDS.daysMaximum} days.`, span);
  return {
    kind: 'duration',
    value,
    unit: lasts,
    ...(upTo === undefined ? {} : { upTo: true }),
    words: span.length,
  };
};

const days: Pattern = (ahead, words) => {
  const first = FIRST_DAY.exec(ahead);
  if (first !== null) return { kind: 'days', from: 1, to: 1, words: wordsOf(first) };
  const match = DAYS.exec(ahead);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])];
  if (from < 1 || to < from || to > SIG_BOUNDS.daysMaximum)
    return failed(
      'DAYS_OUT_OF_RANGE',
      `A course lasts 1 to ${SIG_BOUNDS.daysMaximum} days.`,
      words.slice(0, wordsOf(match)),
    );
  return { kind: 'days', from, to, words: wordsOf(match) };
};

/** "Daily x 2" is two days, or twice daily. */
const DAILY_COUNTED =
  /^(daily|every day|q ?day|a day|per day) x ([2-4])(?= |$)(?! (?:d|days?|w|wks?|weeks?|m|mos?|months?|doses?|times?|daily|a|per)(?= |$))/;
const dailyCounted: Pattern = (ahead, words) => {
  const match = DAILY_COUNTED.exec(ahead);
  if (match === null) return undefined;
  const count = match[2];
  return failed(
    'AMBIGUOUS',
    `"${match[0]}": so many times a day, or so many days?`,
    words.slice(0, wordsOf(match)),
    { choices: [`${count} times daily`, `daily for ${count} days`] },
  );
};

/** "x 2 daily": twice daily, as most mean it, or daily two times. */
const COUNTED_DAILY = /^x ([2-6]) (daily|every day|a day|per day|weekly|every week|a week|per week)(?= |$)/;
const countedDaily: Pattern = (ahead, words) => {
  const match = COUNTED_DAILY.exec(ahead);
  if (match === null) return undefined;
  const [text, count, often = ''] = match;
  const period = /week/.test(often) ? 'week' : 'day';
  const named = period === 'week' ? 'weekly' : 'daily';
  return failed(
    'AMBIGUOUS',
    `"${text}": so many times a ${period}, or so many ${period}s?`,
    words.slice(0, wordsOf(match)),
    {
      choices: [`${count} times ${named}`, `${named} for ${count} ${period}s`],
    },
  );
};

const counted: Pattern = (ahead) => {
  const match = COUNT.exec(ahead);
  const [, said = '', doses, alone] = match ?? [];
  const value = Number(doses ?? alone);
  if (match === null || value < 2) return undefined;
  return {
    kind: 'count',
    value,
    ...(alone === undefined ? {} : { bare: true }),
    ...(/^(?:up|max|no)/.test(said) ? { limit: true } : {}),
    words: wordsOf(match),
  };
};

/** "May repeat in 2 hours": how often is asked, because one repetition is two doses. */
const repeats: Pattern = (ahead, words) => {
  const match = REPEAT.exec(ahead);
  if (match === null) return undefined;
  const [, before, every = '', unit = '', behind] = match;
  const minutes = Number(every) * (unit.startsWith('h') ? 60 : 1);
  const span = words.slice(0, wordsOf(match));
  const time = `${every} ${unit.startsWith('h') ? 'hours' : 'minutes'}`;
  if (minutes < 1 || minutes > 24 * 60) return undefined;
  if (before === undefined && behind === undefined)
    return failed('AMBIGUOUS', `"${match[0]}": how many doses in all?`, span, {
      choices: [2, 3].map((doses) => `every ${time} at most ${doses} doses`),
    });
  return failed('AMBIGUOUS', `Repeated once is 2 doses in all: say how many.`, span, {
    replacement: `every ${time} at most 2 doses`,
  });
};

/** "q6": of what? */
const unitless: Pattern = (ahead, words) => {
  const match = /^q ?(4|6|8|12|24)(?: - (6|8|12))?(?= |$)/.exec(ahead);
  if (match === null) return undefined;
  const [text, low, high] = match;
  return failed('AMBIGUOUS', `"${text}" of what: hours?`, words.slice(0, wordsOf(match)), {
    replacement: `every ${low}${high === undefined ? '' : ` to ${high}`} hours`,
  });
};

const PATTERNS: readonly Pattern[] = [
  every,
  repeats,
  unitless,
  clock,
  times,
  weekdays,
  moments,
  duration,
  days,
  dailyCounted,
  countedDaily,
  counted,
];
