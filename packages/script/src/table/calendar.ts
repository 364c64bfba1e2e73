// Dates and times as SCRIPT writes them: recognising real ones, and the two precisions a sender uses (S1).

// A year has four digits, or more without a leading zero; a zone is at most fourteen hours away.
const DAY = '-?([1-9]\\d{4,}|\\d{4})-(\\d\\d)-(\\d\\d)';
const ZONE = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?';
const DATE = /*#__PURE__*/ new RegExp(`^${DAY}${ZONE}$`);
const DATE_TIME = /*#__PURE__*/ new RegExp(
  `^${DAY}T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${ZONE}$`,
);
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a day that the Gregorian calendar has, with or without a zone: 1980-02-29, not 1980-02-30. */
export const isDate = (text: string): boolean => isDay(DATE.exec(text));

/** True for a real date and time, with or without fraction and zone. 24:00:00 is the end of a day. */
export const isDateTime = (text: string): boolean => isDay(DATE_TIME.exec(text));

function isDay(match: RegExpExecArray | null): boolean {
  const [, years = '', months, days] = match ?? [];
  // Years that divide by four or four hundred are told by their last digits: a year may be longer than a number.
  const year = Number(years.slice(-4));
  const [month, day] = [Number(months), Number(days)];
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return years !== '0000' && day > 0 && day <= (DAYS_OF_MONTH[month - 1] ?? 0) + Number(leap);
}

/** The text for `Header/SentTime`: UTC with milliseconds, `2026-01-02T03:04:05.678Z`. */
export function sentTime(at: Date): string {
  return at.toISOString();
}

/**
 * The text for `WrittenDate/DateTime`: UTC with microseconds, `2026-01-02T03:04:05.678901Z`.
 * `microseconds` (0 to 999) are those after the millisecond; a Date has none.
 */
export function writtenDateTime(at: Date, microseconds = 0): string {
  if (!Number.isInteger(microseconds) || microseconds < 0 || microseconds > 999) {
    throw new RangeError('microseconds must be an integer from 0 to 999');
  }
  return `${at.toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`;
}
