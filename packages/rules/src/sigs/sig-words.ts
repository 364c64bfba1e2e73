// Holds the words of directions: what may be typed for each unit, route, frequency and time, and how a patient reads it.

/** A unit of the dose. `unitCode` is the NCPDP unit in which whole doses are dispensed; without it no quantity is computed. */
export type DoseUnit = {
  readonly one: string;
  readonly many: string;
  readonly typed: readonly string[];
  /** Parts of one can be taken: a capsule or a puff cannot be divided. */
  readonly divisible: boolean;
  readonly unitCode?: string;
  /** No number is said with it: "a thin layer". */
  readonly uncounted?: true;
  /** A single dose above this is a slip, or needs a reason (W1). */
  readonly atMost?: number;
};

/** What a dose is counted in, with the words for it and its NCPDP unit. */
export const DOSE_UNITS = {
  tablet: {
    one: 'tablet',
    many: 'tablets',
    typed: ['tab', 'tabs', 'tabl', 'tbl', 'caplet', 'caplets', 'odt', 'odts'],
    divisible: true,
    unitCode: 'C48542',
    atMost: 12,
  },
  capsule: {
    one: 'capsule',
    many: 'capsules',
    typed: ['cap', 'caps', 'softgel', 'softgels', 'gelcap', 'gelcaps'],
    divisible: false,
    unitCode: 'C48480',
    atMost: 12,
  },
  pill: { one: 'pill', many: 'pills', typed: [], divisible: true, atMost: 12 },
  milliliter: {
    one: 'mL',
    many: 'mL',
    typed: ['ml', 'mls', 'milliliter', 'milliliters'],
    divisible: true,
    unitCode: 'C28254',
    atMost: 500,
  },
  milligram: {
    one: 'mg',
    many: 'mg',
    typed: ['mg', 'mgs', 'milligram', 'milligrams'],
    divisible: true,
    atMost: 10_000,
  },
  microgram: {
    one: 'mcg',
    many: 'mcg',
    typed: ['mcg', 'microgram', 'micrograms'],
    divisible: true,
    atMost: 10_000,
  },
  gram: {
    one: 'gram',
    many: 'grams',
    typed: ['g', 'gm', 'gms'],
    divisible: true,
    unitCode: 'C48155',
    atMost: 100,
  },
  unit: { one: 'unit', many: 'units', typed: [], divisible: true, atMost: 300 },
  puff: {
    one: 'puff',
    many: 'puffs',
    typed: ['inhalation', 'inhalations', 'actuation', 'actuations'],
    divisible: false,
    atMost: 10,
  },
  drop: { one: 'drop', many: 'drops', typed: ['gtt', 'gtts'], divisible: false, atMost: 30 },
  spray: { one: 'spray', many: 'sprays', typed: [], divisible: false, atMost: 8 },
  patch: {
    one: 'patch',
    many: 'patches',
    typed: [],
    divisible: false,
    unitCode: 'C48524',
    atMost: 4,
  },
  suppository: {
    one: 'suppository',
    many: 'suppositories',
    typed: ['supp', 'supps'],
    divisible: false,
    unitCode: 'C48539',
    atMost: 2,
  },
  application: {
    one: 'application',
    many: 'applications',
    typed: ['app', 'apps'],
    divisible: false,
    atMost: 4,
  },
  applicatorful: {
    one: 'applicatorful',
    many: 'applicatorfuls',
    typed: ['applicator', 'applicators'],
    divisible: true,
    atMost: 2,
  },
  lozenge: {
    one: 'lozenge',
    many: 'lozenges',
    typed: ['loz', 'troche', 'troches'],
    divisible: false,
    unitCode: 'C48506',
    atMost: 4,
  },
  film: { one: 'film', many: 'films', typed: [], divisible: false, unitCode: 'C53499', atMost: 4 },
  packet: { one: 'packet', many: 'packets', typed: ['pkt'], divisible: false, unitCode: 'C48521', atMost: 6 },
  insert: {
    one: 'vaginal insert',
    many: 'vaginal inserts',
    typed: ['inserts'],
    divisible: false,
    unitCode: 'C62276',
    atMost: 2,
  },
  piece: { one: 'piece', many: 'pieces', typed: [], divisible: false, unitCode: 'C69124', atMost: 4 },
  vial: {
    one: 'vial',
    many: 'vials',
    typed: ['ampule', 'ampules', 'ampoule', 'ampoules', 'amp', 'amps', 'nebule', 'nebules'],
    divisible: false,
    atMost: 4,
  },
  injection: { one: 'injection', many: 'injections', typed: [], divisible: false, atMost: 4 },
  syringe: {
    one: 'syringe',
    many: 'syringes',
    typed: ['prefilled syringe', 'prefilled syringes'],
    divisible: false,
    atMost: 4,
  },
  inch: {
    one: 'inch',
    many: 'inches',
    typed: ['inch ribbon', 'inch of ointment'],
    divisible: true,
    atMost: 6,
  },
  capful: { one: 'capful', many: 'capfuls', typed: [], divisible: true, atMost: 8 },
  strip: {
    one: 'strip',
    many: 'strips',
    typed: ['test strip', 'test strips'],
    divisible: false,
    unitCode: 'C48538',
    atMost: 4,
  },
  thinLayer: {
    one: 'a thin layer',
    many: 'a thin layer',
    typed: ['thin layer', 'thin film', 'a thin film', 'thinly'],
    divisible: false,
    uncounted: true,
  },
  smallAmount: {
    one: 'a small amount',
    many: 'a small amount',
    typed: ['small amount', 'sparingly', 'a pea-sized amount', 'pea-sized amount'],
    divisible: false,
    uncounted: true,
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
  'drink',
  'swallow',
  'gargle',
  'swishAndSwallow',
  'swishAndSpit',
] as const;
/** The verb with which directions begin. */
export type Action = (typeof ACTIONS)[number];
/** A verb in words. */
export const actionWords = (action: Action): string => action.replace(/And(?=S)/, ' and ').toLowerCase();

/** How the drug gets in: the words read, what may be typed, and the verb unless the dose form has its own. */
export type Route = { readonly words: string; readonly typed: readonly string[]; readonly action: Action };

/** How a drug gets in, with the words for it. */
export const ROUTES = {
  oral: {
    words: 'by mouth',
    typed: [
      'po',
      'orally',
      'oral',
      'by oral route',
      'oral route',
      'via mouth',
      'in mouth',
      'in the mouth',
      'on the tongue',
      'on tongue',
    ],
    action: 'take',
  },
  sublingual: {
    words: 'under the tongue',
    typed: ['sl', 'sublingually', 'sublingual', 'under tongue', 'by sublingual route'],
    action: 'place',
  },
  buccal: { words: 'inside the cheek', typed: ['buccal', 'buccally'], action: 'place' },
  inhaled: {
    words: 'into the lungs',
    typed: [
      'inh',
      'into lungs',
      'by inhalation',
      'via inhalation',
      'via inhaler',
      'by inhaler',
      'by inhalation route',
      'via handihaler',
      'with handihaler',
      'inhalation route',
    ],
    action: 'inhale',
  },
  nebulized: {
    words: 'by nebulizer',
    typed: [
      'neb',
      'nebs',
      'nebulized',
      'via nebulizer',
      'via nebulization',
      'by nebulization',
      'per nebulizer',
      'in nebulizer',
      'in neb',
      'via neb',
      'per neb',
      'by neb',
    ],
    action: 'inhale',
  },
  nasal: {
    words: 'in each nostril',
    typed: [
      'into each nostril',
      'each nostril',
      'per nostril',
      'in both nostrils',
      'both nostrils',
      'into both nostrils',
      'by each nare route',
      'in each nare',
      'each nare',
      'in each naris',
      'in both nares',
      'both nares',
      'to each nostril',
    ],
    action: 'use',
  },
  oneNostril: {
    words: 'in one nostril',
    typed: ['in 1 nostril', 'into 1 nostril', '1 nostril'],
    action: 'use',
  },
  rectal: {
    words: 'rectally',
    typed: ['pr', 'by rectal route', 'per rectum', 'into rectum', 'into the rectum', 'in the rectum'],
    action: 'insert',
  },
  vaginal: {
    words: 'vaginally',
    typed: [
      'pv',
      'by vaginal route',
      'intravaginally',
      'per vagina',
      'into vagina',
      'into the vagina',
      'in the vagina',
    ],
    action: 'insert',
  },
  topical: {
    words: 'to the affected area',
    typed: [
      'top',
      'topically',
      'by topical route',
      'topical route',
      'affected area',
      'to affected area',
      'to affected areas',
      'to aa',
      'to aas',
      'to the aa',
      'aa',
      'to the affected areas',
      'on affected area',
      'on the affected area',
      'affected areas',
      'to affected skin',
      'to affected joint',
      'to affected joints',
      'to the affected joint',
      'to the affected skin',
      'to rash',
      'to the rash',
    ],
    action: 'apply',
  },
  transdermal: {
    words: 'to the skin',
    typed: [
      'td',
      'transdermally',
      'by transdermal route',
      'to skin',
      'on skin',
      'on the skin',
      'onto the skin',
      'onto skin',
      'to clean dry skin',
      'to clean skin',
      'to dry skin',
      'to intact skin',
    ],
    action: 'apply',
  },
  scalp: { words: 'to the scalp', typed: ['scalp', 'to scalp', 'on the scalp'], action: 'apply' },
  intramuscular: {
    words: 'into the muscle',
    typed: ['im', 'intramuscularly', 'intramuscular', 'by intramuscular route'],
    action: 'inject',
  },
  subcutaneous: {
    words: 'under the skin',
    typed: [
      'subcut',
      'subcutaneously',
      'subcutaneous',
      'subq',
      'under skin',
      'by subcutaneous route',
      'subcutaneous route',
    ],
    action: 'inject',
  },
  affectedEye: {
    words: 'in the affected eye',
    typed: [
      'oph',
      'affected eye',
      'in affected eye',
      'into affected eye',
      'into the affected eye',
      'to affected eye',
      'to the affected eye',
    ],
    action: 'instill',
  },
  rightEye: {
    words: 'in the right eye',
    typed: [
      'right eye',
      'r eye',
      'rt eye',
      'in right eye',
      'into right eye',
      'into the right eye',
      'to right eye',
      'to the right eye',
    ],
    action: 'instill',
  },
  leftEye: {
    words: 'in the left eye',
    typed: [
      'left eye',
      'l eye',
      'lt eye',
      'in left eye',
      'into left eye',
      'into the left eye',
      'to left eye',
      'to the left eye',
    ],
    action: 'instill',
  },
  eachEye: {
    words: 'in each eye',
    typed: [
      'each eye',
      'both eyes',
      'in both eyes',
      'into each eye',
      'into both eyes',
      'to each eye',
      'to both eyes',
    ],
    action: 'instill',
  },
  affectedEar: {
    words: 'in the affected ear',
    typed: [
      'otic',
      'affected ear',
      'in affected ear',
      'into affected ear',
      'into the affected ear',
      'to affected ear',
      'to the affected ear',
    ],
    action: 'instill',
  },
  rightEar: {
    words: 'in the right ear',
    typed: [
      'right ear',
      'r ear',
      'rt ear',
      'in right ear',
      'into right ear',
      'into the right ear',
      'to right ear',
      'to the right ear',
    ],
    action: 'instill',
  },
  leftEar: {
    words: 'in the left ear',
    typed: [
      'left ear',
      'l ear',
      'lt ear',
      'in left ear',
      'into left ear',
      'into the left ear',
      'to left ear',
      'to the left ear',
    ],
    action: 'instill',
  },
  eachEar: {
    words: 'in each ear',
    typed: [
      'each ear',
      'both ears',
      'in both ears',
      'into each ear',
      'into both ears',
      'to each ear',
      'to both ears',
    ],
    action: 'instill',
  },
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
  daily: {
    words: 'once daily',
    typed: [
      'daily',
      'every day',
      'each day',
      'a day',
      'per day',
      '/day',
      'q day',
      'qday',
      'q daily',
      'everyday',
      'every 24 hrs',
    ],
    perDay: 1,
  },
  twiceDaily: { words: 'twice daily', typed: ['bid'], perDay: 2 },
  threeTimesDaily: { words: '3 times daily', typed: ['tid'], perDay: 3 },
  fourTimesDaily: { words: '4 times daily', typed: ['qid'], perDay: 4 },
  fiveTimesDaily: { words: '5 times daily', typed: [], perDay: 5 },
  sixTimesDaily: { words: '6 times daily', typed: [], perDay: 6 },
  bedtime: { words: 'at bedtime', typed: [], perDay: 1 },
  morning: { words: 'every morning', typed: [], perDay: 1 },
  evening: { words: 'every evening', typed: [], perDay: 1 },
  morningAndEvening: { words: 'in the morning and in the evening', typed: [], perDay: 2 },
  everyOtherDay: {
    words: 'every other day',
    typed: [
      'q other day',
      'once every other day',
      'every second day',
      'every 2 nd day',
      'alternate days',
      'on alternate days',
      'every alternate day',
    ],
    perDay: 1 / 2,
  },
  weekly: {
    words: 'once weekly',
    typed: [
      'weekly',
      'every week',
      'each week',
      'q week',
      'q weekly',
      'qweek',
      'q wk',
      'qwk',
      'a week',
      'per week',
      '/week',
      '/wk',
    ],
    perDay: 1 / 7,
  },
  twiceWeekly: { words: 'twice weekly', typed: [], perDay: 2 / 7 },
  threeTimesWeekly: { words: '3 times weekly', typed: [], perDay: 3 / 7 },
  everyTwoWeeks: {
    words: 'every 2 weeks',
    typed: ['every other week', 'once every other week'],
    perDay: 1 / 14,
  },
  monthly: {
    words: 'once monthly',
    typed: ['monthly', 'every month', 'each month', 'q month', 'a month', 'per month'],
    perDay: 1 / 30,
  },
  once: {
    words: 'one time only',
    typed: [
      'once',
      '1 time',
      '1 time only',
      '1 time dose',
      'once only',
      'only once',
      'x 1',
      'x 1 dose',
      'single dose',
      'as a single dose',
      'for 1 dose',
      'as 1 dose',
      'now',
      'stat',
      'as single dose',
      'once as single dose',
      'once as a single dose',
      'once now',
      'x 1 now',
      'x 1 dose now',
      '1 time now',
    ],
    perDay: null,
  },
} as const satisfies Readonly<Record<string, NamedFrequency>>;
/** A key of `FREQUENCIES`. */
export type FrequencyName = keyof typeof FREQUENCIES;

/** A time of day, in the order of the day. */
export const MOMENTS = ['morning', 'noon', 'afternoon', 'evening', 'night', 'bedtime'] as const;
/** A time of day. */
export type Moment = (typeof MOMENTS)[number];
/** A time of day as part of a sentence. */
export const momentWords = (moment: Moment): string =>
  moment === 'noon' || moment === 'night' || moment === 'bedtime' ? `at ${moment}` : `in the ${moment}`;

/** Days of the week, from Monday on. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
/** A day of the week. */
export type Weekday = (typeof WEEKDAYS)[number];

/** Who or what says the rest of "as directed". */
export const DIRECTED_BY = {
  package: 'on the package',
  prescriber: 'by your prescriber',
} as const;
/** A key of `DIRECTED_BY`. */
export type DirectedBy = keyof typeof DIRECTED_BY;

/** Places of the body where something is put on or injected, with more of them, and what else may be typed. */
export const SITES = {
  face: { one: 'face', many: 'face', typed: [] },
  neck: { one: 'neck', many: 'neck', typed: [] },
  chest: { one: 'chest', many: 'chest', typed: [] },
  back: { one: 'back', many: 'back', typed: [] },
  abdomen: { one: 'abdomen', many: 'abdomen', typed: ['stomach', 'belly'] },
  groin: { one: 'groin', many: 'groin', typed: [] },
  lips: { one: 'lips', many: 'lips', typed: [] },
  arm: { one: 'arm', many: 'arms', typed: [] },
  upperArm: { one: 'upper arm', many: 'upper arms', typed: [] },
  hand: { one: 'hand', many: 'hands', typed: [] },
  shoulder: { one: 'shoulder', many: 'shoulders', typed: [] },
  elbow: { one: 'elbow', many: 'elbows', typed: [] },
  hip: { one: 'hip', many: 'hips', typed: [] },
  thigh: { one: 'thigh', many: 'thighs', typed: [] },
  leg: { one: 'leg', many: 'legs', typed: [] },
  knee: { one: 'knee', many: 'knees', typed: [] },
  foot: { one: 'foot', many: 'feet', typed: [] },
} as const satisfies Readonly<
  Record<string, { readonly one: string; readonly many: string; readonly typed: readonly string[] }>
>;
/** A key of `SITES`. */
export type SiteName = keyof typeof SITES;

/** When beside meals or sleep. */
export const TIMINGS = {
  beforeMeals: { words: 'before meals', typed: ['ac', 'qac', 'before each meal', 'before every meal'] },
  afterMeals: { words: 'after meals', typed: ['pc', 'after each meal', 'after every meal'] },
  withMeals: {
    words: 'with meals',
    typed: [
      'wm',
      'with each meal',
      'with every meal',
      'at meals',
      'with all meals',
      'with breakfast lunch and dinner',
    ],
  },
  beforeMeal: { words: 'before a meal', typed: [] },
  afterMeal: { words: 'after a meal', typed: [] },
  withMeal: { words: 'with a meal', typed: ['with meal'] },
  withFood: { words: 'with food', typed: [] },
  beforeFood: { words: 'before food', typed: [] },
  afterFood: { words: 'after food', typed: [] },
  emptyStomach: { words: 'on an empty stomach', typed: ['on empty stomach', 'without food'] },
  emptyStomachBeforeBreakfast: { words: 'before breakfast on an empty stomach', typed: [] },
  foodOrNone: { words: 'with or without food', typed: ['without regard to food', 'without regard to meals'] },
  whileAwake: { words: 'while awake', typed: ['when awake', 'while you are awake'] },
  beforeBreakfast: { words: 'before breakfast', typed: ['ac breakfast'] },
  withBreakfast: {
    words: 'with breakfast',
    typed: ['with morning meal', 'with the morning meal', 'at breakfast'],
  },
  afterBreakfast: { words: 'after breakfast', typed: [] },
  beforeLunch: { words: 'before lunch', typed: ['ac lunch'] },
  withLunch: { words: 'with lunch', typed: ['at lunch'] },
  afterLunch: { words: 'after lunch', typed: [] },
  beforeDinner: {
    words: 'before dinner',
    typed: ['ac dinner', 'ac supper', 'before supper', 'before evening meal', 'before the evening meal'],
  },
  withDinner: {
    words: 'with dinner',
    typed: [
      'with supper',
      'with evening meal',
      'with the evening meal',
      'at dinner',
      'at supper',
      'at dinner time',
      'at dinnertime',
      'at supper time',
      'at suppertime',
    ],
  },
  afterDinner: {
    words: 'after dinner',
    typed: ['after supper', 'after evening meal', 'after the evening meal'],
  },
  beforeBreakfastAndDinner: { words: 'before breakfast and dinner', typed: ['before breakfast and supper'] },
  withBreakfastAndDinner: {
    words: 'with breakfast and dinner',
    typed: ['with breakfast and supper', 'with morning and evening meals'],
  },
  mealsAndBedtime: { words: 'with meals and at bedtime', typed: ['with meals and bedtime'] },
  beforeMealsAndBedtime: {
    words: 'before meals and at bedtime',
    typed: [
      'before meals and bedtime',
      'ac and at bedtime',
      'ac and qhs',
      'qac and at bedtime',
      'qac and qhs',
    ],
  },
  foodOrMilk: { words: 'with food or milk', typed: ['with milk or food'] },
  milk: { words: 'with milk', typed: [] },
  water: {
    words: 'with a full glass of water',
    typed: ['with full glass of water', 'with a glass of water', 'with water', 'with plenty of water'],
  },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly typed: readonly string[] }>>;
/** The name of a time of day or of a meal. */
export type TimingName = keyof typeof TIMINGS;

/** What is refused in shorthand besides the error-prone abbreviations (`texts/error-prone-list.ts`), with what to type: one thing, or several. */
export const REFUSED_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['q 2 d', ['every other day']],
  ...[3, 4, 5, 7, 10, 14, 28, 30, 90].map(
    (days) => [`q ${days} d`, [`every ${days} days`]] as [string, string[]],
  ),
  ['aaa', ['to the affected area']],
  ['d / c', ['then stop']],
  ['wf', ['with food']],
  // Some programs print it for what is meant under the skin; what goes into the skin itself is rare.
  ['into the skin', ['under the skin']],
  ['q hs', ['at bedtime']],
  ['biweekly', ['twice weekly', 'every 2 weeks']],
  ['bimonthly', ['every 2 months', 'every 2 weeks']],
  ['nasally', ['in each nostril', 'in one nostril']],
  ['intranasally', ['in each nostril', 'in one nostril']],
  ['nas', ['in each nostril', 'in one nostril']],
  ['tsp', ['mL (1 teaspoon is 5 mL)']],
  ['tsps', ['mL (1 teaspoon is 5 mL)']],
  ['tbsp', ['mL (1 tablespoon is 15 mL)']],
  ['teaspoon', ['mL (1 teaspoon is 5 mL)']],
  ['teaspoons', ['mL (1 teaspoon is 5 mL)']],
  ['teaspoonful', ['mL (1 teaspoon is 5 mL)']],
  ['tablespoon', ['mL (1 tablespoon is 15 mL)']],
  ['tablespoons', ['mL (1 tablespoon is 15 mL)']],
  ['tablespoonful', ['mL (1 tablespoon is 15 mL)']],
  ['iv', ['a route that patients can use']],
]);
