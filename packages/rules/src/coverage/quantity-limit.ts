// Owns a plan's limit on the quantity: read from its published form, told in words, and whether a draft keeps it.
import { toCanonicalDecimal } from '../codes/decimal.ts';
import { findUnit } from '../codes/units.ts';
import { type CoverageLine, line } from './coverage-line.ts';
import { COVERAGE_LIMITS } from './limits.ts';

/** So many in so many days. */
export interface PerDays {
  readonly count: number;
  readonly days: number;
}

/** The parts of a limit that the plan states; an empty one says that there is a limit, and not which. */
export interface QuantityLimit {
  /** Most that is dispensed in a time. */
  readonly rolling?: PerDays;
  /** Most in one day. */
  readonly maximumDaily?: number;
  /** Days of treatment in a time, counted over `overDays` where the plan says so. */
  readonly therapy?: PerDays & { readonly overDays?: number };
  /** The payer's own sentence. */
  readonly description?: string;
  /** Something stands there that could not be read: no draft can then be said to keep the limit. */
  readonly unread: boolean;
}

/** The draft in the unit in which it is dispensed. `daily` is the most that its directions take in a day, where they tell it in that unit. */
export interface LimitedDraft {
  readonly quantity: string;
  readonly unitCode: string;
  readonly daysSupply?: number;
  readonly daily?: number;
}

/** Whether a quantity is within a plan's limit. */
export type LimitVerdict = 'WITHIN' | 'OVER' | 'CANNOT_TELL';

/** Floating point leaves a dose of three thirds at 1.0000000001. */
const ROUNDING = 1e-9;
const DAYS_PER: Readonly<Record<string, number>> = { d: 1, wk: 7 };

/**
 * Reads the detail of a limit as the US Drug Formulary guide shapes it (parts `Rolling`, `MaximumDaily`, `DaysSupply` and
 * `Description`), from its JSON text or parsed. What is not understood is said to be there, and never guessed.
 */
export function quantityLimit(detail: unknown): QuantityLimit {
  const parts = typeof detail === 'string' ? parse(detail) : detail;
  if (parts === undefined || parts === null || parts === '') return { unread: false };
  if (!isRecord(parts)) return { unread: true };
  const known = new Set(['Rolling', 'MaximumDaily', 'DaysSupply', 'Description']);
  const rolling = perDays(at(parts, 'Rolling', 'valueTiming', 'repeat'));
  const daily = positive(at(parts, 'MaximumDaily', 'valueQuantity', 'value'));
  const repeat = at(parts, 'DaysSupply', 'valueTiming', 'repeat');
  const therapy = perDays(repeat);
  const over = positive(at(repeat, 'boundsDuration', 'value'));
  const overInDays = at(repeat, 'boundsDuration', 'code') === 'd';
  const description = descriptionOf(parts['Description']);
  return {
    ...(rolling === undefined ? {} : { rolling }),
    ...(daily === undefined ? {} : { maximumDaily: daily }),
    ...(therapy === undefined
      ? {}
      : { therapy: over === undefined || !overInDays ? therapy : { ...therapy, overDays: over } }),
    ...(description === undefined ? {} : { description }),
    unread:
      Object.keys(parts).some((name) => !known.has(name)) ||
      ('Rolling' in parts && rolling === undefined) ||
      ('MaximumDaily' in parts && daily === undefined) ||
      ('DaysSupply' in parts && therapy === undefined) ||
      ('Description' in parts && description === undefined),
  };
}

/** The limit in words, part by part; that there is one, where the plan says no more. */
export function limitLines(limit: QuantityLimit): readonly CoverageLine[] {
  const { rolling, maximumDaily, therapy, description, unread } = limit;
  const lines: CoverageLine[] = [];
  if (rolling !== undefined) lines.push(line('LIMIT_ROLLING', { count: rolling.count, days: rolling.days }));
  if (maximumDaily !== undefined) lines.push(line('LIMIT_DAILY', { count: maximumDaily }));
  if (therapy !== undefined) {
    const { count, days, overDays } = therapy;
    lines.push(
      overDays === undefined
        ? line('LIMIT_THERAPY', { count, days })
        : line('LIMIT_THERAPY_OVER', { count, days, over: overDays }),
    );
  }
  if (description !== undefined) lines.push(line('LIMIT_DESCRIPTION', { text: description }));
  if (lines.length === 0 || unread) lines.push(line(lines.length === 0 ? 'LIMIT_UNSTATED' : 'LIMIT_MORE'));
  return lines;
}

/**
 * Whether one fill of the draft keeps the limit. `OVER` as soon as one part is certainly broken; `WITHIN` only where every part is
 * stated and kept. A limit on days of treatment depends on what was filled before, and on milliliters and grams no plan says what it counts.
 */
export function limitVerdict(limit: QuantityLimit, draft: LimitedDraft): LimitVerdict {
  const { rolling, maximumDaily, therapy, description, unread } = limit;
  const unit = findUnit(draft.unitCode);
  const quantity = toCanonicalDecimal(draft.quantity);
  if (unit === undefined || unit.decimals || !quantity.ok) return 'CANNOT_TELL';
  const amount = Number(quantity.value);
  const days = draft.daysSupply !== undefined && draft.daysSupply > 0 ? draft.daysSupply : undefined;
  const verdicts: LimitVerdict[] = [];
  if (rolling !== undefined) verdicts.push(keepsRolling(rolling, amount, days));
  if (maximumDaily !== undefined) verdicts.push(keepsDaily(maximumDaily, amount, days, draft.daily));
  if (verdicts.includes('OVER')) return 'OVER';
  if (therapy !== undefined || description !== undefined || unread || verdicts.length === 0)
    return 'CANNOT_TELL';
  return verdicts.every((verdict) => verdict === 'WITHIN') ? 'WITHIN' : 'CANNOT_TELL';
}

// A supply of three months may hold three times what one of a month may: the plan offers both.
function keepsRolling(rolling: PerDays, amount: number, days: number | undefined): LimitVerdict {
  if (amount <= rolling.count + ROUNDING) return 'WITHIN';
  if (days === undefined) return 'CANNOT_TELL';
  return amount * rolling.days > rolling.count * days + ROUNDING ? 'OVER' : 'WITHIN';
}

// What pharmacies count is the quantity by its days; directions that take more in a day are over it whatever the days say.
function keepsDaily(
  maximum: number,
  amount: number,
  days: number | undefined,
  daily: number | undefined,
): LimitVerdict {
  if (daily !== undefined && daily > maximum + ROUNDING) return 'OVER';
  if (days !== undefined) return amount > maximum * days + ROUNDING ? 'OVER' : 'WITHIN';
  return daily === undefined ? 'CANNOT_TELL' : 'WITHIN';
}

function perDays(repeat: unknown): PerDays | undefined {
  const count = positive(at(repeat, 'count'));
  const period = positive(at(repeat, 'period'));
  const days = DAYS_PER[String(at(repeat, 'periodUnit'))];
  if (count === undefined || period === undefined || days === undefined) return undefined;
  return { count, days: period * days };
}

function descriptionOf(part: unknown): string | undefined {
  const text = typeof part === 'string' ? part : at(part, 'valueString');
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  return text.length > COVERAGE_LIMITS.limitDetailCharactersMax ? undefined : text.trim();
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for nothing; text that is no JSON comes back as it is, which no record is. */
function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (text.length > COVERAGE_LIMITS.limitDetailCharactersMax) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
