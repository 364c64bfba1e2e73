// Owns how a moment is written for the people of a practice: in the practice's own time zone, without the date where that is today's.
import { formatDate } from '@pestle/rules/dates';

/** Where and when the reader is. */
export interface Clock {
  /** IANA name; undefined while the organization is not known: then the browser's own. */
  readonly timeZone: string | undefined;
  readonly nowMs: number;
  /** `AM` and `PM` in the reader's language. */
  readonly halves: readonly [am: string, pm: string];
}

/** `2:42 PM` today, else `24-Nov-2026 2:42 PM`; '' for what is no time. */
export function momentText(iso: string | null | undefined, clock: Clock): string {
  const at = partsOf(iso, clock);
  if (at === undefined) return '';
  const time = `${at.hour % 12 === 0 ? 12 : at.hour % 12}:${at.minute}\u00a0${clock.halves[at.hour < 12 ? 0 : 1]}`;
  return at.date === dateOf(clock.nowMs, clock) ? time : `${formatDate(at.date)} ${time}`;
}

/** The day, `YYYY-MM-DD`; undefined for what is no time. */
export function dayOf(iso: string | null | undefined, clock: Clock): string | undefined {
  return partsOf(iso, clock)?.date;
}

function dateOf(ms: number, clock: Clock): string | undefined {
  return dayOf(new Date(ms).toISOString(), clock);
}

function partsOf(iso: string | null | undefined, { timeZone }: Clock) {
  const ms = Date.parse(iso ?? '');
  if (Number.isNaN(ms)) return undefined;
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: part('minute'),
  };
}

/** The last one is kept: making one costs a hundred times what using it does, and a page has one practice. */
let kept: { readonly timeZone: string | undefined; readonly format: Intl.DateTimeFormat } | undefined;

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  if (kept === undefined || kept.timeZone !== timeZone)
    kept = {
      timeZone,
      format: new Intl.DateTimeFormat('en-US', {
        ...(timeZone === undefined ? {} : { timeZone }),
        calendar: 'gregory',
        numberingSystem: 'latn',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
    };
  return kept.format;
}
