// Directions as a structure, for translation, checks and messages that carry one; the text is what counts.
import { liquidText } from '@pestle/rules/liquid';
import type { SigFrequency, StructuredSig } from '@pestle/rules/sig-model';
import type { Action, DoseUnitName, FrequencyName, RouteName, TimingName } from '@pestle/rules/sig-words';
import { ACTIONS, DOSE_UNITS, FREQUENCIES, ROUTES, TIMINGS } from '@pestle/rules/sig-words';
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

const SigDose = builder.objectRef<StructuredSig['dose']>('SigDose').implement({
  description: 'One dose; a range when `maximum` is there.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal' }),
    maximum: t.field({ type: 'Decimal', nullable: true, resolve: ({ max }) => max ?? null }),
    unit: t.expose('unit', { type: SigDoseUnit }),
  }),
});

const SigFrequencyType = builder.objectRef<SigFrequency>('SigFrequency').implement({
  description: 'Either a name or hours between doses.',
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
  }),
});

const SigDuration = builder.objectRef<NonNullable<StructuredSig['duration']>>('SigDuration').implement({
  description: 'How long the medication is taken.',
  fields: (t) => ({
    value: t.exposeInt('value', { description: 'In `unit`.' }),
    unit: t.expose('unit', { type: SigDurationUnit }),
  }),
});

export const StructuredSigType = builder.objectRef<StructuredSig>('StructuredSig').implement({
  description:
    'What directions say word for word, where they are a sentence that the sig rules made; there is none for other text. The signature covers the text.',
  fields: (t) => ({
    action: t.expose('action', { type: SigAction }),
    dose: t.field({ type: SigDose, resolve: ({ dose }) => dose }),
    route: t.expose('route', { type: SigRoute }),
    frequency: t.field({ type: SigFrequencyType, resolve: ({ frequency }) => frequency }),
    timing: t.field({ type: SigTiming, nullable: true, resolve: ({ timing }) => timing ?? null }),
    asNeededFor: t.string({
      nullable: true,
      description: 'The reason of "as needed".',
      resolve: ({ asNeededFor }) => asNeededFor ?? null,
    }),
    duration: t.field({ type: SigDuration, nullable: true, resolve: ({ duration }) => duration ?? null }),
    maximumPerDay: t.field({
      type: 'Decimal',
      nullable: true,
      description: "Most of the dose's unit in 24 hours.",
      resolve: ({ maxPerDay }) => maxPerDay ?? null,
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
