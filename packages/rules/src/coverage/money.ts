// Owns the arithmetic of prices: exact decimals in, whole cents out, and how an amount is written.
import { toCanonicalDecimal } from '../codes/decimal.ts';
import { formatNumber } from '../medication/strength.ts';
import { COVERAGE_LIMITS } from './limits.ts';

/** A decimal as digits and the number of them behind the point: 2.50 is 250 of 2. */
interface Scaled {
  readonly digits: bigint;
  readonly decimals: number;
}

/** Cents of an amount in dollars (`20`, `20.0`, `0.02773`); undefined for what is no amount, or none that can be true. */
export function centsOf(dollars: string): number | undefined {
  return costOf(dollars, '1');
}

/**
 * What a quantity costs at a price for one unit in dollars, in cents: computed exactly and rounded once, half a cent upwards.
 * What costs something costs at least one cent. Undefined where either is no decimal.
 */
export function costOf(perUnitDollars: string, quantity: string): number | undefined {
  const price = scaled(perUnitDollars);
  const amount = scaled(quantity);
  if (price === undefined || amount === undefined) return undefined;
  return toCents(price.digits * amount.digits * 100n, price.decimals + amount.decimals);
}

/** A share in percent of an amount in cents, rounded in the same way. Undefined for a share that is no decimal or above 100. */
export function shareOf(cents: number, percent: string): number | undefined {
  const share = scaled(percent);
  if (share === undefined || share.digits > 100n * 10n ** BigInt(share.decimals)) return undefined;
  return toCents(BigInt(cents) * share.digits, share.decimals + 2);
}

/** True for a decimal that is zero, however it is written. */
export function isZero(decimal: string): boolean {
  return scaled(decimal)?.digits === 0n;
}

/** `$1,234.50`: as it is written in the United States in English and in Spanish. */
export function formatCents(cents: number): string {
  const rest = String(cents % 100).padStart(2, '0');
  return `$${formatNumber(String(Math.trunc(cents / 100)))}.${rest}`;
}

function toCents(digits: bigint, decimals: number): number | undefined {
  const one = 10n ** BigInt(decimals);
  const rounded = (digits * 2n + one) / (one * 2n);
  const cents = digits > 0n && rounded === 0n ? 1n : rounded;
  return cents > BigInt(COVERAGE_LIMITS.moneyCentsMax) ? undefined : Number(cents);
}

function scaled(text: string): Scaled | undefined {
  if (text.length > COVERAGE_LIMITS.decimalCharactersMax) return undefined;
  const decimal = toCanonicalDecimal(text);
  if (!decimal.ok) return undefined;
  const [whole = '', fraction = ''] = decimal.value.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}
