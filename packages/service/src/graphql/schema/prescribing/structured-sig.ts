// Directions as a structure, for translation, checks and messages that carry one; the text is what counts.
import { liquidText } from '@pestle/rules/liquid';
import type {
  SigDose as Dose,
  SigFrequency,
  SigPart,
  SigPhase,
  StructuredSig,
} from '@pestle/rules/sig-model';
import type {
  Action,
  DoseUnitName,
  FrequencyName,
  RouteName,
  SiteName,
  TimingName,
} from '@pestle/rules/sig-words';
import {
  ACTIONS,
  DIRECTED_BY,
  DOSE_UNITS,
  FREQUENCIES,
  MOMENTS,
  ROUTES,
  SITES,
  TIMINGS,
  WEEKDAYS,
} from '@pestle/rules/sig-words';
import { builder } from '../builder.ts';

/** The names of a table of words as GraphQL writes them: `affectedEye` as AFFECTED_EYE. */
function namesOf<Name extends string>(names: readonly Name[]): Record<string, { value: Name }> {
  return Object.fromEntries(
    names.map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(), { value: name }]),
  );
}

const SigAction = builder.enumType('SigAction', {
  description: 'The verb that a patient reads first.',
  values: namesOf<Action>(ACTIONS),
});
const SigDoseUnit = builder.enumType('SigDoseUnit', {
  description: 'What doses are counted in.',
  values: namesOf(Object.keys(DOSE_UNITS) as DoseUnitName[]),
});
const SigRoute = builder.enumType('SigRoute', {
  description: 'The way into the body.',
  values: namesOf(Object.keys(ROUTES) as RouteName[]),
});
const SigFrequencyName = builder.enumType('SigFrequencyName', {
  description: 'How often, where it has a name.',
  values: namesOf(Object.keys(FREQUENCIES) as FrequencyName[]),
});
const SigTiming = builder.enumType('SigTiming', {
  description: 'When in the day.',
  values: namesOf(Object.keys(TIMINGS) as TimingName[]),
});
const SigDurationUnit = builder.enumType('SigDurationUnit', {
  description: 'What durations are counted in.',
  values: namesOf(['day', 'week', 'month']),
});

const SigMoment = builder.enumType('SigMoment', {
  description: 'A time of day.',
  values: namesOf([...MOMENTS]),
});
const SigWeekday = builder.enumType('SigWeekday', {
  description: 'A day of the week.',
  values: namesOf([...WEEKDAYS]),
});
const SigSiteName = builder.enumType('SigSiteName', {
  description: 'A place on the body.',
  values: namesOf(Object.keys(SITES) as SiteName[]),
});
const SigSide = builder.enumType('SigSide', {
  description: 'The side of the body.',
  values: namesOf(['left', 'right', 'both']),
});
const SigDirectedBy = builder.enumType('SigDirectedBy', {
  description: 'Who or what says the rest of "as directed".',
  values: namesOf(Object.keys(DIRECTED_BY) as (keyof typeof DIRECTED_BY)[]),
});

const SigMass = builder.objectRef<NonNullable<Dose['mass']>>('SigMass').implement({
  description: 'The mass that is in a counted dose, as it is written beside it.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal' }),
    maximum: t.field({ type: 'Decimal', nullable: true, resolve: ({ max }) => max ?? null }),
    unit: t.expose('unit', { type: SigDoseUnit }),
  }),
});
const SigDose = builder.objectRef<StructuredSig['dose']>('SigDose').implement({
  description: 'One dose; a range when `maximum` is there.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal' }),
    maximum: t.field({ type: 'Decimal', nullable: true, resolve: ({ max }) => max ?? null }),
    unit: t.expose('unit', { type: SigDoseUnit }),
    mass: t.field({ type: SigMass, nullable: true, resolve: ({ mass }) => mass ?? null }),
  }),
});

const SigFrequencyType = builder.objectRef<SigFrequency>('SigFrequency').implement({
  description:
    'One of: a name; hours between doses; minutes between doses with the most of them; so many days, weeks or months between doses; so many times in a period; times of day.',
  fields: (t) => ({
    name: t.field({
      type: SigFrequencyName,
      nullable: true,
      resolve: (frequency) => (frequency.kind === 'named' ? frequency.name : null),
    }),
    everyHours: t.int({
      description: 'Hours between doses; the shorter interval of a range.',
      nullable: true,
      resolve: (frequency) => (frequency.kind === 'every' ? frequency.hours : null),
    }),
    everyHoursMaximum: t.int({
      nullable: true,
      description: 'The longer interval of a range.',
      resolve: (frequency) => (frequency.kind === 'every' ? (frequency.hoursMax ?? null) : null),
    }),
    everyMinutes: t.int({
      nullable: true,
      description: 'Minutes between the doses of a rescue.',
      resolve: (frequency) => (frequency.kind === 'minutes' ? frequency.minutes : null),
    }),
    mostDoses: t.int({
      nullable: true,
      description: 'The most doses of a rescue.',
      resolve: (frequency) => (frequency.kind === 'minutes' ? frequency.doses : null),
    }),
    times: t.int({
      nullable: true,
      description: 'Times in `per`; with `upTo` at most.',
      resolve: (frequency) => (frequency.kind === 'times' ? frequency.times : null),
    }),
    timesMaximum: t.int({
      nullable: true,
      description: 'The larger number of a range of `times`.',
      resolve: (frequency) => (frequency.kind === 'times' ? (frequency.timesMax ?? null) : null),
    }),
    upTo: t.boolean({
      description: '`times` may be fewer.',
      resolve: (frequency) => frequency.kind === 'times' && frequency.upTo === true,
    }),
    count: t.int({
      nullable: true,
      description: 'So many of `per` from dose to dose.',
      resolve: (frequency) => (frequency.kind === 'interval' ? frequency.count : null),
    }),
    per: t.field({
      type: SigDurationUnit,
      nullable: true,
      description: 'The period of `times` or `count`.',
      resolve: (frequency) =>
        frequency.kind === 'times' ? frequency.per : frequency.kind === 'interval' ? frequency.unit : null,
    }),
    moments: t.field({
      type: [SigMoment],
      description: 'Times of day, in their order; empty where there is a name or a number.',
      resolve: (frequency) => (frequency.kind === 'moments' ? [...frequency.moments] : []),
    }),
  }),
});

const SigDuration = builder.objectRef<NonNullable<StructuredSig['duration']>>('SigDuration').implement({
  description: 'How long the medication is taken.',
  fields: (t) => ({
    value: t.exposeInt('value', { description: 'In `unit`.' }),
    unit: t.expose('unit', { type: SigDurationUnit }),
    upTo: t.boolean({ description: 'It may be shorter.', resolve: ({ upTo }) => upTo === true }),
  }),
});
const SigSite = builder.objectRef<NonNullable<StructuredSig['site']>>('SigSite').implement({
  description: 'Where on the body.',
  fields: (t) => ({
    name: t.expose('name', { type: SigSiteName }),
    side: t.field({ type: SigSide, nullable: true, resolve: ({ side }) => side ?? null }),
    affected: t.boolean({
      description: 'Only its affected areas.',
      resolve: ({ affected }) => affected === true,
    }),
  }),
});

type PartFields<Parent extends SigPart> = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Parent>>['implement']>[0]['fields']>
>[0];

const SigPartType = builder.objectRef<SigPart>('SigPart').implement({
  description: 'Another dose of the same days, and when it is taken.',
  fields: (t) => partFields(t),
});
const SigStep = builder.objectRef<SigPhase>('SigStep').implement({
  description: 'A step that follows: of a taper, a titration, or after a loading dose.',
  fields: (t) => ({ ...partFields(t), ...stepFields(t) }),
});

function partFields<Parent extends SigPart>(t: PartFields<Parent>) {
  return {
    dose: t.field({ type: SigDose, resolve: ({ dose }) => dose }),
    frequency: t.field({ type: SigFrequencyType, resolve: ({ frequency }) => frequency }),
    timing: t.field({ type: SigTiming, nullable: true, resolve: ({ timing }) => timing ?? null }),
    timingMinutes: t.int({
      nullable: true,
      description: 'So many minutes before or after what `timing` names.',
      resolve: ({ timingMinutes }) => timingMinutes ?? null,
    }),
    weekdays: t.field({
      type: [SigWeekday],
      description: 'Only on these days; empty: on all.',
      resolve: ({ weekdays }) => [...(weekdays ?? [])],
    }),
    times: t.stringList({
      description: 'Times of the clock, `HH:MM`; empty where none was said.',
      resolve: ({ times }) => [...(times ?? [])],
    }),
    moment: t.field({
      type: SigMoment,
      nullable: true,
      description: 'The time of day of what is taken less often than daily.',
      resolve: ({ moment }) => moment ?? null,
    }),
  };
}

function stepFields<Parent extends SigPhase>(t: PartFields<Parent>) {
  return {
    duration: t.field({ type: SigDuration, nullable: true, resolve: ({ duration }) => duration ?? null }),
    also: t.field({
      type: [SigPartType],
      description: 'Other doses on the same days.',
      resolve: ({ also }) => [...(also ?? [])],
    }),
  };
}

export const StructuredSigType = builder.objectRef<StructuredSig>('StructuredSig').implement({
  description:
    'What directions say word for word, where they are a sentence that the sig rules made; there is none for other text. The signature covers the text.',
  fields: (t) => ({
    action: t.expose('action', { type: SigAction }),
    route: t.expose('route', { type: SigRoute }),
    ...partFields(t),
    ...stepFields(t),
    site: t.field({ type: SigSite, nullable: true, resolve: ({ site }) => site ?? null }),
    steps: t.field({
      type: [SigStep],
      description: 'The steps that follow, in order: read these before you take `dose` for all of it.',
      resolve: ({ steps }) => [...(steps ?? [])],
    }),
    asNeededFor: t.string({
      nullable: true,
      description: 'The reason of "as needed".',
      resolve: ({ asNeededFor }) => asNeededFor ?? null,
    }),
    purpose: t.string({
      nullable: true,
      description: 'What it is for, where it is not taken as needed.',
      resolve: ({ purpose }) => purpose ?? null,
    }),
    asDirectedBy: t.field({
      type: SigDirectedBy,
      nullable: true,
      resolve: ({ asDirectedBy }) => asDirectedBy ?? null,
    }),
    maximumPerDay: t.field({
      type: 'Decimal',
      nullable: true,
      description: "Most of the dose's unit, or of `maximumPerDayUnit`, in 24 hours.",
      resolve: ({ maxPerDay }) => maxPerDay ?? null,
    }),
    maximumPerDayUnit: t.field({
      type: SigDoseUnit,
      nullable: true,
      description: 'Where the maximum is in another unit than the dose.',
      resolve: ({ maxPerDayUnit }) => maxPerDayUnit ?? null,
    }),
    advice: t.stringList({
      description: 'Sentences that change no dose.',
      resolve: ({ advice }) => [...(advice ?? [])],
    }),
  }),
});

/** What is said of the field of that name, wherever directions are. */
export const LIQUID_DOSE =
  'The dose of a liquid in mL with the mass that is in it, such as `5 mL (400 mg)`; null where directions and strength do not tell.';

export function liquidDose(
  sig: StructuredSig | null | undefined,
  strength: string | null | undefined,
): string | null {
  const text = liquidText(sig, strength);
  return text === '' ? null : text;
}
