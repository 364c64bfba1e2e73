// Owns whether a pharmacy is open now, by its own clock.
import { localTime } from '@pestle/rules/local-time';

/** As the API answers it: days `MON` … `SUN`, times `HH:MM`. */
export type Hours = { readonly days: readonly string[]; readonly opens: string; readonly closes: string };

export type Openness =
  | { readonly state: 'unknown' }
  | { readonly state: 'always' }
  | { readonly state: 'open'; readonly until: string }
  /** `day` is left out when it opens today. */
  | { readonly state: 'closed'; readonly opens?: { readonly day?: string; readonly at: string } };

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
const DAY_END = '24:00';

/** Open, closed, or not known: without hours or a time zone nothing is claimed. */
export function openness(
  hours: readonly Hours[] | null | undefined,
  timeZone: string | null | undefined,
  nowMs: number,
): Openness {
  if (
    hours === null ||
    hours === undefined ||
    hours.length === 0 ||
    timeZone === null ||
    timeZone === undefined
  )
    return { state: 'unknown' };
  const { date, hour, minute } = localTime(timeZone, nowMs);
  const today = new Date(`${date}T00:00:00Z`).getUTCDay();
  const now = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  if (
    DAYS.every((day) =>
      spansOf(hours, day).some(({ opens, closes }) => opens === '00:00' && closes === DAY_END),
    )
  )
    return { state: 'always' };
  const current =
    spansOf(hours, dayAt(today)).find(({ opens, closes }) => opens <= now && now < closes) ??
    // A span that began yesterday and goes over midnight.
    overnight(spansOf(hours, dayAt(today + 6))).find(({ closes }) => now < closes);
  if (current !== undefined) {
    // Open till midnight and on from midnight is one span.
    const goesOn =
      current.closes === DAY_END
        ? spansOf(hours, dayAt(today + 1)).find(({ opens }) => opens === '00:00')
        : undefined;
    return { state: 'open', until: (goesOn ?? current).closesAt };
  }
  for (let ahead = 0; ahead < 8; ahead += 1) {
    const day = dayAt(today + ahead);
    const next = spansOf(hours, day)
      .filter(({ opens }) => ahead > 0 || opens > now)
      .toSorted((a, b) => (a.opens < b.opens ? -1 : 1))[0];
    if (next !== undefined)
      return { state: 'closed', opens: { at: next.opens, ...(ahead === 0 ? {} : { day }) } };
  }
  return { state: 'closed' };
}

type Span = { readonly opens: string; readonly closes: string; readonly closesAt: string };

/** The spans of a day, those over midnight ending with the day; `closesAt` is the time at which the pharmacy closes. */
function spansOf(hours: readonly Hours[], day: string): readonly Span[] {
  return hours
    .filter(({ days }) => days.includes(day))
    .map(({ opens, closes }) => ({
      opens,
      closes: closes <= opens || closes === '23:59' ? DAY_END : closes,
      closesAt: closes,
    }));
}

/** What of yesterday's spans lies after midnight. */
function overnight(spans: readonly Span[]): readonly Span[] {
  return spans
    .filter(({ opens, closesAt }) => closesAt < opens)
    .map(({ opens, closesAt }) => ({ opens, closes: closesAt, closesAt }));
}

function dayAt(index: number): string {
  return DAYS[index % 7] ?? 'SUN';
}

/** `21:00` as `9:00 PM`, in the words of the language. */
export function clockText(time: string, language: string): string {
  const at = new Date(`2000-01-01T${time === DAY_END ? '00:00' : time}:00Z`);
  return at.toLocaleTimeString(language === 'es' ? 'es-US' : 'en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
}
