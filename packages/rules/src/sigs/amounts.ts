// Owns the comparison of directions with the numbers beside them: what contradicts what, and the numbers that would fit (W1).

import type { StructuredSig } from './sig-model.ts';
import { DAYS_PER, dosesPerDay, sigDays, sigDaysSupply, sigQuantity } from './sig-print.ts';
import { DOSE_UNITS, type DoseUnit } from './sig-words.ts';

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
};

/** What does not fit, and the numbers that follow from the directions. */
export type Contradiction = {
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
  };
  /** What the directions come to. */
  readonly fits: { readonly daysSupply?: number; readonly quantity?: string };
};

const EPSILON = 1e-9;
/** A month of directions is 28 to 31 days. */
const MONTH = { shortest: 28, longest: 31 } as const;

/** Undefined where everything fits, or where it cannot be told (a puff, an unknown unit, no days). */
export function contradictionOf(sig: StructuredSig, written: WrittenAmounts): Contradiction | undefined {
  const days = daysContradiction(sig, written);
  const quantity = quantityContradiction(sig, written, days !== undefined);
  if (days === undefined && quantity === undefined) return undefined;
  const ends = sigDays(sig);
  const daysSupply = days === undefined && written.daysSupply !== 0 ? written.daysSupply : ends;
  return {
    ...(days === undefined ? {} : { days }),
    ...(quantity === undefined ? {} : { quantity }),
    fits: {
      ...(daysSupply === undefined ? {} : { daysSupply }),
      ...(quantity === undefined ? {} : { quantity: quantity.needed }),
    },
  };
}

/** The days that a quantity lasts, where this is another way to make it fit: only directions without an end leave it open. */
export function daysThatFit(sig: StructuredSig, { quantity, unitCode }: WrittenAmounts): number | undefined {
  if (sig.duration !== undefined || sig.asNeededFor !== undefined) return undefined;
  if (quantity === undefined || unitCode === undefined) return undefined;
  const days = sigDaysSupply(sig, quantity, unitCode);
  return days === 0 ? undefined : days;
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
  const perDay = dosesPerDay(sig.frequency);
  const course = courseOf(sig);
  // Where the days differ, the directions' own are offered, and the quantity is judged by them.
  const supply = daysDiffer ? (sigDays(sig) ?? 0) : daysSupply;
  const known = supply > 0 ? { shortest: supply, longest: supply } : course;
  // What is taken one time only is one dose, whatever the days.
  const span = perDay === null ? { shortest: 1, longest: 1 } : known;
  if (span === undefined) return undefined;
  const { shortest, longest } = span;
  const least = sig.asNeededFor === undefined ? leastPerDay(sig) * shortest : 0;
  const daily = mostPerDay(sig);
  // A day's doses more or less are no contradiction: a rounded box, a dose at the pharmacy.
  const leeway = Math.max(daily, 1);
  const value = Number(quantity);
  const tooMany = value > Math.ceil(daily * longest - EPSILON) + leeway - EPSILON;
  const tooFew = value < Math.floor(least + EPSILON) - leeway + EPSILON;
  if (!tooMany && !tooFew) return undefined;
  const days = perDay === null ? null : supply > 0 ? supply : (sigDays(sig) ?? longest);
  return {
    needed: sigQuantity(sig, days ?? 1)?.quantity ?? '',
    written: quantity,
    unitCode,
    days,
    atMost: sig.asNeededFor !== undefined,
  };
}

function courseOf({ duration }: StructuredSig): { shortest: number; longest: number } | undefined {
  if (duration === undefined) return undefined;
  const { value, unit } = duration;
  if (unit === 'month') return { shortest: value * MONTH.shortest, longest: value * MONTH.longest };
  return { shortest: value * DAYS_PER[unit], longest: value * DAYS_PER[unit] };
}

/** Days from one dose to the next, one at least. */
function daysBetween({ frequency }: StructuredSig): number {
  if (frequency.kind === 'every') return Math.max(1, (frequency.hoursMax ?? frequency.hours) / 24);
  const perDay = dosesPerDay(frequency);
  return perDay === null ? 1 : Math.max(1, 1 / perDay);
}

/** With the largest dose and the shortest interval; what is taken one time only, in one day. */
function mostPerDay({ dose, frequency, maxPerDay }: StructuredSig): number {
  const amount = Number(dose.max ?? dose.amount) * (dosesPerDay(frequency) ?? 1);
  return maxPerDay === undefined ? amount : Math.min(amount, Number(maxPerDay));
}

/** With the smallest dose and the longest interval. */
function leastPerDay({ dose, frequency, maxPerDay }: StructuredSig): number {
  const perDay =
    frequency.kind === 'every' ? 24 / (frequency.hoursMax ?? frequency.hours) : (dosesPerDay(frequency) ?? 1);
  const amount = Number(dose.amount) * perDay;
  return maxPerDay === undefined ? amount : Math.min(amount, Number(maxPerDay));
}
