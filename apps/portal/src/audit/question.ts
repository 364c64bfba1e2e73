// Owns what the address asks of the trail: a person, an act, a patient by id, and days by the clock of the practice.
import type { InputOf } from '@pestle/client';
import type { PortalAudit } from '@pestle/client/documents/portal-audit';
import { isDate } from '@pestle/rules/dates';
import { isId } from '@pestle/rules/ids';
import { localTime } from '@pestle/rules/local-time';

export const FILTERS = ['person', 'act', 'patient', 'from', 'to'] as const;
export type Question = Omit<InputOf<typeof PortalAudit>, 'first' | 'after'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What cannot be meant is left out: an old or mistyped address still shows entries. */
export function questionIn(search: string, timeZone: string | undefined): Question {
  const given = new URLSearchParams(search);
  const [person = '', act = '', patient = '', from = '', to = ''] = FILTERS.map(
    (name) => given.get(name) ?? '',
  );
  const begin = (day: string, daysLater: number): string =>
    new Date(startOfDay(day, daysLater, timeZone)).toISOString();
  return {
    ...(isId('usr', person) ? { actorId: person } : {}),
    ...(act === '' ? {} : { actions: [act] }),
    ...(isId('pat', patient) ? { patientId: patient } : {}),
    ...(isDate(from) ? { from: begin(from, 0) } : {}),
    // The day itself belongs to it.
    ...(isDate(to) ? { to: begin(to, 1) } : {}),
  };
}

/** When a day, or one some days later, begins in a zone: the offset is that of the zone near that moment. */
function startOfDay(day: string, daysLater: number, timeZone: string | undefined): number {
  const atUtc = Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS;
  const { date, hour, minute } = localTime(timeZone, atUtc);
  const local = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS;
  const first = atUtc - (local - atUtc);
  // Where the clock is set back or forward that night, the offset at that moment counts.
  const there = localTime(timeZone, first);
  const off = Date.parse(`${there.date}T00:00:00Z`) + (there.hour * 60 + there.minute) * MINUTE_MS - atUtc;
  return first - off;
}
