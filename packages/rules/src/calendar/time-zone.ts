// Owns "today": which time zone an address is in, and what date it is there. Small, because every form needs it before it stands.
import { todayIn } from './local-time.ts';

/** The zone that most people of a state live in, by USPS codes. Military "states" are anywhere, and in none. */
const STATES_BY_ZONE: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Los_Angeles': 'CA NV OR WA',
  'Pacific/Guam': 'GU MP',
  'America/Puerto_Rico': 'PR VI',
  'America/Anchorage': 'AK',
  'America/Phoenix': 'AZ',
  'Pacific/Honolulu': 'HI',
  'America/Boise': 'ID',
  'America/Indiana/Indianapolis': 'IN',
  'America/Detroit': 'MI',
  'Pacific/Pago_Pago': 'AS',
  'Pacific/Pohnpei': 'FM',
  'Pacific/Majuro': 'MH',
  'Pacific/Palau': 'PW',
};

/**
 * The rule: a place has the main time zone of its state, except where the first three digits of its ZIP code lie wholly
 * or nearly wholly in another zone of that state. ZIP areas that two zones share keep the state's zone: there the
 * date can be wrong for one hour around midnight, which moves a "do not fill before" by no more than that hour.
 */
const ZIP3_BY_ZONE: Readonly<Record<string, string>> = {
  // Florida panhandle; Indiana: Gary, Evansville; western Kentucky.
  'America/Chicago': '324 325 463 464 476 477 420 421 422 423 424',
  // Eastern Tennessee.
  'America/New_York': '374 376 377 378 379',
  // South-western North Dakota; western South Dakota; western Nebraska; Texas: El Paso.
  'America/Denver': '586 577 693 799 885',
  // Northern Idaho.
  'America/Los_Angeles': '835 838',
  // Oregon: Malheur County.
  'America/Boise': '979',
};

const ZONE_BY_STATE = zonesBy(STATES_BY_ZONE);
const ZONE_BY_ZIP3 = zonesBy(ZIP3_BY_ZONE);

function zonesBy(placesByZone: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(placesByZone).flatMap(([zone, places]) =>
      places.split(' ').map((place) => [place, zone] as const),
    ),
  );
}

/**
 * The IANA zone of an address in the United States, its state as USPS code, as addresses are kept; null when it cannot be known: then
 * the organization's zone counts.
 */
export function timeZoneOf(address: { readonly state: string; readonly postalCode?: string }): string | null {
  const zone = ZONE_BY_STATE.get(address.state);
  if (zone === undefined) return null;
  return ZONE_BY_ZIP3.get((address.postalCode ?? '').slice(0, 3)) ?? zone;
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
