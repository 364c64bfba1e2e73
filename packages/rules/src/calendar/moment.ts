// Owns how a moment is written for the people of a practice: in the practice's own time zone, without the date where that is today's.
import { formatDate } from './dates.ts';
import { localTime, todayIn } from './local-time.ts';

/** Where and when the reader is. */
export interface Clock {
  /** IANA name; undefined while the organization is not known: then the browser's own. */
  readonly timeZone: string | undefined;
  readonly nowMs: number;
  /** `AM` and `PM` in the reader's language. */
  readonly halves: readonly [am: string, pm: string];
  /** `en` (when left out) or `es`: of the month, where a date is told. */
  readonly language?: string;
}

/** `2:42 PM` today, else `24-Nov-2026 2:42 PM`; '' for what is no time. */
export function momentText(iso: string | null | undefined, clock: Clock): string {
  const at = timeOf(iso, clock);
  if (at === undefined) return '';
  const { date, hour, minute } = at;
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}\u00a0${clock.halves[hour < 12 ? 0 : 1]}`;
  return date === todayIn(clock.timeZone, clock.nowMs) ? time : `${formatDate(date, clock.language)} ${time}`;
}

/** The day, `YYYY-MM-DD`; undefined for what is no time. */
export function dayOf(iso: string | null | undefined, clock: Clock): string | undefined {
  return timeOf(iso, clock)?.date;
}

function timeOf(iso: string | null | undefined, { timeZone }: Clock) {
  const ms = Date.parse(iso ?? '');
  return Number.isNaN(ms) ? undefined : localTime(timeZone, ms);
}
