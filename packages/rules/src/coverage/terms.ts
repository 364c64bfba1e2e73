// Owns one set of a plan's terms: read from its published rows, what it charges, and how it is told.
import { type CoverageLine, line } from './coverage-line.ts';
import { centsOf, isZero, shareOf } from './money.ts';
import type { CostShareRow } from './plan-terms.ts';

/** What is paid under a set of terms once the deductible is met, or where none applies; `null` where the price decides and is not known. */
export interface Charge {
  readonly range: readonly [fromCents: number, toCents: number] | null;
  /** True where the whole price may have to be paid until the deductible is met. */
  readonly deductibleFirst: boolean;
  /** The copay in it. */
  readonly copayCents: number;
  /** True where a share of the price is paid. */
  readonly sharesPrice: boolean;
  readonly lines: readonly CoverageLine[];
}

/** When a cost is due. The guide's codes; nothing stands for a plan that says nothing, and may then mean either. */
type When = 'AFTER' | 'BEFORE' | 'ALWAYS' | 'UNSTATED';
type Cost =
  | { readonly kind: 'none' }
  | { readonly kind: 'free'; readonly after: boolean }
  | { readonly kind: 'copay'; readonly when: When; readonly cents: number }
  | { readonly kind: 'coinsurance'; readonly when: When; readonly percent: string };

const WHEN: ReadonlyMap<string, When> = new Map([
  ['after-deductible', 'AFTER'],
  ['before-deductible', 'BEFORE'],
  ['charge', 'ALWAYS'],
  ['deductible-waived', 'ALWAYS'],
  ['', 'UNSTATED'],
]);

/**
 * Every charge that rows of one tier and one kind of pharmacy can mean: each copay with each coinsurance, because the rows do not say
 * which belong together. Undefined when one row cannot be read: what it says could change any amount.
 */
export function chargesOf(
  rows: readonly CostShareRow[],
  priceCents: number | undefined,
): readonly Charge[] | undefined {
  const copays: Cost[] = [];
  const shares: Cost[] = [];
  for (const row of rows) {
    const cost = readCost(row);
    if (cost === undefined) return undefined;
    if (cost.kind !== 'none') (row.costType === 'copay' ? copays : shares).push(cost);
  }
  if (copays.length + shares.length === 0) return [];
  const none: Cost = { kind: 'none' };
  return (copays.length === 0 ? [none] : copays).flatMap((copay) =>
    (shares.length === 0 ? [none] : shares).map((share) => chargeOf(copay, share, priceCents)),
  );
}

function readCost({ costType, qualifier, value, unit }: CostShareRow): Cost | undefined {
  if (costType !== 'copay' && costType !== 'coinsurance') return undefined;
  if (qualifier === 'not-applicable') return { kind: 'none' };
  if (unit !== (costType === 'copay' ? '$' : '%')) return undefined;
  const cents = centsOf(value);
  if (cents === undefined) return undefined;
  if (qualifier === 'no-charge' || qualifier === 'no-charge-after-deductible') {
    // A charge beside the word that nothing is charged: one of the two is wrong, and nobody can say which.
    return isZero(value) ? { kind: 'free', after: qualifier !== 'no-charge' } : undefined;
  }
  const when = WHEN.get(qualifier);
  if (when === undefined || (costType === 'coinsurance' && shareOf(0, value) === undefined)) return undefined;
  if (isZero(value)) return { kind: 'free', after: when !== 'ALWAYS' };
  return costType === 'copay'
    ? { kind: 'copay', when, cents }
    : { kind: 'coinsurance', when, percent: value };
}

function chargeOf(copay: Cost, share: Cost, priceCents: number | undefined): Charge {
  const copayCents = copay.kind === 'copay' ? copay.cents : 0;
  const deductibleFirst = [copay, share].some((cost) => comesAfterDeductible(cost));
  const sharesPrice = share.kind === 'coinsurance';
  const lines = [copay, share].flatMap((cost) => lineOf(cost));
  const base = { deductibleFirst, copayCents, sharesPrice };
  if (lines.length === 0) lines.push(line(deductibleFirst ? 'TERM_NO_CHARGE_AFTER' : 'TERM_NO_CHARGE'));
  if (share.kind !== 'coinsurance') return { ...base, range: [copayCents, copayCents], lines };
  const shareCents = priceCents === undefined ? undefined : shareOf(priceCents, share.percent);
  if (copayCents === 0) {
    return { ...base, range: shareCents === undefined ? null : [shareCents, shareCents], lines };
  }
  lines.push(line('TERM_BOTH'));
  if (priceCents === undefined || shareCents === undefined) return { ...base, range: null, lines };
  const both = Math.min(copayCents + shareCents, Math.max(copayCents, priceCents));
  return { ...base, range: [Math.min(copayCents, shareCents), both], lines };
}

function comesAfterDeductible(cost: Cost): boolean {
  if (cost.kind === 'none') return false;
  return cost.kind === 'free' ? cost.after : cost.when !== 'ALWAYS';
}

/** Nothing for what costs nothing: that is told only where it is all there is. */
function lineOf(cost: Cost): CoverageLine[] {
  if (cost.kind === 'copay') return [line(`TERM_COPAY_${cost.when}`, { cents: cost.cents })];
  if (cost.kind !== 'coinsurance') return [];
  return [line(`TERM_COINSURANCE_${cost.when}`, { percent: plain(cost.percent) })];
}

/** `100.0` as a person writes it. */
function plain(percent: string): string {
  return String(Number(percent));
}
