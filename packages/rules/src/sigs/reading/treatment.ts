// Owns what a treatment's form settles of its directions: the way into the body, what doses are counted in, the verb.
import type { Action, DoseUnitName, RouteName } from '../sig-words.ts';

/** What a form settles. One route or one unit is settled; of several somebody chooses; what is empty must be said. */
export type FormFacts = {
  readonly routes: readonly RouteName[];
  /** What a bare number counts. */
  readonly units: readonly DoseUnitName[];
  /** What doses are else given in: a dose in another unit is worth a second look. */
  readonly others: readonly DoseUnitName[];
  readonly action?: Action;
  /** One of it, a pen, is no dose: it holds several. */
  readonly holdsSeveral?: true;
  /** It is carried for an emergency, where a second one may be needed. */
  readonly rescue?: true;
  /** Why it is usually taken as needed, for a choice. */
  readonly reasons: readonly string[];
};

const EYES = ['rightEye', 'leftEye', 'eachEye', 'affectedEye'] as const;
const EARS = ['rightEar', 'leftEar', 'eachEar', 'affectedEar'] as const;
const MASSES = ['milligram', 'microgram', 'gram'] as const;
const SPREAD = ['thinLayer', 'smallAmount', 'application', 'gram', 'inch'] as const;
/** Why most of what is taken as needed is taken. */
export const ORAL_REASONS = [
  'pain',
  'fever',
  'nausea',
  'itching',
  'allergies',
  'anxiety',
  'sleep',
  'muscle spasms',
];
const form = (
  pattern: RegExp,
  routes: readonly RouteName[],
  units: readonly DoseUnitName[],
  others: readonly DoseUnitName[] = [],
  more: Partial<Pick<FormFacts, 'action' | 'holdsSeveral' | 'reasons'>> = {},
): readonly [RegExp, FormFacts] => [pattern, { routes, units, others, reasons: ORAL_REASONS, ...more }];

const AUTO_INJECTOR = /auto-?injector/i;
/** First match. Words of RxNorm's dose forms, and of the names that people write. */
const FORMS: ReadonlyArray<readonly [pattern: RegExp, facts: FormFacts]> = [
  form(/kit\b|starter|\bpack\b/i, [], []),
  form(/sublingual.*film|film.*sublingual/i, ['sublingual'], ['film'], [], { action: 'dissolve' }),
  form(/sublingual/i, ['sublingual'], ['tablet'], ['milligram'], {
    action: 'dissolve',
    reasons: ['chest pain'],
  }),
  form(/buccal.*film/i, ['buccal'], ['film']),
  form(/buccal/i, ['buccal'], ['tablet', 'lozenge'], ['milligram', 'pill']),
  form(/oral film/i, ['oral'], ['film'], ['milligram'], { action: 'dissolve' }),
  form(/gum\b/i, ['oral'], ['piece'], ['milligram'], { action: 'chew', reasons: ['nicotine craving'] }),
  form(/lozenge|troche/i, ['oral'], ['lozenge'], ['milligram'], {
    action: 'dissolve',
    reasons: ['sore throat', 'cough'],
  }),
  form(/nasal.*(?:spray|inhal)|nasal inhaler/i, ['nasal', 'oneNostril'], ['spray'], [], {
    action: 'use',
    reasons: ['congestion', 'allergies'],
  }),
  form(/nasal/i, ['nasal', 'oneNostril'], [], ['drop', 'spray', ...SPREAD], {
    action: 'use',
    reasons: ['congestion', 'allergies'],
  }),
  // Of capsules whose powder is inhaled a bare number is a capsule, which takes two puffs.
  form(/inhalation powder/i, ['inhaled'], [], ['puff', 'capsule'], {
    action: 'inhale',
    reasons: ['shortness of breath', 'wheezing', 'asthma'],
  }),
  form(
    /metered dose|dry powder|inhalation (?:spray|aerosol)|\bhfa\b|respimat|diskus|ellipta|\binhaler/i,
    ['inhaled'],
    ['puff'],
    [],
    {
      action: 'inhale',
      reasons: ['shortness of breath', 'wheezing', 'asthma'],
    },
  ),
  form(/inhal.*(?:solution|suspension)|nebul/i, ['nebulized'], [], ['vial', 'milliliter', 'milligram'], {
    action: 'inhale',
    reasons: ['shortness of breath', 'wheezing', 'asthma'],
  }),
  form(/ophthalmic.*(?:ointment|gel)|eye ointment/i, EYES, [], ['inch', 'smallAmount', 'application'], {
    action: 'apply',
    reasons: ['dry eyes'],
  }),
  form(/ophthalmic|\beye\b/i, EYES, ['drop'], [], { action: 'instill', reasons: ['dry eyes', 'itching'] }),
  form(/otic|\bear\b/i, EARS, ['drop'], [], { action: 'instill', reasons: ['pain'] }),
  form(/vaginal.*(?:tablet|insert|suppository)/i, ['vaginal'], ['insert'], ['suppository', 'tablet'], {
    action: 'insert',
  }),
  form(/vaginal/i, ['vaginal'], [], ['applicatorful', 'gram', 'application'], { action: 'insert' }),
  form(
    /rectal.*(?:cream|ointment|gel|foam)/i,
    ['rectal'],
    [],
    ['application', 'applicatorful', 'smallAmount', 'thinLayer'],
    { action: 'apply' },
  ),
  form(/suppositor/i, ['rectal'], ['suppository'], ['milligram'], {
    action: 'insert',
    reasons: ['constipation', 'nausea', 'pain'],
  }),
  form(/rectal|enema/i, ['rectal'], [], ['milliliter', 'application'], { action: 'insert' }),
  form(/transdermal|patch/i, ['transdermal'], ['patch'], ['smallAmount', 'gram'], {
    action: 'apply',
    reasons: ['pain'],
  }),
  form(/insulin/i, ['subcutaneous'], ['unit'], ['milliliter'], { action: 'inject', holdsSeveral: true }),
  // One is one dose. Which way it goes is the drug's.
  form(
    AUTO_INJECTOR,
    ['subcutaneous', 'intramuscular'],
    ['autoInjector'],
    [...MASSES, 'milliliter', 'unit', 'injection', 'pen'],
    { action: 'inject' },
  ),
  // What comes in a pen goes under the skin; auto-injectors of the muscle are none.
  form(/\bpens?\b/i, ['subcutaneous'], [], ['unit', ...MASSES, 'milliliter', 'injection', 'pen'], {
    action: 'inject',
    holdsSeveral: true,
  }),
  form(
    /inject|syringe|cartridge|\binj\b/i,
    ['subcutaneous', 'intramuscular'],
    [],
    [...MASSES, 'milliliter', 'unit', 'injection', 'syringe'],
    {
      action: 'inject',
    },
  ),
  form(/powder for oral solution/i, ['oral'], [], ['milliliter', 'gram', 'packet', 'capful', 'milligram']),
  form(/mouthwash/i, ['oral'], [], ['milliliter'], { action: 'swishAndSpit' }),
  form(
    /oral (?:solution|suspension|liquid|drops)|syrup|elixir|for oral susp/i,
    ['oral'],
    [],
    ['milliliter', 'milligram', 'microgram', 'unit', 'gram'],
    {
      reasons: ['pain', 'fever', 'cough', 'nausea'],
    },
  ),
  form(/chewable|chew\b/i, ['oral'], ['tablet'], ['milligram', 'microgram', 'gram', 'pill'], {
    action: 'chew',
  }),
  form(/oral (?:powder|granules)|packet/i, ['oral'], [], ['packet', 'gram', 'capful', 'milligram'], {
    action: 'take',
  }),
  form(
    /topical|cream|ointment|lotion|shampoo|\bgel\b|foam|\boint\b/i,
    ['topical'],
    [],
    [...SPREAD, 'applicatorful', 'milliliter'],
    {
      action: 'apply',
      reasons: ['itching', 'rash', 'pain'],
    },
  ),
  form(/capsules?\b|\bcaps?\b/i, ['oral'], ['capsule'], ['milligram', 'microgram', 'pill', 'unit']),
  form(
    /tablets?\b|\btabs?\b|caplet/i,
    ['oral'],
    ['tablet'],
    ['milligram', 'microgram', 'gram', 'pill', 'unit'],
  ),
];

/** Whose auto-injectors go into the muscle, or by their label (section 2) into the muscle or under the skin; those of all others go under the skin. */
const MUSCLE: ReadonlySet<string> = new Set(
  'atropine diazepam epinephrine interferon midazolam morphine nalmefene naloxone pralidoxime'.split(' '),
);
const RESCUES: ReadonlySet<string> = new Set(['epinephrine', 'nalmefene', 'naloxone']);

/**
 * What a dose form settles, of an auto-injector also by what is in it: of most the label knows one way. Undefined for a form that is not known, with
 * which everything must be said.
 */
export function factsOf(
  doseForm: string | undefined,
  ingredients: readonly string[] = [],
): FormFacts | undefined {
  const found = doseForm === undefined ? undefined : FORMS.find(([pattern]) => pattern.test(doseForm));
  if (found === undefined) return undefined;
  const [pattern, facts] = found;
  if (pattern !== AUTO_INJECTOR || ingredients.length === 0) return facts;
  const isOf = (names: ReadonlySet<string>): boolean =>
    ingredients.some((name) => names.has(/^[a-z]+/.exec(name.toLowerCase())?.[0] ?? ''));
  return {
    ...facts,
    // The muscle first: it works sooner.
    routes: isOf(MUSCLE) ? ['intramuscular', 'subcutaneous'] : ['subcutaneous'],
    ...(isOf(RESCUES) && { rescue: true, reasons: ['anaphylaxis', 'allergic reaction'] }),
  };
}

/** What is mixed with something before it is swallowed. */
export function isPowder(facts: FormFacts | undefined): boolean {
  return facts?.others.some((unit) => unit === 'packet' || unit === 'capful') === true;
}

const ORAL = ['oral'] as const;
const ROUTES_OF: Partial<Record<DoseUnitName, readonly RouteName[]>> = {
  puff: ['inhaled'],
  patch: ['transdermal'],
  insert: ['vaginal'],
  applicatorful: ['vaginal'],
  film: ['oral', 'sublingual'],
  tablet: ORAL,
  capsule: ORAL,
  pill: ORAL,
  milliliter: ORAL,
  lozenge: ORAL,
  packet: ORAL,
  piece: ORAL,
  capful: ORAL,
  suppository: ['rectal', 'vaginal'],
  spray: ['nasal', 'oneNostril'],
  drop: [...EYES, ...EARS],
  unit: ['subcutaneous', 'intramuscular'],
  injection: ['subcutaneous', 'intramuscular'],
  pen: ['subcutaneous', 'intramuscular'],
  autoInjector: ['subcutaneous', 'intramuscular'],
  carton: ORAL,
  syringe: ['subcutaneous', 'intramuscular'],
  thinLayer: ['topical'],
  smallAmount: ['topical'],
  application: ['topical'],
};

/** The ways that come into question by the unit alone, where the treatment tells nothing. */
export function routesOfUnit(unit: DoseUnitName | undefined): readonly RouteName[] {
  return (unit === undefined ? undefined : ROUTES_OF[unit]) ?? [];
}
