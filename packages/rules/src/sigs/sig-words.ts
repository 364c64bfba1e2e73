// Holds the words of directions: what may be typed for each unit, route, frequency and time, and how a patient reads it.

/** A unit of the dose. `unitCode` is the NCPDP unit in which whole doses are dispensed; without it no quantity is computed. */
export type DoseUnit = {
  readonly one: string;
  readonly many: string;
  readonly typed: readonly string[];
  /** Parts of one can be taken: a capsule or a puff cannot be divided. */
  readonly divisible: boolean;
  readonly unitCode?: string;
};

/** What a dose is counted in, with the words for it and its NCPDP unit. */
export const DOSE_UNITS = {
  tablet: { one: 'tablet', many: 'tablets', typed: ['tab', 'tabs'], divisible: true, unitCode: 'C48542' },
  capsule: { one: 'capsule', many: 'capsules', typed: ['cap', 'caps'], divisible: false, unitCode: 'C48480' },
  milliliter: {
    one: 'mL',
    many: 'mL',
    typed: ['ml', 'milliliter', 'milliliters'],
    divisible: true,
    unitCode: 'C28254',
  },
  milligram: { one: 'mg', many: 'mg', typed: ['mg'], divisible: true },
  microgram: { one: 'mcg', many: 'mcg', typed: ['mcg'], divisible: true },
  gram: { one: 'gram', many: 'grams', typed: ['g', 'gm'], divisible: true, unitCode: 'C48155' },
  unit: { one: 'unit', many: 'units', typed: [], divisible: true },
  puff: { one: 'puff', many: 'puffs', typed: [], divisible: false },
  drop: { one: 'drop', many: 'drops', typed: ['gtt', 'gtts'], divisible: false },
  spray: { one: 'spray', many: 'sprays', typed: [], divisible: false },
  patch: { one: 'patch', many: 'patches', typed: [], divisible: false, unitCode: 'C48524' },
  suppository: {
    one: 'suppository',
    many: 'suppositories',
    typed: ['supp', 'supps'],
    divisible: false,
    unitCode: 'C48539',
  },
  application: { one: 'application', many: 'applications', typed: ['app', 'apps'], divisible: false },
  applicatorful: { one: 'applicatorful', many: 'applicatorfuls', typed: [], divisible: false },
  lozenge: { one: 'lozenge', many: 'lozenges', typed: ['loz'], divisible: false, unitCode: 'C48506' },
  film: { one: 'film', many: 'films', typed: [], divisible: false, unitCode: 'C53499' },
  packet: { one: 'packet', many: 'packets', typed: ['pkt'], divisible: false, unitCode: 'C48521' },
  insert: {
    one: 'vaginal insert',
    many: 'vaginal inserts',
    typed: ['inserts'],
    divisible: false,
    unitCode: 'C62276',
  },
} as const satisfies Readonly<Record<string, DoseUnit>>;
/** A key of `DOSE_UNITS`. */
export type DoseUnitName = keyof typeof DOSE_UNITS;

/** The verb a patient reads first. */
export const ACTIONS = [
  'take',
  'chew',
  'dissolve',
  'inhale',
  'place',
  'insert',
  'apply',
  'inject',
  'instill',
  'use',
] as const;
/** The verb with which directions begin. */
export type Action = (typeof ACTIONS)[number];

/** How the drug gets in: the words read, what may be typed, and the verb unless the dose form has its own. */
export type Route = { readonly words: string; readonly typed: readonly string[]; readonly action: Action };

/** How a drug gets in, with the words for it. */
export const ROUTES = {
  oral: { words: 'by mouth', typed: ['po', 'orally'], action: 'take' },
  sublingual: { words: 'under the tongue', typed: ['sl', 'sublingually'], action: 'place' },
  buccal: { words: 'inside the cheek', typed: ['buccal', 'buccally'], action: 'place' },
  inhaled: { words: 'into the lungs', typed: ['inh'], action: 'inhale' },
  nebulized: { words: 'by nebulizer', typed: ['neb', 'nebs'], action: 'inhale' },
  nasal: {
    words: 'in each nostril',
    typed: ['nas', 'nasally', 'into each nostril', 'each nostril'],
    action: 'use',
  },
  rectal: { words: 'rectally', typed: ['pr'], action: 'insert' },
  vaginal: { words: 'vaginally', typed: ['pv'], action: 'insert' },
  topical: { words: 'to the affected area', typed: ['top', 'topically'], action: 'apply' },
  transdermal: { words: 'to the skin', typed: ['td'], action: 'apply' },
  scalp: { words: 'to the scalp', typed: ['scalp'], action: 'apply' },
  intramuscular: { words: 'into the muscle', typed: ['im'], action: 'inject' },
  subcutaneous: { words: 'under the skin', typed: ['subcut', 'subcutaneously'], action: 'inject' },
  affectedEye: { words: 'in the affected eye', typed: ['oph', 'affected eye'], action: 'instill' },
  rightEye: { words: 'in the right eye', typed: ['right eye'], action: 'instill' },
  leftEye: { words: 'in the left eye', typed: ['left eye'], action: 'instill' },
  eachEye: { words: 'in each eye', typed: ['each eye', 'both eyes', 'in both eyes'], action: 'instill' },
  affectedEar: { words: 'in the affected ear', typed: ['otic', 'affected ear'], action: 'instill' },
  rightEar: { words: 'in the right ear', typed: ['right ear'], action: 'instill' },
  leftEar: { words: 'in the left ear', typed: ['left ear'], action: 'instill' },
  eachEar: { words: 'in each ear', typed: ['each ear', 'both ears', 'in both ears'], action: 'instill' },
} as const satisfies Readonly<Record<string, Route>>;
/** A key of `ROUTES`. */
export type RouteName = keyof typeof ROUTES;

/** How often, for the frequencies that are no plain number of hours; times a day decide the quantity. */
export type NamedFrequency = {
  readonly words: string;
  readonly typed: readonly string[];
  readonly perDay: number | null;
};

/** How often, with the words for it and how many times a day that is. */
export const FREQUENCIES = {
  daily: { words: 'once daily', typed: ['daily', 'every day', 'once a day', '1 time daily'], perDay: 1 },
  twiceDaily: {
    words: 'twice daily',
    typed: ['bid', 'twice a day', '2 times daily', '2 times a day', '2x daily'],
    perDay: 2,
  },
  threeTimesDaily: { words: '3 times daily', typed: ['tid', '3 times a day', '3x daily'], perDay: 3 },
  fourTimesDaily: { words: '4 times daily', typed: ['qid', '4 times a day', '4x daily'], perDay: 4 },
  fiveTimesDaily: { words: '5 times daily', typed: ['5 times a day', '5x daily'], perDay: 5 },
  sixTimesDaily: { words: '6 times daily', typed: ['6 times a day', '6x daily'], perDay: 6 },
  bedtime: {
    words: 'at bedtime',
    typed: ['qhs', 'bedtime', 'nightly', 'nightly at bedtime', 'every night'],
    perDay: 1,
  },
  morning: { words: 'every morning', typed: ['qam', 'in the morning'], perDay: 1 },
  evening: { words: 'every evening', typed: ['qpm', 'in the evening'], perDay: 1 },
  morningAndEvening: {
    words: 'in the morning and in the evening',
    typed: ['qam and qpm', 'every morning and every evening'],
    perDay: 2,
  },
  everyOtherDay: { words: 'every other day', typed: ['every 2 days'], perDay: 1 / 2 },
  weekly: { words: 'once weekly', typed: ['weekly', 'once a week', 'every week'], perDay: 1 / 7 },
  twiceWeekly: {
    words: 'twice weekly',
    typed: ['2 times weekly', 'twice a week', '2x weekly'],
    perDay: 2 / 7,
  },
  threeTimesWeekly: { words: '3 times weekly', typed: ['3 times a week', '3x weekly'], perDay: 3 / 7 },
  everyTwoWeeks: { words: 'every 2 weeks', typed: [], perDay: 1 / 14 },
  monthly: { words: 'once monthly', typed: ['monthly', 'once a month', 'every month'], perDay: 1 / 30 },
  once: { words: 'one time only', typed: ['once', 'one time'], perDay: null },
} as const satisfies Readonly<Record<string, NamedFrequency>>;
/** A key of `FREQUENCIES`. */
export type FrequencyName = keyof typeof FREQUENCIES;

/** When beside meals or sleep. */
export const TIMINGS = {
  beforeMeals: { words: 'before meals', typed: ['ac'] },
  afterMeals: { words: 'after meals', typed: ['pc'] },
  withMeals: { words: 'with meals', typed: ['wm'] },
  withFood: { words: 'with food', typed: ['w/ food'] },
  emptyStomach: { words: 'on an empty stomach', typed: [] },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly typed: readonly string[] }>>;
/** The name of a time of day or of a meal. */
export type TimingName = keyof typeof TIMINGS;

/** What is refused in shorthand besides the error-prone abbreviations (`texts/error-prone-list.ts`), with what to type. */
export const REFUSED_WORDS: ReadonlyMap<string, string> = new Map([
  ['q2d', 'every other day'],
  ['tsp', 'mL (1 teaspoon is 5 mL)'],
  ['tbsp', 'mL (1 tablespoon is 15 mL)'],
  ['teaspoon', 'mL (1 teaspoon is 5 mL)'],
  ['tablespoon', 'mL (1 tablespoon is 15 mL)'],
  ['iv', 'a route that patients can use'],
]);

/** The verb of a dose form, where it is better than the route's: first match. */
export const FORM_ACTIONS: ReadonlyArray<readonly [form: RegExp, action: Action]> = [
  [/chewable|gum/i, 'chew'],
  [/lozenge|sublingual|film/i, 'dissolve'],
  [/inhal/i, 'inhale'],
  [/ophthalmic|otic/i, 'instill'],
  [/nasal/i, 'use'],
  [/suppository|vaginal|rectal/i, 'insert'],
  [/inject|syringe|pen\b|cartridge/i, 'inject'],
  [/transdermal|patch|topical|cream|ointment|lotion|shampoo|gel/i, 'apply'],
];

/** The units that a dose form can be counted in; a dose in another unit is a warning. First match. */
export const FORM_UNITS: ReadonlyArray<readonly [form: RegExp, units: readonly DoseUnitName[]]> = [
  [/tablet/i, ['tablet', 'milligram', 'microgram', 'gram']],
  [/capsule/i, ['capsule', 'milligram', 'microgram']],
  [/metered dose inhaler|dry powder inhaler|inhalation spray/i, ['puff']],
  [/nasal spray/i, ['spray']],
  [/(?:ophthalmic|otic) (?:solution|suspension)/i, ['drop']],
  [/transdermal|patch/i, ['patch']],
  [/suppository/i, ['suppository']],
  [/oral (?:solution|suspension)|mouthwash/i, ['milliliter', 'milligram', 'microgram', 'unit']],
  [/cream|ointment|lotion|topical gel/i, ['application', 'gram', 'applicatorful']],
];
