// Owns the comparison of directions with the numbers beside them: what contradicts what, and the numbers that would fit (W1).

import type { SigDose, StructuredSig } from './sig-model.ts';
import {
  amountOver,
  DAYS_PER,
  type Daily,
  dailyOf,
  dosesPerDay,
  phasesOf,
  sigDays,
  sigDaysSupply,
  sigQuantity,
} from './sig-quantity.ts';
import { DOSE_UNITS, type DoseUnit } from './sig-words.ts';

/** A package as the API answers it. */
export type OfferedPackage = {
  /** What one holds, in the unit of dispensing. */
  readonly quantity: string;
  /** How many are in a carton. */
  readonly count: number;
  /** What a carton holds, in units of doses. */
  readonly holds: readonly { readonly unit: string; readonly amount: number }[];
};

/** The numbers beside directions, as far as they are known. */
export type WrittenAmounts = {
  /** Canonical decimal. */
  readonly quantity?: string | undefined;
  /** NCPDP code of its unit. */
  readonly unitCode?: string | undefined;
  /** 0: not known. */
  readonly daysSupply?: number | undefined;
  /** Refills + 1: a course may last longer than one fill. */
  readonly fillsAllowed?: number | undefined;
  /** How it is packed: what is not counted in doses (an inhaler, a pen) is compared by what a package holds. */
  readonly packages?: readonly OfferedPackage[] | undefined;
  /** The treatment's: a dose in milligrams is compared with tablets by what one has. */
  readonly strength?: string | null | undefined;
};

/** What does not fit, and the numbers that follow from the directions. */
export type Contradiction = {
  /** A single dose is far more than anybody takes of its unit. */
  readonly dose?: SigDose;
  /** The directions end after so many days, and the days supply is another. */
  readonly days?: { readonly directions: number; readonly supply: number };
  /** For so many days the directions need this quantity (with "as needed" at most), and another is dispensed. */
  readonly quantity?: {
    readonly needed: string;
    readonly written: string;
    readonly unitCode: string;
    /** Null: taken one time only. */
    readonly days: number | null;
    readonly atMost: boolean;
    /** Drops are no volume: at so many to a milliliter it was reckoned. */
    readonly dropsPerMl?: number;
  };
  /** What the directions come to. */
  readonly fits: { readonly daysSupply?: number; readonly quantity?: string };
};

const EPSILON = 1e-9;
/**
 * Drops in a milliliter: what pharmacies reckon with (a drop is 0.05 mL), and the fewest and most of 32 bottles that were measured (Moore et al., BMC
 * Ophthalmology 2017, 17:78: 20.9 to 40.8). Only what contradicts all of them is asked.
 */
const DROPS_PER_ML = { usual: 20, fewest: 20, most: 41 } as const;
/** Milliliters of bottles of drops: the smallest usual one, in which a need is told, and the largest, of which one may be the smallest there is. */
const DROP_BOTTLES = { smallest: 2.5, largest: 15 } as const;
const EACH = 'C64933';
const MILLILITER = DOSE_UNITS.milliliter.unitCode;
const GRAMS: Readonly<Record<string, number>> = { mcg: 1e-6, mg: 1e-3, g: 1 };
const MASSES: Partial<Record<string, number>> = { microgram: 1e-6, milligram: 1e-3, gram: 1 };
/** A month of directions is 28 to 31 days. */
const MONTH = { shortest: 28, longest: 31 } as const;

/** Undefined where everything fits, or where it cannot be told (a puff, an unknown unit, no days). */
export function contradictionOf(sig: StructuredSig, written: WrittenAmounts): Contradiction | undefined {
  const days = daysContradiction(sig, written);
  const quantity =
    quantityContradiction(sig, written, days !== undefined) ??
    packageContradiction(sig, written, days !== undefined);
  const dose = unusualDose(sig);
  if (days === undefined && quantity === undefined && dose === undefined) return undefined;
  const ends = sigDays(sig);
  const daysSupply = days === undefined && written.daysSupply !== 0 ? written.daysSupply : ends;
  return {
    ...(dose === undefined ? {} : { dose }),
    ...(days === undefined ? {} : { days }),
    ...(quantity === undefined ? {} : { quantity }),
    fits: {
      ...(daysSupply === undefined ? {} : { daysSupply }),
      ...(quantity === undefined ? {} : { quantity: quantity.needed }),
    },
  };
}

/** The days that a quantity lasts, where this is another way to make it fit: only directions without an end leave it open. */
export function daysThatFit(
  sig: StructuredSig,
  { quantity, unitCode, packages, strength }: WrittenAmounts,
): number | undefined {
  if (sig.duration !== undefined || sig.steps !== undefined || sig.asNeededFor !== undefined)
    return undefined;
  if (quantity === undefined || unitCode === undefined) return undefined;
  const days =
    sigDaysSupply(sig, quantity, unitCode) ??
    daysOfPackages(sig, quantity, heldIn(sig, unitCode, { packages, strength }));
  return days === 0 ? undefined : days;
}

/** Whether a quantity is compared with the directions: of a thin layer, or of an inhaler whose puffs nobody knows, nothing can be told. */
export function comparesQuantity(sig: StructuredSig, written: WrittenAmounts): boolean {
  const { quantity, unitCode } = written;
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  if (quantity === undefined || unitCode === undefined || amountOver(sig, 1) === undefined) return false;
  return unit.unitCode === unitCode || heldIn(sig, unitCode, written) !== undefined;
}

/** What one of the unit of dispensing holds, in the unit of the dose. */
type Held = {
  readonly each: number;
  /** Where that is not known for certain. */
  readonly between?: readonly [least: number, most: number];
  /** What a need is rounded up to, and, where it is another, how much more than needed may be one package. */
  readonly smallest: number;
  readonly spare?: number;
};

function heldIn(
  sig: StructuredSig,
  unitCode: string,
  { packages, strength }: Pick<WrittenAmounts, 'packages' | 'strength'>,
): Held | undefined {
  return (
    heldEach(sig, unitCode, packages) ??
    heldByStrength(sig, unitCode, strength) ??
    dropsHeld(sig, unitCode, packages)
  );
}

/** Drops of a milliliter, or of a bottle whose size is known. */
function dropsHeld(
  { dose }: StructuredSig,
  unitCode: string,
  packages: WrittenAmounts['packages'] = [],
): Held | undefined {
  if (dose.unit !== 'drop') return undefined;
  const sizes = packages.flatMap(({ count, holds }) =>
    holds.flatMap(({ unit, amount }) => (unit === 'milliliter' ? [amount / count] : [])),
  );
  const [size] = sizes;
  const { usual, fewest, most } = DROPS_PER_ML;
  const drops = (milliliters: number): Pick<Held, 'each' | 'between'> => ({
    each: usual * milliliters,
    between: [fewest * milliliters, most * milliliters],
  });
  if (unitCode === MILLILITER)
    return size === undefined
      ? { ...drops(1), smallest: DROP_BOTTLES.smallest, spare: DROP_BOTTLES.largest }
      : { ...drops(1), smallest: Math.min(...sizes), spare: Math.max(...sizes) };
  const isOneSize = size !== undefined && new Set(sizes).size === 1 && sizes.length === packages.length;
  return unitCode === EACH && isOneSize ? { ...drops(size), smallest: 1 } : undefined;
}

/** Whole days that so many of a package last at the largest dose. */
function daysOfPackages(sig: StructuredSig, quantity: string, held: Held | undefined): number | undefined {
  const daily = dailyOf(sig, sig);
  if (held === undefined || !daily || daily.most === 0) return undefined;
  return Math.floor((Number(quantity) * held.each) / daily.most + EPSILON);
}

/** What one of the unit of dispensing holds in the unit of the dose, and the smallest package; undefined where packages differ in it. */
function heldEach(
  sig: StructuredSig,
  unitCode: string,
  packages: WrittenAmounts['packages'] = [],
): Held | undefined {
  // One pen, one bottle: not one of the milliliters that it is measured in. What is counted in doses stays a tablet.
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const isPackage = unitCode === EACH && (unit.unitCode === undefined || sig.dose.unit === 'milliliter');
  const held = packages.flatMap(({ quantity, count, holds }) => {
    const amount = holds.find((one) => one.unit === sig.dose.unit)?.amount;
    const one = isPackage ? 1 : Number(quantity);
    return amount === undefined ? [] : [{ each: amount / (one * count), smallest: one }];
  });
  const [first] = held;
  if (first === undefined || held.length < packages.length) return undefined;
  if (held.some(({ each }) => Math.abs(each - first.each) > first.each * EPSILON)) return undefined;
  return { each: first.each, smallest: Math.min(...held.map(({ smallest }) => smallest)) };
}

/** Grams of one tablet or capsule of a single ingredient, counted in the mass of the dose: "40 mg daily" of tablets of 10 mg. */
function heldByStrength(
  { dose }: StructuredSig,
  unitCode: string,
  strength: string | null | undefined,
): Held | undefined {
  const [, number = '', unit = ''] = /^([\d,.]+) ?(mcg|mg|g)$/.exec(strength?.trim() ?? '') ?? [];
  const mass = MASSES[dose.unit];
  const counted = unitCode === DOSE_UNITS.tablet.unitCode || unitCode === DOSE_UNITS.capsule.unitCode;
  if (!counted || mass === undefined || unit === '') return undefined;
  return { each: (Number(number.replaceAll(',', '')) * (GRAMS[unit] ?? 0)) / mass, smallest: 1 };
}

/** Too few packages for the days, or one more than they need. */
function packageContradiction(
  sig: StructuredSig,
  { quantity, unitCode, daysSupply = 0, packages, strength }: WrittenAmounts,
  daysDiffer: boolean,
): Contradiction['quantity'] {
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const days = daysDiffer ? (sigDays(sig) ?? 0) : daysSupply;
  if (quantity === undefined || unitCode === undefined || unit.unitCode === unitCode) return undefined;
  const held = heldIn(sig, unitCode, { packages, strength });
  if (held === undefined || days === 0 || dosesPerDay(sig.frequency) === null) return undefined;
  const amount = amountOver(sig, days);
  if (amount === undefined) return undefined;
  const { each, between: [leastEach, mostEach] = [each, each], smallest, spare = smallest } = held;
  const value = Number(quantity);
  const least = sig.asNeededFor === undefined ? amount.least : 0;
  const daily = dailyMost(dailyOf(sig, sig), sig.dose);
  const tooFew = value * mostEach < least - daily - EPSILON;
  // What is opened is used up or thrown away: a package more than the most that is taken is one too many.
  const tooMany = (value - spare) * leastEach > amount.most + daily - EPSILON;
  if (!tooFew && !tooMany) return undefined;
  const needed = Math.max(1, Math.ceil(amount.most / each / smallest - EPSILON)) * smallest;
  return {
    needed: String(Number(needed.toFixed(6))),
    written: quantity,
    unitCode,
    days,
    atMost: sig.asNeededFor !== undefined,
    ...(held.between !== undefined && { dropsPerMl: DROPS_PER_ML.usual }),
  };
}

function daysContradiction(sig: StructuredSig, written: WrittenAmounts): Contradiction['days'] {
  const { daysSupply: supply = 0, fillsAllowed = 1 } = written;
  const course = courseOf(sig);
  if (course === undefined || supply === 0) return undefined;
  const between = daysBetween(sig) - 1;
  const tooMany = supply > course.longest + between;
  const tooFew = supply * fillsAllowed < course.shortest - between;
  return tooMany || tooFew ? { directions: sigDays(sig) ?? course.shortest, supply } : undefined;
}

function quantityContradiction(
  sig: StructuredSig,
  written: WrittenAmounts,
  daysDiffer: boolean,
): Contradiction['quantity'] {
  const { quantity, unitCode, daysSupply = 0 } = written;
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  if (quantity === undefined || unitCode === undefined || unit.unitCode !== unitCode) return undefined;
  const once = sig.steps === undefined && dosesPerDay(sig.frequency) === null;
  const course = courseOf(sig);
  // Where the days differ, the directions' own are offered, and the quantity is judged by them.
  const supply = daysDiffer ? (sigDays(sig) ?? 0) : daysSupply;
  const known = supply > 0 ? { shortest: supply, longest: supply } : course;
  // What is taken one time only is one dose, whatever the days.
  const span = once ? { shortest: 1, longest: 1 } : known;
  if (span === undefined) return undefined;
  const { shortest, longest } = span;
  const [short, long] = [amountOver(sig, shortest), amountOver(sig, longest)];
  if (short === undefined || long === undefined) return undefined;
  const least = sig.asNeededFor === undefined ? short.least : 0;
  // A day's doses more or less are no contradiction: a rounded box, a dose at the pharmacy.
  const leeway = Math.max(...phasesOf(sig).map((phase) => dailyMost(dailyOf(sig, phase), phase.dose)), 1);
  const value = Number(quantity);
  const tooMany = value > Math.ceil(long.most - EPSILON) + leeway - EPSILON;
  const tooFew = value < Math.floor(least + EPSILON) - leeway + EPSILON;
  if (!tooMany && !tooFew) return undefined;
  const days = once ? null : supply > 0 ? supply : (sigDays(sig) ?? longest);
  return {
    needed: sigQuantity(sig, days ?? 1)?.quantity ?? '',
    written: quantity,
    unitCode,
    days,
    atMost: sig.asNeededFor !== undefined,
  };
}

/** A dose beyond what anybody takes of its unit: a slip, unless somebody says why. */
function unusualDose(sig: StructuredSig): SigDose | undefined {
  return phasesOf(sig)
    .flatMap((phase) => [phase, ...(phase.also ?? [])])
    .map(({ dose }) => dose)
    .find(({ amount, max, unit }) => {
      const { atMost }: DoseUnit = DOSE_UNITS[unit];
      return atMost !== undefined && Number(max ?? amount) > atMost;
    });
}

function courseOf(sig: StructuredSig): { shortest: number; longest: number } | undefined {
  const days = sigDays(sig);
  if (days === undefined) return undefined;
  const months = phasesOf(sig).reduce(
    (sum, { duration }) => sum + (duration?.unit === 'month' ? duration.value : 0),
    0,
  );
  // What may be shorter has no least.
  const ends = sig.duration?.upTo === true ? 0 : days - months * (DAYS_PER.month - MONTH.shortest);
  return { shortest: ends, longest: days + months * (MONTH.longest - DAYS_PER.month) };
}

/** Days from one dose to the next, one at least. */
function daysBetween(sig: StructuredSig): number {
  const often = dosesPerDay(phasesOf(sig).at(-1)?.frequency ?? sig.frequency);
  if (!often || often.least === 0) return 1;
  return Math.max(1, 1 / often.least, sig.weekdays === undefined ? 1 : 7);
}

function dailyMost(daily: Daily | null | undefined, { amount, max }: SigDose): number {
  return daily?.most ?? Number(max ?? amount);
}
