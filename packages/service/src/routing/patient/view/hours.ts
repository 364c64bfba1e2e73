// Whether a pharmacy is open now, in its own zone, and how that is said.
import { localTime } from '@pestle/rules/local-time';
import type { PharmacyRow, Weekday } from '../../../directory/inside.ts';
import type { Language } from './language.ts';

const DAYS: readonly Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const DAY_MINUTES = 24 * 60;

/** `until` and `opens` are minutes of the day; undefined where the hours are not known, or it does not open within a week. */
export type Hours =
  | { readonly open: true; readonly allNight: boolean; readonly until: number }
  | { readonly open: false; readonly opens: number }
  | undefined;

/** Pure. */
export function hoursOf(
  { opening_hours: hours, time_zone: zone }: Pick<PharmacyRow, 'opening_hours' | 'time_zone'>,
  nowMs: number,
): Hours {
  if (hours === null || zone === null) return undefined;
  const { date, hour, minute } = localTime(zone, nowMs);
  const now = hour * 60 + minute;
  const today = new Date(`${date}T12:00:00Z`).getUTCDay();
  const spansOf = (ahead: number) => {
    const day = DAYS[(today + ahead + DAYS.length) % DAYS.length];
    return hours
      .filter(({ days }) => day !== undefined && days.includes(day))
      .map(({ opens, closes }) => {
        const [from, to] = [minutesOf(opens), minutesOf(closes)];
        // What closes at midnight or after it goes on into the next day.
        return { from, to: to <= from ? to + DAY_MINUTES : to };
      });
  };
  const now1 = spansOf(-1).map(({ from, to }) => ({ from: from - DAY_MINUTES, to: to - DAY_MINUTES }));
  const current = [...now1, ...spansOf(0)].find(({ from, to }) => from <= now && now < to);
  if (current !== undefined)
    return { open: true, allNight: isAllNight(hours, current), until: current.to % DAY_MINUTES };
  for (let ahead = 0; ahead < DAYS.length; ahead += 1) {
    const next = spansOf(ahead)
      .map(({ from }) => from)
      .filter((from) => ahead > 0 || from > now)
      .toSorted((one, other) => one - other)[0];
    if (next !== undefined) return { open: false, opens: next };
  }
  return undefined;
}

function isAllNight(
  hours: NonNullable<PharmacyRow['opening_hours']>,
  span: { readonly from: number; readonly to: number },
): boolean {
  const whole = ({ opens, closes }: { readonly opens: string; readonly closes: string }): boolean =>
    minutesOf(opens) === 0 && (minutesOf(closes) === 0 || minutesOf(closes) >= DAY_MINUTES - 1);
  return span.to - span.from >= DAY_MINUTES - 1 && hours.some(whole);
}

function minutesOf(time: string): number {
  const [hour = '0', minute = '0'] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}

/** `9:00 PM`, `9:00 p. m.`: as people of the country read it, in one piece. */
export function clockText(language: Language, minutes: number): string {
  const format = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  const at = Date.UTC(2026, 0, 1, 0, minutes);
  return oneLine(new Intl.DateTimeFormat(localeOf(language), format).format(at));
}

export function localeOf(language: Language): string {
  return language === 'es' ? 'es-US' : 'en-US';
}

/** Numbers and what belongs to them stay on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0');
}
