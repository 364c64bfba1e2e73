// Owns "today": which time zone an address is in, and what date and hour it is there (contract section 0).
import { findState } from './states.ts';

/**
 * The rule: a place has the main time zone of its state, except where the first three digits of its ZIP code lie wholly
 * or nearly wholly in another zone of that state. ZIP areas that two zones share keep the state's zone: there the
 * date can be wrong for one hour around midnight, which moves a "do not fill before" by no more than that hour.
 */
const ZONE_BY_ZIP3: ReadonlyMap<string, string> = new Map([
  ...['324', '325'].map((zip3) => [zip3, 'America/Chicago'] as const), // Florida panhandle
  ...['463', '464', '476', '477'].map((zip3) => [zip3, 'America/Chicago'] as const), // Indiana: Gary, Evansville
  ...['420', '421', '422', '423', '424'].map((zip3) => [zip3, 'America/Chicago'] as const), // western Kentucky
  ...['374', '376', '377', '378', '379'].map((zip3) => [zip3, 'America/New_York'] as const), // eastern Tennessee
  ['586', 'America/Denver'] as const, // south-western North Dakota
  ['577', 'America/Denver'] as const, // western South Dakota
  ['693', 'America/Denver'] as const, // western Nebraska
  ...['799', '885'].map((zip3) => [zip3, 'America/Denver'] as const), // Texas: El Paso
  ...['835', '838'].map((zip3) => [zip3, 'America/Los_Angeles'] as const), // northern Idaho
  ['979', 'America/Boise'] as const, // Oregon: Malheur County
]);

/** The IANA zone of an address in the United States, or null when it cannot be known: then the organization's zone counts. */
export function timeZoneOf(address: { readonly state: string; readonly postalCode?: string }): string | null {
  const state = findState(address.state);
  if (state === undefined) return null;
  return ZONE_BY_ZIP3.get((address.postalCode ?? '').slice(0, 3)) ?? state.timeZone;
}

/** True for a zone that the platform knows, to check an organization's setting. */
export function isTimeZone(text: string): boolean {
  try {
    formatter(text);
    return true;
  } catch {
    return false;
  }
}

/** Local date `YYYY-MM-DD`, hour (0 … 23) and minute in a zone at an instant. Throws RangeError for an unknown zone. */
export function localTime(timeZone: string, atMs: number): { date: string; hour: number; minute: number } {
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
export function todayIn(timeZone: string, atMs: number): string {
  return localTime(timeZone, atMs).date;
}

/** "Today" of the contract: in the patient's zone by address, else in the organization's. */
export function todayFor(
  address: { readonly state: string; readonly postalCode?: string } | null | undefined,
  organizationTimeZone: string,
  atMs: number,
): string {
  const zone = address === null || address === undefined ? null : timeZoneOf(address);
  return todayIn(zone ?? organizationTimeZone, atMs);
}

// Making a formatter costs a hundred times what using it does; there are few zones.
const formatters = new Map<string, Intl.DateTimeFormat>();
const FORMATTERS_KEPT = 64;

function formatter(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone);
  if (kept !== undefined) return kept;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
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
