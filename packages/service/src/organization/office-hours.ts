// When an organization's office is open, by its own clock and calendar.
import { addDays } from '@pestle/rules/dates';
import { localTime } from '@pestle/rules/local-time';
import { ORGANIZATION_LIMITS as LIMITS } from './limits.ts';
import type { OrganizationRow } from './organizations.ts';

export type OfficeHours = Pick<
  OrganizationRow,
  'time_zone' | 'office_opens' | 'office_closes' | 'office_days' | 'office_holidays'
>;

const MINUTE_MS = 60_000;

/** Whether somebody is in the office at an instant. */
export function isOfficeOpen(office: OfficeHours, nowMs: number): boolean {
  const { date, hour, minute } = localTime(office.time_zone, nowMs);
  const clock = minutesOf(hour, minute);
  return (
    isWorkday(office, date) &&
    clock >= minutesAt(office.office_opens) &&
    clock < minutesAt(office.office_closes)
  );
}

/**
 * The instant at which the office opens next, in milliseconds; `nowMs` while it is open. Null where it stays closed for as long as anybody looks
 * ahead: every day is a holiday.
 */
export function officeOpensAt(office: OfficeHours, nowMs: number): number | null {
  if (isOfficeOpen(office, nowMs)) return nowMs;
  const { date } = localTime(office.time_zone, nowMs);
  for (let ahead = 0; ahead <= LIMITS.officeLookAheadDays; ahead += 1) {
    const day = addDays(date, ahead);
    if (!isWorkday(office, day)) continue;
    const opens = instantOf(office, day);
    if (opens > nowMs) return opens;
  }
  return null;
}

function isWorkday({ office_days: days, office_holidays: holidays }: OfficeHours, date: string): boolean {
  const sunday = 7;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return days.includes(weekday === 0 ? sunday : weekday) && !holidays.includes(date);
}

/** When a day's opening hour is, found by looking at the clock there; where the clock is put forward over it, up to an hour off. */
function instantOf({ time_zone: zone, office_opens: opens }: OfficeHours, date: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutesAt(opens) * MINUTE_MS;
  const shownAt = (atMs: number): number => {
    const { date: day, hour, minute } = localTime(zone, atMs);
    return Date.parse(`${day}T00:00:00Z`) + minutesOf(hour, minute) * MINUTE_MS;
  };
  const near = wanted - (shownAt(wanted) - wanted);
  return near - (shownAt(near) - wanted);
}

function minutesAt(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return minutesOf(hour, minute);
}

function minutesOf(hour: number, minute: number): number {
  return hour * 60 + minute;
}
