// Owns the reading of times of day, of the clock and of days of the week.

import { MOMENTS, type Moment, WEEKDAYS } from '../../sig-words.ts';
import { END, failed, type Pattern, type Token, wordCount, wordsOf } from '../tokens.ts';

const MOMENT_PATTERNS: ReadonlyArray<readonly [pattern: RegExp, moment: Moment]> = [
  [
    /^(?:(?:every|each|in the|in|q|on) )?(?:morning|mornings|am)(?= |$)|^qam(?= |$)|^first thing in the morning(?= |$)/,
    'morning',
  ],
  [/^(?:(?:every|each|in the|in|q) )?(?:evening|evenings|pm)(?= |$)|^qpm(?= |$)/, 'evening'],
  [/^(?:at )?(?:noon|midday|mid day|lunchtime)(?= |$)|^(?:every|each|q) ?noon(?= |$)|^qnoon(?= |$)/, 'noon'],
  [/^(?:(?:every|each|in the|in|q) )?afternoons?(?= |$)/, 'afternoon'],
  [
    /^(?:(?:every|each|q|at) night |nightly )?(?:at |before |going to |at time of )?(?:bedtime|bed time|bed|qhs)(?: (?:every|each) night| nightly)?(?= |$)/,
    'bedtime',
  ],
  [/^(?:every|each|q) night(?= |$)|^nightly(?= |$)/, 'bedtime'],
  [/^at night(?:time)?(?= |$)|^(?:in the )?night(?:time)?(?= |$)/, 'night'],
];
/** Without "in the" or "at" these begin nothing: "am" is a word, "bed" and "night" as well. */
const NOT_ALONE = /^(?:am|pm|bed|night|noon|morning|evening|afternoon)(?= |$)/;

/** Times of day, one or several. */
export const moments: Pattern = (ahead) => {
  // "once in the morning" is every morning, and "once" alone is one time only.
  const once = /^(?:once|1 time) (?=in the |at |every |each |q ?am|q ?pm|nightly)/.exec(ahead)?.[0] ?? '';
  let rest = ahead.slice(once.length);
  const found: Moment[] = [];
  let taken = once === '' ? 0 : wordCount(once.trim());
  for (;;) {
    const and = found.length === 0 ? '' : (/^(?:and |plus )/.exec(rest)?.[0] ?? '');
    const tail = rest.slice(and.length);
    const [text, moment] = momentAt(tail);
    if (moment === undefined || text === undefined) break;
    if (
      found.length === 0 &&
      NOT_ALONE.test(text) &&
      !/ (?:and )?(?:at |in the )?(?:pm|evening|night|bedtime|bed|afternoon|noon)(?= |$)/.test(
        tail.slice(0, text.length + 20),
      )
    )
      break;
    found.push(moment);
    taken += wordCount(text) + (and === '' ? 0 : 1);
    rest = tail.slice(text.length).trimStart();
  }
  if (found.length === 0) return undefined;
  const ordered = MOMENTS.filter((moment) => found.includes(moment));
  return { kind: 'moments', value: ordered, words: taken };
};

function momentAt(ahead: string): readonly [text: string | undefined, moment: Moment | undefined] {
  for (const [pattern, moment] of MOMENT_PATTERNS) {
    const text = pattern.exec(ahead)?.[0];
    if (text !== undefined) return [text, moment];
  }
  return [undefined, undefined];
}

/** "2 at night" is a dose at night; only "at 9 at night" is a time. */
const CLOCK =
  /^(?:(?:at )?(\d{1,2})(?: : (\d\d))? (am|pm)|at (\d{1,2}) (in the morning|in the afternoon|in the evening|at night))(?= |$)/;
/** The hours that people say with each. */
const HALVES: Readonly<Record<string, readonly [from: number, to: number, late: boolean]>> = {
  am: [1, 12, false],
  pm: [1, 12, true],
  'in the morning': [1, 11, false],
  'in the afternoon': [1, 6, true],
  'in the evening': [4, 11, true],
  'at night': [7, 11, true],
};
const CLOCK_24 = /^(?:at )?(1[3-9]|2[0-3]|0\d) : ([0-5]\d)(?! (?:am|pm))(?= |$)/;
/** "At 0800", as nurses write it; behind one of them the next needs no "at", but "and 1200 mg" is another dose. */
const CLOCK_NURSES =
  /^(at )?([01]\d|2[0-3])([0-5]\d)(?: (?:hours|hrs|h))?(?= |$)(?! (?:times?|x|tab|cap|pill|ml|milliliter|mg|milligram|mcg|microgram|grams?|g(?= |$)|unit|puff|drop))/;
const CLOCK_OPEN = /^at (\d{1,2})(?: : (\d\d))?(?= |$)(?! (?:am|pm|times|x|tab|cap|ml|mg|unit|puff|drop))/;

/** Times of the clock, one or several. */
export const clock: Pattern = (ahead, words) => {
  const found: string[] = [];
  let rest = ahead;
  let taken = 0;
  let at = false;
  let nursesTime = false;
  for (;;) {
    const and = found.length === 0 ? '' : (/^and /.exec(rest)?.[0] ?? '');
    const tail = rest.slice(and.length);
    const four = CLOCK_NURSES.exec(tail);
    const nurses: RegExpExecArray | null = four?.[1] !== undefined || nursesTime ? four : null;
    const match = nurses ?? CLOCK.exec(tail) ?? CLOCK_24.exec(tail);
    if (match === null) break;
    nursesTime = nurses !== null;
    const time = nurses === null ? clockTime(match) : `${nurses[2]}:${nurses[3]}`;
    if (time === undefined) break;
    at ||= tail.startsWith('at ') || tail.includes(':');
    found.push(time);
    taken += wordsOf(match) + (and === '' ? 0 : 1);
    rest = tail.slice(match[0].length).trimStart();
  }
  if (found.length > 0) {
    const ordered = [...new Set(found)].toSorted();
    return { kind: 'times', value: ordered, at, words: taken };
  }
  const open = CLOCK_OPEN.exec(ahead);
  if (open === null) return undefined;
  const span = words.slice(0, wordsOf(open));
  return failed('AMBIGUOUS', `"${open[0]}" may be in the morning or in the evening.`, span, {
    choices: ['AM', 'PM'].map((half) => `${open[0].replace(/ : /, ':')} ${half}`),
  });
};

function clockTime(match: RegExpExecArray): string | undefined {
  const [, first, minute = '00', half, spoken, part] = match;
  const hour = first ?? spoken ?? '';
  const known = HALVES[half ?? part ?? ''];
  if (known === undefined) return `${hour.padStart(2, '0')}:${minute}`;
  const [from, to, late] = known;
  const value = Number(hour);
  if (value < from || value > to || Number(minute) > 59) return undefined;
  return `${String((value % 12) + (late ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

const DAY = String.raw`(mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(s)?`;
const DAY_AT = new RegExp(`^(?:on )?(every |each )?${DAY}${END}`);
const RANGE_AT = new RegExp(`^(?:on |from |every )?${DAY} (?:-|to|through|thru) ${DAY}${END}`);
const EXCEPT = /^(?:except|excepting|but not|but|excluding)(?: for| on)? /;
const OTHER_DAYS =
  /^(?:on )?(?:(?:all (?:of )?)?(?:the )?(?:other|remaining) days(?: of the week)?|(?:the )?rest of (?:the )?week)(?= |$)/;
const SHORT: ReadonlyMap<string, readonly number[]> = new Map([
  ['mwf', [0, 2, 4]],
  ['on mwf', [0, 2, 4]],
  ['m - f', [0, 1, 2, 3, 4]],
  ['m w f', [0, 2, 4]],
  ['m / w / f', [0, 2, 4]],
  // A "w" before a stroke is read as "with".
  ['m / with f', [0, 2, 4]],
  ['weekdays', [0, 1, 2, 3, 4]],
  ['on weekdays', [0, 1, 2, 3, 4]],
  ['weekends', [5, 6]],
  ['on weekends', [5, 6]],
]);

/** Days of the week, one or several. */
export const weekdays: Pattern = (ahead, words) => {
  // "Daily except Sunday": the days that are left.
  const except = EXCEPT.exec(ahead)?.[0];
  if (except !== undefined) {
    const left = weekdays(ahead.slice(except.length), words);
    if (left?.kind !== 'weekdays' || left.value.length === WEEKDAYS.length) return undefined;
    const value = WEEKDAYS.filter((day) => !left.value.includes(day));
    return { kind: 'weekdays', value, weekly: true, words: left.words + wordCount(except.trim()) };
  }
  const others = OTHER_DAYS.exec(ahead);
  if (others !== null) return { kind: 'otherDays', words: wordsOf(others) };
  for (const [text, indexes] of SHORT)
    if (ahead === text || ahead.startsWith(`${text} `))
      return daysToken(indexes, wordCount(text), true, ahead.slice(text.length + 1));
  const range = RANGE_AT.exec(ahead);
  if (range !== null) {
    const [from, to] = [dayIndex(range[1]), dayIndex(range[3])];
    if (to <= from) return undefined;
    const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return daysToken(indexes, wordsOf(range), true, ahead.slice(range[0].length + 1));
  }
  const found: number[] = [];
  let rest = ahead;
  let taken = 0;
  let weekly = false;
  for (;;) {
    const and = found.length === 0 ? '' : (/^(?:and |\/ )/.exec(rest)?.[0] ?? '');
    const match = DAY_AT.exec(rest.slice(and.length));
    if (match === null) break;
    weekly ||= match[1] !== undefined || match[3] !== undefined;
    found.push(dayIndex(match[2]));
    taken += wordsOf(match) + (and === '' ? 0 : 1);
    rest = rest.slice(and.length + match[0].length).trimStart();
  }
  if (found.length === 0) return undefined;
  return daysToken(found, taken, weekly || found.length > 1, rest);
};

/** "of each week" and "only" add nothing to days that are named. */
function daysToken(indexes: readonly number[], words: number, weekly: boolean, rest: string): Token {
  const more = /^(?:only|(?:of )?(?:each|every) week|weekly)(?= |$)/.exec(rest)?.[0];
  const value = WEEKDAYS.filter((_, index) => indexes.includes(index));
  const says = weekly || (more !== undefined && more !== 'only');
  return {
    kind: 'weekdays',
    value,
    weekly: says,
    words: words + (more === undefined ? 0 : wordCount(more)),
  };
}

function dayIndex(text = ''): number {
  return WEEKDAYS.findIndex((day) => day.startsWith(text.slice(0, 3)));
}
