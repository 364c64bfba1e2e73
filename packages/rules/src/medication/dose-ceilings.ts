// Owns whether directions come to more than adults, or children of that weight, are usually given of a medicine: then somebody says why (W1).
import type { SigPart, SigPhase, StructuredSig } from '../sigs/sig-model.ts';
import { DAYS_PER, dailyOf, dosesPerDay, phasesOf } from '../sigs/sig-quantity.ts';
import {
  CEILINGS,
  CEILINGS_BY_STRENGTH,
  CEILINGS_INJECTED,
  CEILINGS_PER_KILOGRAM,
  CEILINGS_PER_KILOGRAM_YOUNG,
  type Ceiling,
  COURSES,
} from './largest-doses.ts';
import { type MassUnit, MICROGRAMS, unitsPerMl } from './liquid.ts';
import { formatValue } from './strength.ts';

/** A medicine as it is prescribed: its ingredients, and one strength for each with ` / ` between them (`325 mg / 30 mg`, `400 mg/5 mL`). */
export type Medicine = {
  readonly ingredients: readonly string[];
  readonly strength: string | null | undefined;
  /** What the child weighs who takes it; left out for adults, and where nobody has said. */
  readonly kilograms?: number | undefined;
  /** Days since the child was born, where that is known: the youngest take less for their weight. */
  readonly ageDays?: number | undefined;
};

/** Directions that come to more than is usual. `weekly`: taken more often than once a week, and how much is not the question. */
export type OverCeiling =
  | {
      readonly of: 'dose' | 'day';
      readonly ingredient: string;
      /** Milligrams; units where `units` is there. */
      readonly written: number;
      readonly most: number;
      readonly units?: true;
      /** A child's, by whose weight it is too much. */
      readonly kilograms?: number;
      /** More is given once, or on one day, and these directions go on. */
      readonly course?: true;
    }
  | { readonly of: 'weekly'; readonly ingredient: string };

/** The sentence for whoever signs. */
export function overCeilingText(over: OverCeiling): string {
  if (over.of === 'weekly')
    return `${over.ingredient} is taken once a week: daily it is a dangerous overdose. Correct the directions, or say why.`;
  const { of, ingredient, written, most } = over;
  const { kilograms, course, units } = over;
  const unit = units === true ? 'units' : 'mg';
  const much = `${formatValue(written)} ${unit} of ${ingredient}`;
  const long = course === true ? ' on more than one day' : '';
  const whom = kilograms === undefined ? 'adults are' : `a child of ${formatValue(kilograms)} kg is`;
  return of === 'dose'
    ? `A single dose of ${much} is more than the ${formatValue(most)} ${unit} that ${whom} usually given at most${long}. Correct it, or say why.`
    : `These directions come to ${much} a day, and ${formatValue(most)} ${unit} is the most that ${whom} usually given${long}. Correct them, or say why.`;
}

const ONCE_A_WEEK = 1 / 7;
const EPSILON = 1e-9;
/** A dose by weight is rounded to what a spoon or a syringe shows: so much above the largest is still that. */
const ROUNDED = 1.1;

/** The one that is dosed in units. */
const INSULIN = 'insulin';

/** The first of what is too much; undefined where nothing is, or where it cannot be told (a puff, a strength in percent, another medicine). */
export function overCeiling(sig: StructuredSig, medicine: Medicine): OverCeiling | undefined {
  const isInjected = sig.route === 'subcutaneous' || sig.route === 'intramuscular';
  if (sig.route !== 'oral' && !isInjected) return undefined;
  const strengths = (medicine.strength ?? '').split(' / ');
  for (const [index, ingredient] of medicine.ingredients.entries()) {
    const name = /^[a-z]+/.exec(ingredient.toLowerCase())?.[0] ?? '';
    const strength = strengths.length === medicine.ingredients.length ? strengths[index] : undefined;
    const usual = (isInjected ? CEILINGS_INJECTED : CEILINGS)[name];
    const ceiling = usual && (CEILINGS_BY_STRENGTH[name]?.[strength ?? ''] ?? usual);
    const alone = medicine.ingredients.length === 1;
    const massOf = (dose: SigPart['dose']): number | undefined =>
      name === INSULIN ? unitsOf(dose, strength) : milligramsOf(dose, strength, alone);
    const course = isInjected ? undefined : COURSES[name];
    const ceilingIn = (phase: SigPhase, once: Ceiling, lasting: Ceiling | undefined): InForce =>
      lasting === undefined || isOneDay(sig, phase, course?.loading)
        ? { ceiling: once }
        : { ceiling: lasting, course: true };
    const found = ceiling && overOne(sig, (phase) => ceilingIn(phase, ceiling, course?.adults), massOf);
    if (found !== undefined)
      return { ...found, ingredient, ...(name === INSULIN && found.of !== 'weekly' ? { units: true } : {}) };
    const { kilograms, ageDays = Number.POSITIVE_INFINITY } = medicine;
    const young = CEILINGS_PER_KILOGRAM_YOUNG[name]?.find(([beforeDays]) => ageDays < beforeDays);
    const perKilogram = young?.[1] ?? CEILINGS_PER_KILOGRAM[name];
    if (isInjected || kilograms === undefined || perKilogram === undefined) continue;
    const byWeight = (phase: SigPhase): InForce => {
      const inForce = ceilingIn(phase, perKilogram, course?.perKilogram);
      const [perDose, perDay] = inForce.ceiling;
      return { ...inForce, ceiling: [perDose === null ? null : perDose * kilograms, perDay * kilograms] };
    };
    const child = overOne(sig, byWeight, massOf, ROUNDED);
    if (child !== undefined)
      return child.of === 'weekly' ? { ...child, ingredient } : { ...child, ingredient, kilograms };
  }
  return undefined;
}

/** What one step is held against. */
type InForce = { readonly ceiling: Ceiling; readonly course?: true };

/** Whether a step is over within a day, and, unless it may be a loading dose, nothing follows it. */
function isOneDay(sig: StructuredSig, { frequency, duration }: SigPhase, loading: true | undefined): boolean {
  if (loading !== true && sig.steps !== undefined) return false;
  if (duration !== undefined) return duration.value * DAYS_PER[duration.unit] <= 1;
  return dosesPerDay(frequency) === null;
}

function overOne(
  sig: StructuredSig,
  ceilingOf: (phase: SigPhase) => InForce,
  massOf: (part: SigPart['dose']) => number | undefined,
  leeway = 1,
): { of: 'dose' | 'day'; written: number; most: number; course?: true } | { of: 'weekly' } | undefined {
  for (const phase of phasesOf(sig)) {
    const {
      ceiling: [perDose, perDay, weekly],
      ...course
    } = ceilingOf(phase);
    const parts = [phase, ...(phase.also ?? [])];
    if (weekly !== undefined && parts.some((part) => isOftener(part))) return { of: 'weekly' };
    for (const { dose } of parts) {
      const written = massOf(dose);
      if (perDose !== null && written !== undefined && written > perDose * leeway + EPSILON)
        return { of: 'dose', written, most: perDose, ...course };
    }
    const one = massOf({ ...phase.dose, amount: '1', max: '1' });
    const daily = dailyOf(sig, phase);
    const written = one === undefined || !daily ? undefined : one * daily.most;
    if (written !== undefined && written > perDay * leeway + EPSILON)
      return { of: 'day', written, most: perDay, ...course };
  }
  return undefined;
}

function isOftener({ frequency, weekdays }: SigPart): boolean {
  const often = dosesPerDay(frequency);
  const share = weekdays === undefined ? 1 : weekdays.length / 7;
  return typeof often === 'object' && often !== null && often.most * share > ONCE_A_WEEK + EPSILON;
}

/** The units in the largest dose of an insulin. */
function unitsOf({ amount, max = amount, unit }: SigPart['dose'], strength = ''): number | undefined {
  if (unit === 'unit') return Number(max);
  const perMl = unit === 'milliliter' ? unitsPerMl(strength) : undefined;
  return perMl === undefined ? undefined : Number(max) * perMl;
}

/** The milligrams of one ingredient in the largest dose; a mass that was written down is the ingredient's only where it is alone. */
function milligramsOf(
  { amount, max = amount, unit }: SigPart['dose'],
  strength: string | undefined,
  alone: boolean,
): number | undefined {
  const count = Number(max);
  if (unit === 'milligram' || unit === 'microgram' || unit === 'gram') {
    const factor = { milligram: 1, microgram: 0.001, gram: 1_000 }[unit];
    return alone ? count * factor : undefined;
  }
  const match = /^([\d,.]+) ?(mcg|mg|g)(?: ?\/ ?([\d.]*) ?mL)?$/i.exec(strength?.trim() ?? '');
  if (match === null) return undefined;
  const [, number = '', mass = 'mg', volume] = match;
  const milligrams =
    (Number(number.replaceAll(',', '')) * MICROGRAMS[mass.toLowerCase() as MassUnit]) / MICROGRAMS.mg;
  if (volume !== undefined)
    return unit === 'milliliter' ? (count * milligrams) / Number(volume === '' ? 1 : volume) : undefined;
  return unit === 'tablet' || unit === 'capsule' || unit === 'pill' ? count * milligrams : undefined;
}
