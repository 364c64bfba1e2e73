// Owns the sentence a patient reads, made from structured directions, and the quantity they come to.
import type { SigFrequency, StructuredSig } from './sig-model.ts';
import { DOSE_UNITS, type DoseUnit, FREQUENCIES, ROUTES, TIMINGS } from './sig-words.ts';

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['0.25', 'one-quarter'],
  ['0.5', 'one-half'],
  ['0.75', 'three-quarters'],
]);
/** How many days a period of directions has; a month counts 30. */
export const DAYS_PER = { day: 1, week: 7, month: 30 } as const;
/** Floating point leaves 20 tablets as 20.000000001: less than this above a whole is the whole. */
const ROUNDING = 1e-9;

/** The sentence, in plain words and digits: action, dose, unit, route, frequency, time, reason, duration. ASCII. */
export function printSig(sig: StructuredSig): string {
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const largest = sig.dose.max ?? sig.dose.amount;
  const dose =
    sig.dose.max === undefined
      ? amountWords(largest, unit)
      : `${amountWords(sig.dose.amount, unit)} to ${amountWords(largest, unit)}`;
  const words = [
    sig.action.charAt(0).toUpperCase() + sig.action.slice(1),
    dose,
    Number(largest) > 1 ? unit.many : unit.one,
    ROUTES[sig.route].words,
    frequencyWords(sig.frequency),
    sig.timing === undefined ? '' : TIMINGS[sig.timing].words,
    sig.asNeededFor === undefined ? '' : `as needed for ${sig.asNeededFor}`,
    sig.duration === undefined ? '' : `for ${counted(sig.duration.value, sig.duration.unit)}`,
  ];
  const limit =
    sig.maxPerDay === undefined
      ? ''
      : ` Do not use more than ${sig.maxPerDay} ${Number(sig.maxPerDay) > 1 ? unit.many : unit.one} in 24 hours.`;
  return `${words.filter((word) => word !== '').join(' ')}.${limit}`;
}

/** Most doses in a day, by the shortest interval; null when it is taken one time only. */
export function dosesPerDay(frequency: SigFrequency): number | null {
  return frequency.kind === 'every' ? 24 / frequency.hours : FREQUENCIES[frequency.name].perDay;
}

/** Days of treatment; undefined when the directions have no end. A month counts 30 days. */
export function sigDays(sig: StructuredSig): number | undefined {
  return sig.duration === undefined ? undefined : sig.duration.value * DAYS_PER[sig.duration.unit];
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
  const daily = dailyAmount(sig);
  // One time only is one dose, also where no days are known.
  if (unitCode === undefined || !(days > 0 || daily === null)) return undefined;
  const amount = daily === null ? Number(sig.dose.max ?? sig.dose.amount) : daily * days;
  return { quantity: String(Math.max(1, Math.ceil(amount - ROUNDING))), unitCode };
}

/** Whole days that a quantity lasts, taken at the largest dose; undefined where no quantity can be computed. */
export function sigDaysSupply(sig: StructuredSig, quantity: string, unitCode: string): number | undefined {
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const daily = dailyAmount(sig);
  if (unit.unitCode !== unitCode || daily === null || daily === 0) return undefined;
  return Math.floor(Number(quantity) / daily + ROUNDING);
}

/** Most of the dose unit in a day: the largest dose at the shortest interval, at most the daily maximum; null for one time only. */
export function dailyAmount(sig: StructuredSig): number | null {
  const perDay = dosesPerDay(sig.frequency);
  if (perDay === null) return null;
  const amount = Number(sig.dose.max ?? sig.dose.amount) * perDay;
  return sig.maxPerDay === undefined ? amount : Math.min(amount, Number(sig.maxPerDay));
}

function amountWords(amount: string, unit: DoseUnit): string {
  // Parts of a tablet are read as words; of a milliliter as digits.
  if (unit.one === 'mL' || unit.unitCode === undefined) return amount;
  const [whole = '', part] = amount.split('.');
  const fraction = part === undefined ? undefined : FRACTIONS.get(`0.${part}`);
  if (fraction === undefined) return amount;
  return whole === '0' ? fraction : `${whole} and ${fraction}`;
}

function frequencyWords(frequency: SigFrequency): string {
  if (frequency.kind === 'named') return FREQUENCIES[frequency.name].words;
  if (frequency.hoursMax !== undefined) return `every ${frequency.hours} to ${frequency.hoursMax} hours`;
  return frequency.hours === 1 ? 'every hour' : `every ${frequency.hours} hours`;
}

function counted(value: number, unit: string): string {
  return `${value} ${value === 1 ? unit : `${unit}s`}`;
}
