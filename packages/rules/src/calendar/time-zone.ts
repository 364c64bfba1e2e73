// Owns "today": which time zone an address is in, and what date it is there.

import { findState } from '../contact/states.ts';
import { todayIn } from './local-time.ts';

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

/** Today, in the patient's zone by address, else in the organization's; where that is not known, in the machine's own. */
export function todayFor(
  address: { readonly state: string; readonly postalCode?: string } | null | undefined,
  organizationTimeZone: string | undefined,
  atMs: number,
): string {
  const zone = address === null || address === undefined ? null : timeZoneOf(address);
  return todayIn(zone ?? organizationTimeZone, atMs);
}
