// Holds what single states schedule beyond the federal list, with dates and sources (W7).

/**
 * One substance that a state schedules. `sure`: read in, or reported by several sources from, the state's own law; refused as
 * controlled. `reported`: named by one source only or with an unclear date; refused as not shown to be uncontrolled.
 */
export type StateSchedule = {
  readonly state: string;
  readonly names: readonly string[];
  readonly schedule: 'I' | 'II' | 'III' | 'IV' | 'V';
  readonly source: string;
  readonly certainty: 'sure' | 'reported';
  readonly since?: string;
  readonly until?: string;
};

// This list was last gone through on 2026-11-20.

const GABAPENTIN = ['gabapentin', 'gabapentin enacarbil'];
const PRECURSORS = ['pseudoephedrine', 'ephedrine', 'phenylpropanolamine'];
const GONADOTROPIN = ['chorionic gonadotropin', 'choriogonadotropin alfa', 'human chorionic gonadotropin'];
const GROWTH_HORMONE = ['somatropin', 'somatrem', 'human growth hormone'];

/** The list. A state that the federal list already covers is not repeated here. */
export const STATE_SCHEDULES: readonly StateSchedule[] = [
  {
    state: 'AL',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2019-11-18',
    certainty: 'sure',
    source: 'Ala. Admin. Code r. 420-7-2 (controlled substances list)',
  },
  {
    state: 'KY',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2017-07-01',
    certainty: 'sure',
    source: '902 KAR 55:015',
  },
  {
    state: 'MI',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2019-01-09',
    until: '2024-05-31',
    certainty: 'sure',
    source: 'Mich. Admin. Code R 338.3125, removed by the rules of May 2024',
  },
  {
    state: 'MT',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2025-10-01',
    certainty: 'reported',
    source: 'Mont. Code 50-32-232, HB 41 of 2025',
  },
  {
    state: 'ND',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2019-04-09',
    certainty: 'sure',
    source: 'N.D. Cent. Code 19-03.1-13',
  },
  {
    state: 'TN',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2018-07-01',
    certainty: 'sure',
    source: 'Tenn. Code 39-17-414',
  },
  {
    state: 'UT',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2024-05-01',
    certainty: 'sure',
    source: 'Utah Code 58-37-4',
  },
  {
    state: 'VA',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2019-07-01',
    certainty: 'sure',
    source: 'Va. Code 54.1-3454',
  },
  {
    state: 'WV',
    names: GABAPENTIN,
    schedule: 'V',
    since: '2018-05-01',
    certainty: 'sure',
    source: 'W. Va. Code 60A-2-212',
  },
  { state: 'KY', names: ['nalbuphine'], schedule: 'IV', certainty: 'sure', source: '902 KAR 55:015' },
  {
    state: 'AZ',
    names: ['ephedrine'],
    schedule: 'V',
    certainty: 'sure',
    source: 'Ariz. Rev. Stat. 36-2516 (ephedrine as the single active ingredient)',
  },
  { state: 'AR', names: PRECURSORS, schedule: 'V', certainty: 'sure', source: 'Ark. Code 5-64-212' },
  { state: 'IA', names: PRECURSORS, schedule: 'V', certainty: 'sure', source: 'Iowa Code 124.212(4)' },
  {
    state: 'OR',
    names: PRECURSORS,
    schedule: 'III',
    certainty: 'sure',
    source: 'OAR 855-080-0023 (sold without prescription since 2022, scheduled still)',
  },
  { state: 'IL', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: '720 ILCS 570 and 648' },
  { state: 'KS', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'Kan. Stat. 65-4113' },
  { state: 'LA', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'La. R.S. 40:964' },
  { state: 'MN', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'Minn. Stat. 152.02' },
  { state: 'MO', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'Mo. Rev. Stat. 195.017' },
  {
    state: 'MS',
    names: PRECURSORS,
    schedule: 'III',
    since: '2010-07-01',
    until: '2022-01-01',
    certainty: 'reported',
    source: 'Miss. Code 41-29-117, until 2022',
  },
  { state: 'NM', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: '16.19.20 NMAC' },
  { state: 'OK', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'Okla. Stat. 63-2-212' },
  { state: 'WI', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'Wis. Stat. 961.22' },
  { state: 'WV', names: PRECURSORS, schedule: 'V', certainty: 'reported', source: 'W. Va. Code 60A-2-212' },
  {
    state: 'PA',
    names: GONADOTROPIN,
    schedule: 'III',
    since: '1990-01-01',
    certainty: 'sure',
    source: 'Pennsylvania Act 1989-104',
  },
  {
    state: 'CA',
    names: GONADOTROPIN,
    schedule: 'III',
    certainty: 'reported',
    source: 'Cal. Health & Safety Code 11056(f)',
  },
  {
    state: 'NY',
    names: GONADOTROPIN,
    schedule: 'III',
    certainty: 'reported',
    source: 'N.Y. Public Health Law 3306',
  },
  {
    state: 'CO',
    names: GONADOTROPIN,
    schedule: 'III',
    certainty: 'reported',
    source: 'Colo. Rev. Stat. 18-18-102(3)',
  },
  {
    state: 'CO',
    names: GROWTH_HORMONE,
    schedule: 'III',
    certainty: 'reported',
    source: 'Colo. Rev. Stat. 18-18-102(3)',
  },
  { state: 'IL', names: GONADOTROPIN, schedule: 'III', certainty: 'reported', source: '720 ILCS 570/208' },
  { state: 'IL', names: GROWTH_HORMONE, schedule: 'III', certainty: 'reported', source: '720 ILCS 570/208' },
  {
    state: 'MN',
    names: GROWTH_HORMONE,
    schedule: 'III',
    certainty: 'reported',
    source: 'Minn. Stat. 152.02',
  },
  {
    state: 'PA',
    names: GROWTH_HORMONE,
    schedule: 'III',
    certainty: 'reported',
    source: 'Pennsylvania Act 1989-104',
  },
  {
    state: 'RI',
    names: GROWTH_HORMONE,
    schedule: 'III',
    certainty: 'reported',
    source: 'R.I. Gen. Laws 21-28-2.08',
  },
  {
    state: 'AL',
    names: ['propofol'],
    schedule: 'IV',
    certainty: 'reported',
    source: 'Ala. Admin. Code r. 420-7-2',
  },
  {
    state: 'ND',
    names: ['propofol'],
    schedule: 'IV',
    certainty: 'reported',
    source: 'N.D. Cent. Code 19-03.1-11',
  },
];
