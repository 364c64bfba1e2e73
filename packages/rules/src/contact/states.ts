// Owns the list of US states, district, territories, associated states and military "states", found by code or name.

import { lowerAscii } from '../codes/letter-case.ts';

/** A value for the state of an address. */
export type UsState = {
  /** Two-letter USPS code. */
  readonly code: string;
  readonly name: string;
  readonly kind: 'state' | 'district' | 'territory' | 'associated' | 'military';
};

const state = (code: string, name: string): UsState => ({ code, name, kind: 'state' });

/** All of them, in the order of their codes within each kind. */
export const US_STATES: readonly UsState[] = [
  state('AK', 'Alaska'),
  state('AL', 'Alabama'),
  state('AR', 'Arkansas'),
  state('AZ', 'Arizona'),
  state('CA', 'California'),
  state('CO', 'Colorado'),
  state('CT', 'Connecticut'),
  state('DE', 'Delaware'),
  state('FL', 'Florida'),
  state('GA', 'Georgia'),
  state('HI', 'Hawaii'),
  state('IA', 'Iowa'),
  state('ID', 'Idaho'),
  state('IL', 'Illinois'),
  state('IN', 'Indiana'),
  state('KS', 'Kansas'),
  state('KY', 'Kentucky'),
  state('LA', 'Louisiana'),
  state('MA', 'Massachusetts'),
  state('MD', 'Maryland'),
  state('ME', 'Maine'),
  state('MI', 'Michigan'),
  state('MN', 'Minnesota'),
  state('MO', 'Missouri'),
  state('MS', 'Mississippi'),
  state('MT', 'Montana'),
  state('NC', 'North Carolina'),
  state('ND', 'North Dakota'),
  state('NE', 'Nebraska'),
  state('NH', 'New Hampshire'),
  state('NJ', 'New Jersey'),
  state('NM', 'New Mexico'),
  state('NV', 'Nevada'),
  state('NY', 'New York'),
  state('OH', 'Ohio'),
  state('OK', 'Oklahoma'),
  state('OR', 'Oregon'),
  state('PA', 'Pennsylvania'),
  state('RI', 'Rhode Island'),
  state('SC', 'South Carolina'),
  state('SD', 'South Dakota'),
  state('TN', 'Tennessee'),
  state('TX', 'Texas'),
  state('UT', 'Utah'),
  state('VA', 'Virginia'),
  state('VT', 'Vermont'),
  state('WA', 'Washington'),
  state('WI', 'Wisconsin'),
  state('WV', 'West Virginia'),
  state('WY', 'Wyoming'),
  { code: 'DC', name: 'District of Columbia', kind: 'district' },
  { code: 'AS', name: 'American Samoa', kind: 'territory' },
  { code: 'GU', name: 'Guam', kind: 'territory' },
  { code: 'MP', name: 'Northern Mariana Islands', kind: 'territory' },
  { code: 'PR', name: 'Puerto Rico', kind: 'territory' },
  { code: 'VI', name: 'Virgin Islands', kind: 'territory' },
  { code: 'FM', name: 'Federated States of Micronesia', kind: 'associated' },
  { code: 'MH', name: 'Marshall Islands', kind: 'associated' },
  { code: 'PW', name: 'Palau', kind: 'associated' },
  { code: 'AA', name: 'Armed Forces Americas', kind: 'military' },
  { code: 'AE', name: 'Armed Forces Europe', kind: 'military' },
  { code: 'AP', name: 'Armed Forces Pacific', kind: 'military' },
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
