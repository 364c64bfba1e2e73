// Holds how often and when: what may be typed for each frequency and meal, and how a patient reads it.

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
