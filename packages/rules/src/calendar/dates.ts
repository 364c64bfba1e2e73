// Owns calendar dates as `YYYY-MM-DD` text: reading, arithmetic and age. No clock and no time zone in here.

const DATE = /^(?!0000)(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** True for a day that exists, written `YYYY-MM-DD`; there is no year 0, for databases either. Such texts compare with `<` in the order of time. */
export function isDate(text: string): boolean {
  return dayNumber(text) !== undefined;
}

/** The date `days` later (or earlier, when negative). Throws RangeError when `date` is not a date. */
export function addDays(date: string, days: number): string {
  return new Date((known(date) + days) * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Whole days from one date to another; negative when `to` is earlier. Throws RangeError when either is not a date. */
export function daysBetween(from: string, to: string): number {
  return known(to) - known(from);
}

/** Completed years of age on a day. Someone born on 29 February is a year older on 1 March. Null when not yet born. */
export function ageInYears(birthDate: string, on: string): number | null {
  if (daysBetween(birthDate, on) < 0) return null;
  const years = Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return on.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Completed months of age on a day, for doses of infants. Null when not yet born. */
export function ageInMonths(birthDate: string, on: string): number | null {
  if (daysBetween(birthDate, on) < 0) return null;
  const months =
    (Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4))) * 12 +
    Number(on.slice(5, 7)) -
    Number(birthDate.slice(5, 7));
  return on.slice(8) < birthDate.slice(8) ? months - 1 : months;
}

// Three letters a month: as lists they would weigh more in the elements.
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const MONTHS_ES = 'enefebmarabrmayjunjulagosepoctnovdic';

/**
 * A date as shown beside a patient's name: `04-Jul-1976` (day, month in letters, year: no country reads it otherwise), in Spanish (`es`)
 * `04-jul-1976`. What was signed and what goes to a pharmacy is English. Throws RangeError when `date` is not a date.
 */
export function formatDate(date: string, language = 'en'): string {
  known(date);
  const [year, month, day] = date.split('-');
  const after = 3 * Number(month);
  return `${day}-${(language === 'es' ? MONTHS_ES : MONTHS).slice(after - 3, after)}-${year}`;
}

function known(date: string): number {
  const day = dayNumber(date);
  if (day === undefined) throw new RangeError('A date is written YYYY-MM-DD and must exist.');
  return day;
}

function dayNumber(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Date.parse takes 30 February for 2 March: only a day that prints as it was written exists.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined;
  return ms / MS_PER_DAY;
}
