// Owns the list of US states, district, territories, associated states and military "states", found by code or name.

import { lowerAscii } from '../codes/letter-case.ts';

/** A value for the state of an address. */
export type UsState = {
  /** Two-letter USPS code. */
  readonly code: string;
  readonly name: string;
  readonly kind: 'state' | 'district' | 'territory' | 'associated' | 'military';
  /** IANA name of the zone most of its people live in; null for military addresses, which are anywhere. */
  readonly timeZone: string | null;
};

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

const state = (code: string, name: string, timeZone: string): UsState => ({
  code,
  name,
  kind: 'state',
  timeZone,
});

/** All of them, in the order of their codes within each kind. */
export const US_STATES: readonly UsState[] = [
  state('AK', 'Alaska', 'America/Anchorage'),
  state('AL', 'Alabama', CENTRAL),
  state('AR', 'Arkansas', CENTRAL),
  state('AZ', 'Arizona', 'America/Phoenix'),
  state('CA', 'California', PACIFIC),
  state('CO', 'Colorado', MOUNTAIN),
  state('CT', 'Connecticut', EASTERN),
  state('DE', 'Delaware', EASTERN),
  state('FL', 'Florida', EASTERN),
  state('GA', 'Georgia', EASTERN),
  state('HI', 'Hawaii', 'Pacific/Honolulu'),
  state('IA', 'Iowa', CENTRAL),
  state('ID', 'Idaho', 'America/Boise'),
  state('IL', 'Illinois', CENTRAL),
  state('IN', 'Indiana', 'America/Indiana/Indianapolis'),
  state('KS', 'Kansas', CENTRAL),
  state('KY', 'Kentucky', EASTERN),
  state('LA', 'Louisiana', CENTRAL),
  state('MA', 'Massachusetts', EASTERN),
  state('MD', 'Maryland', EASTERN),
  state('ME', 'Maine', EASTERN),
  state('MI', 'Michigan', 'America/Detroit'),
  state('MN', 'Minnesota', CENTRAL),
  state('MO', 'Missouri', CENTRAL),
  state('MS', 'Mississippi', CENTRAL),
  state('MT', 'Montana', MOUNTAIN),
  state('NC', 'North Carolina', EASTERN),
  state('ND', 'North Dakota', CENTRAL),
  state('NE', 'Nebraska', CENTRAL),
  state('NH', 'New Hampshire', EASTERN),
  state('NJ', 'New Jersey', EASTERN),
  state('NM', 'New Mexico', MOUNTAIN),
  state('NV', 'Nevada', PACIFIC),
  state('NY', 'New York', EASTERN),
  state('OH', 'Ohio', EASTERN),
  state('OK', 'Oklahoma', CENTRAL),
  state('OR', 'Oregon', PACIFIC),
  state('PA', 'Pennsylvania', EASTERN),
  state('RI', 'Rhode Island', EASTERN),
  state('SC', 'South Carolina', EASTERN),
  state('SD', 'South Dakota', CENTRAL),
  state('TN', 'Tennessee', CENTRAL),
  state('TX', 'Texas', CENTRAL),
  state('UT', 'Utah', MOUNTAIN),
  state('VA', 'Virginia', EASTERN),
  state('VT', 'Vermont', EASTERN),
  state('WA', 'Washington', PACIFIC),
  state('WI', 'Wisconsin', CENTRAL),
  state('WV', 'West Virginia', EASTERN),
  state('WY', 'Wyoming', MOUNTAIN),
  { code: 'DC', name: 'District of Columbia', kind: 'district', timeZone: EASTERN },
  { code: 'AS', name: 'American Samoa', kind: 'territory', timeZone: 'Pacific/Pago_Pago' },
  { code: 'GU', name: 'Guam', kind: 'territory', timeZone: 'Pacific/Guam' },
  { code: 'MP', name: 'Northern Mariana Islands', kind: 'territory', timeZone: 'Pacific/Guam' },
  { code: 'PR', name: 'Puerto Rico', kind: 'territory', timeZone: 'America/Puerto_Rico' },
  { code: 'VI', name: 'Virgin Islands', kind: 'territory', timeZone: 'America/Puerto_Rico' },
  { code: 'FM', name: 'Federated States of Micronesia', kind: 'associated', timeZone: 'Pacific/Pohnpei' },
  { code: 'MH', name: 'Marshall Islands', kind: 'associated', timeZone: 'Pacific/Majuro' },
  { code: 'PW', name: 'Palau', kind: 'associated', timeZone: 'Pacific/Palau' },
  { code: 'AA', name: 'Armed Forces Americas', kind: 'military', timeZone: null },
  { code: 'AE', name: 'Armed Forces Europe', kind: 'military', timeZone: null },
  { code: 'AP', name: 'Armed Forces Pacific', kind: 'military', timeZone: null },
];

const key = (text: string): string => lowerAscii(text).replace(/[.,]/g, '').replace(/\s+/g, ' ').trim();

const OTHER_NAMES: ReadonlyArray<readonly [name: string, code: string]> = [
  ['Washington DC', 'DC'],
  ['D.C.', 'DC'],
  ['US Virgin Islands', 'VI'],
  ['Virgin Islands of the US', 'VI'],
  ['Commonwealth of the Northern Mariana Islands', 'MP'],
];

const BY_TEXT: ReadonlyMap<string, UsState> = new Map([
  ...US_STATES.flatMap((entry) => [entry.code, entry.name].map((text) => [key(text), entry] as const)),
  ...OTHER_NAMES.flatMap(([name, code]) => {
    const entry = US_STATES.find((candidate) => candidate.code === code);
    return entry === undefined ? [] : [[key(name), entry] as const];
  }),
]);

/** The state written as code or name, in any letter case; undefined for anything else. */
export function findState(text: string): UsState | undefined {
  return BY_TEXT.get(key(text));
}
