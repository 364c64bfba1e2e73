// Dates and times as SCRIPT writes them: recognising real ones, and the two precisions a sender uses (contract S1).

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,12})?(?:Z|[+-](\d\d):(\d\d))?$/;
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for a day that the Gregorian calendar has: 1980-02-29, not 1980-02-30. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const days = DAYS_OF_MONTH[month - 1];
  if (days === undefined || day < 1 || day > days || year === 0) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month !== 2 || day !== 29 || leap;
}

/** True for a real date and time, with or without fraction and zone. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [, day = '', hours, minutes, seconds, zoneHours = '0', zoneMinutes = '0'] = match;
  return (
    isDate(day) &&
    Number(hours) < 24 &&
    Number(minutes) < 60 &&
    Number(seconds) < 60 &&
    Number(zoneHours) <= 14 &&
    Number(zoneMinutes) < 60
  );
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
