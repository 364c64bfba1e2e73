// Owns the arithmetic of structured directions: days, doses a day, and the quantity they come to.
import type { PeriodUnit, SigFrequency, SigPart, SigPhase, StructuredSig } from './sig-model.ts';
import { DOSE_UNITS, type DoseUnit, FREQUENCIES } from './sig-words.ts';

/** How many days a period of directions has; a month counts 30. */
export const DAYS_PER: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 30 };
/** Floating point leaves 20 tablets as 20.000000001: less than this above a whole is the whole. */
const ROUNDING = 1e-9;

/** Who takes something every few hours while awake leaves out what falls into the night. */
const AWAKE_LEAST = 0.5;
/** "2 sprays in each nostril" are four. */
const BOTH_SIDES: ReadonlySet<string> = new Set(['nasal', 'eachEye', 'eachEar']);

/** Least and most of something a day. */
export type Daily = { readonly least: number; readonly most: number };

/** Doses a day, with the longest and with the shortest interval; null when it is taken one time only, undefined for a rescue without days. */
export function dosesPerDay(frequency: SigFrequency): Daily | null | undefined {
  switch (frequency.kind) {
    case 'named': {
      const { perDay } = FREQUENCIES[frequency.name];
      return perDay === null ? null : { least: perDay, most: perDay };
    }
    case 'every':
      return { least: 24 / (frequency.hoursMax ?? frequency.hours), most: 24 / frequency.hours };
    case 'minutes':
      return undefined;
    case 'interval': {
      const often = 1 / (frequency.count * DAYS_PER[frequency.unit]);
      return { least: often, most: often };
    }
    case 'times': {
      const { times, timesMax = times, per, upTo } = frequency;
      return { least: upTo === true ? 0 : times / DAYS_PER[per], most: timesMax / DAYS_PER[per] };
    }
    case 'moments':
      return { least: frequency.moments.length, most: frequency.moments.length };
    default:
      return frequency satisfies never;
  }
}

/** Days of treatment; undefined when the directions have no end. A month counts 30 days. */
export function sigDays(sig: StructuredSig): number | undefined {
  let days = 0;
  for (const phase of phasesOf(sig)) {
    const span = daysOf(sig, phase);
    if (span === undefined) return undefined;
    days += span;
  }
  return days;
}

/**
 * What to dispense for `days` days: with the largest dose and the shortest interval, at most the daily maximum, rounded up to
 * whole units. Undefined when the dose is not counted in what is dispensed (a puff, a milligram of an unknown tablet).
 */
export function sigQuantity(
  sig: StructuredSig,
  days: number,
): { readonly quantity: string; readonly unitCode: string } | undefined {
  const { unitCode }: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const amount = amountOver(sig, days)?.most;
  // One time only is one dose, also where no days are known.
  if (unitCode === undefined || amount === undefined || !(days > 0 || isOnce(sig))) return undefined;
  return { quantity: String(Math.max(1, Math.ceil(amount - ROUNDING))), unitCode };
}

/** Whole days that a quantity lasts, taken at the largest dose; undefined where no quantity can be computed, and for steps. */
export function sigDaysSupply(sig: StructuredSig, quantity: string, unitCode: string): number | undefined {
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const daily = dailyOf(sig, sig);
  if (unit.unitCode !== unitCode || !daily || daily.most === 0 || sig.steps !== undefined) return undefined;
  return Math.floor(Number(quantity) / daily.most + ROUNDING);
}

/** Most of the dose unit in a day of the first step, at most the daily maximum; null for one time only, undefined where it is not told. */
export function dailyAmount(sig: StructuredSig): number | null | undefined {
  const daily = dailyOf(sig, sig);
  return daily?.most ?? (daily === null ? null : undefined);
}

/** Least and most of the dose unit over so many days, step after step; undefined where it cannot be told. */
export function amountOver(sig: StructuredSig, days: number): Daily | undefined {
  let [least, most, left] = [0, 0, days];
  for (const phase of phasesOf(sig)) {
    // Of one step alone as much is needed as somebody asks for; its own days are compared elsewhere.
    const ends = sig.steps === undefined ? undefined : daysOf(sig, phase);
    const span = ends === undefined ? left : Math.min(left, ends);
    const daily = dailyOf(sig, phase);
    if (daily === undefined || phase.dose.unit !== sig.dose.unit) return undefined;
    least += daily === null ? Number(phase.dose.amount) : daily.least * span;
    most += daily === null ? Number(phase.dose.max ?? phase.dose.amount) : daily.most * span;
    left -= span;
  }
  return { least, most };
}

/** Least and most a day in one step, at most the daily maximum; null for one time only. */
export function dailyOf(sig: StructuredSig, phase: SigPhase): Daily | null | undefined {
  const parts: readonly SigPart[] = [phase, ...(phase.also ?? [])];
  let [least, most] = [0, 0];
  const sides = BOTH_SIDES.has(sig.route) ? 2 : 1;
  for (const { dose, frequency, weekdays, timing } of parts) {
    const often = dosesPerDay(frequency);
    if (often === undefined || dose.unit !== phase.dose.unit) return undefined;
    if (often === null) return parts.length === 1 ? null : undefined;
    const share = weekdays === undefined ? 1 : weekdays.length / 7;
    const awake = timing === 'whileAwake' ? AWAKE_LEAST : 1;
    least += Number(dose.amount) * often.least * share * awake * sides;
    most += Number(dose.max ?? dose.amount) * often.most * share * sides;
  }
  const limit =
    sig.maxPerDay === undefined || sig.maxPerDayUnit !== undefined
      ? Number.POSITIVE_INFINITY
      : Number(sig.maxPerDay);
  return { least: Math.min(least, limit), most: Math.min(most, limit) };
}

/** The steps, the first one first. */
export function phasesOf(sig: StructuredSig): readonly SigPhase[] {
  return [sig, ...(sig.steps ?? [])];
}

/** Days of one step; a dose that is taken one time only before others is a day of its own. */
function daysOf(sig: StructuredSig, { duration, frequency }: SigPhase): number | undefined {
  if (duration !== undefined) return duration.value * DAYS_PER[duration.unit];
  return sig.steps !== undefined && dosesPerDay(frequency) === null ? 1 : undefined;
}

function isOnce(sig: StructuredSig): boolean {
  return sig.steps === undefined && dosesPerDay(sig.frequency) === null;
}
