// Owns the date and time of day in a time zone, for everybody who writes or compares one.

/** True for a zone that the platform knows, to check an organization's setting. */
export function isTimeZone(text: string): boolean {
  try {
    formatter(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Local date `YYYY-MM-DD`, hour (0 … 23) and minute in a zone at an instant; undefined is the machine's own. Throws RangeError for an
 * unknown zone.
 */
export function localTime(
  timeZone: string | undefined,
  atMs: number,
): { date: string; hour: number; minute: number } {
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(atMs)
      .map((part) => [part.type, part.value]),
  );
  return {
    date: `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
    minute: Number(parts.get('minute')),
  };
}

/** Today in a zone at an instant, as `YYYY-MM-DD`. */
export function todayIn(timeZone: string | undefined, atMs: number): string {
  return localTime(timeZone, atMs).date;
}

// Making a formatter costs a hundred times what using it does; there are few zones.
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();
const FORMATTERS_KEPT = 64;

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone);
  if (kept !== undefined) return kept;
  const made = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (formatters.size < FORMATTERS_KEPT) formatters.set(timeZone, made);
  return made;
}
