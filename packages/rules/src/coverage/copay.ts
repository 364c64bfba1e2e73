// Owns the estimate of what a patient pays: an amount or a range in cents, and how it was computed, never more exact than the data.
import { toQuantity } from '../codes/decimal.ts';
import { findUnit } from '../codes/units.ts';
import { type CoverageLine, line } from './coverage-line.ts';
import { costOf } from './money.ts';
import {
  type BenefitType,
  type CostShareRow,
  type DrugPrice,
  type FormularyEntry,
  MEDICAL_SERVICE_TIER,
} from './plan-terms.ts';
import { type Charge, chargesOf } from './terms.ts';

/** What an estimate of the patient's share needs. Amounts are whole cents. */
export interface CopayQuestion {
  readonly entry: Pick<FormularyEntry, 'tier' | 'benefitTypes'>;
  /** All rows of the plan, or those of the tier. */
  readonly costSharing: readonly CostShareRow[];
  /** Every kind of pharmacy and supply that is possible here: `possibleBenefitTypes`. */
  readonly benefitTypes: readonly BenefitType[];
  readonly price?: DrugPrice;
  readonly quantity: string;
  /** NCPDP's code of the quantity's unit. */
  readonly unitCode: string;
  /** What the patient has paid this year is in no published data. */
  readonly deductible: 'met' | 'unknown';
}

/**
 * `EXACT`: `fromCents` and `toCents` are the same. `AFTER_DEDUCTIBLE`: they hold once the deductible is met, and before it the price,
 * which is not known. `UNKNOWN`: both are null, and the steps say why.
 */
export interface CopayEstimate {
  readonly kind: 'EXACT' | 'RANGE' | 'AFTER_DEDUCTIBLE' | 'UNKNOWN';
  readonly fromCents: number | null;
  readonly toCents: number | null;
  readonly headline: CoverageLine;
  readonly steps: readonly CoverageLine[];
}

/** Estimates a copay. Where more than one set of terms may hold, the range holds what every one of them could come to. */
export function estimateCopay(question: CopayQuestion): CopayEstimate {
  const { entry, costSharing, benefitTypes, deductible } = question;
  if (entry.tier === MEDICAL_SERVICE_TIER) return unknown([line('MEDICAL_SERVICE')]);
  const offered = benefitTypes.filter(
    (type) => entry.benefitTypes.length === 0 || entry.benefitTypes.includes(type),
  );
  if (offered.length === 0) return unknown([line('OTHER_SUPPLY')]);
  const priced = priceOf(question);
  const charges: Charge[] = [];
  let withTerms = 0;
  for (const type of offered) {
    const rows = costSharing.filter((row) => row.tier === entry.tier && row.benefitType === type);
    const found = chargesOf(rows, priced.cents);
    if (found === undefined) return unknown([line('TERMS_UNREADABLE')]);
    if (found.length > 0) withTerms += 1;
    charges.push(...found);
  }
  if (charges.length === 0) return unknown([line('TERMS_MISSING')]);
  const distinct = unlike(charges);
  const steps = [
    ...(distinct.length > 1 ? [line('TERMS_SEVERAL')] : []),
    ...unlikeLines(distinct.flatMap(({ lines }) => lines)),
    ...(withTerms < benefitTypes.length ? [line('TERMS_PARTLY')] : []),
    ...priceSteps(question, distinct, priced),
  ];
  return summed(distinct, priced.cents, deductible, steps);
}

interface Priced {
  readonly cents: number | undefined;
  readonly problem: 'PRICE_MISSING' | 'PRICE_IN_OTHER_UNIT';
}

/** In what a price list counts a unit of quantities: what is counted, milliliters or grams; undefined for any other unit. */
export function pricingUnitOf(unitCode: string): DrugPrice['unit'] | undefined {
  const unit = findUnit(unitCode);
  if (unit?.decimals === false) return 'EA';
  if (unit?.code === 'C28254') return 'ML';
  return unit?.code === 'C48155' ? 'GM' : undefined;
}

/** The price of the quantity, where both count in the same unit. */
function priceOf({ price, quantity, unitCode }: CopayQuestion): Priced {
  const amount = toQuantity(quantity);
  if (price === undefined || !amount.ok) return { cents: undefined, problem: 'PRICE_MISSING' };
  if (pricingUnitOf(unitCode) !== price.unit) return { cents: undefined, problem: 'PRICE_IN_OTHER_UNIT' };
  const cents = costOf(price.perUnit, amount.value);
  // A price of nothing is a gap in a price list, not a gift.
  return { cents: cents === 0 ? undefined : cents, problem: 'PRICE_MISSING' };
}

function priceSteps(
  { price, quantity, deductible }: CopayQuestion,
  charges: readonly Charge[],
  { cents, problem }: Priced,
): readonly CoverageLine[] {
  const needed = charges.some(
    ({ sharesPrice, deductibleFirst }) => sharesPrice || (deductibleFirst && deductible !== 'met'),
  );
  if (cents === undefined || price === undefined) return needed ? [line(problem)] : [];
  const { perUnit, date } = price;
  return [
    ...(needed ? [line('PRICE_ESTIMATED', { quantity, perUnit, priceCents: cents, date })] : []),
    ...(charges.some(({ copayCents }) => copayCents > cents)
      ? [line('PRICE_BELOW_COPAY', { priceCents: cents })]
      : []),
  ];
}

function summed(
  charges: readonly Charge[],
  price: number | undefined,
  deductible: 'met' | 'unknown',
  steps: readonly CoverageLine[],
): CopayEstimate {
  const ranges = charges.flatMap(({ range }) => (range === null ? [] : [range]));
  if (ranges.length < charges.length) return unknown(steps);
  const cents = Math.min(...ranges.map(([from]) => from));
  const toCents = Math.max(...ranges.map(([, to]) => to));
  const one = cents === toCents;
  const first = deductible === 'met' ? [] : charges.filter(({ deductibleFirst }) => deductibleFirst);
  if (first.length > 0 && price === undefined) {
    const headline = line(one ? 'COPAY_PRICE_UNKNOWN' : 'COPAY_RANGE_PRICE_UNKNOWN', { cents, toCents });
    return { kind: 'AFTER_DEDUCTIBLE', fromCents: cents, toCents, headline, steps };
  }
  const before = first.length > 0 && price !== undefined ? price : undefined;
  const from = Math.min(cents, before ?? cents);
  const to = Math.max(toCents, before ?? toCents);
  const facts = { cents: from, toCents: to };
  if (from === to)
    return { kind: 'EXACT', fromCents: from, toCents: to, headline: line('COPAY_EXACT', facts), steps };
  const headline =
    before === undefined || first.length < charges.length
      ? line('COPAY_RANGE', facts)
      : line(one ? 'COPAY_BY_DEDUCTIBLE' : 'COPAY_RANGE_BY_DEDUCTIBLE', {
          cents,
          toCents,
          priceCents: before,
        });
  return { kind: 'RANGE', fromCents: from, toCents: to, headline, steps };
}

function unknown(steps: readonly CoverageLine[]): CopayEstimate {
  return { kind: 'UNKNOWN', fromCents: null, toCents: null, headline: line('COPAY_UNKNOWN'), steps };
}

/** Charges that say the same are one, in an order that does not depend on the order of the rows. */
function unlike(charges: readonly Charge[]): readonly Charge[] {
  const byText = new Map(charges.map((charge) => [JSON.stringify(charge), charge]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, charge]) => charge);
}

function unlikeLines(lines: readonly CoverageLine[]): readonly CoverageLine[] {
  return [...new Map(lines.map((one) => [JSON.stringify(one), one])).values()];
}
