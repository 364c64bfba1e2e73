// What a plan's imported lists say of one drug and what it would cost, by the rules of coverage.
import { pharmacyAlternatives } from '@pestle/rules/alternatives';
import { type CopayQuestion, estimateCopay } from '@pestle/rules/copay';
import { coverageOf } from '@pestle/rules/coverage';
import { line } from '@pestle/rules/coverage-line';
import {
  type BenefitType,
  type CostShareRow,
  type FormularyEntry,
  type Plan,
  possibleBenefitTypes,
} from '@pestle/rules/plan-terms';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type { AskedDrug, CheaperAt, PayerQuestion, PayerVerdict } from '../payer.ts';
import type { CostRow, DrugRow, PriceRow } from '../tables.ts';
import type { Lists } from './lists-sql.ts';

/** The lists in the words of the rules, made once for a question. */
export interface Terms {
  readonly plan: Plan;
  /** By tier, so that an estimate looks at no other rows. */
  readonly costs: ReadonlyMap<string, readonly CostShareRow[]>;
  readonly prices: Lists['prices'];
  readonly today: string;
  readonly pharmacyKind: 'LOCAL_PICKUP' | 'MAIL_ORDER';
}

/** One drug as it would be dispensed; without a price where none is certain for its quantity. */
export interface Dispensed {
  readonly rxcui: string | null;
  readonly ndc: string | null;
  readonly quantity: string | null;
  readonly unitCode: string | null;
  readonly daysSupply: number | null;
}

export function termsOf(lists: Lists, { pharmacy, today }: PayerQuestion): Terms {
  const { plan, costs, prices } = lists;
  return {
    plan: { start: plan.starts_on, end: plan.ends_on, dataDate: plan.changed_at.slice(0, 10) },
    costs: Map.groupBy(costs.map(costShare), ({ tier }) => tier),
    prices,
    today,
    pharmacyKind: pharmacy?.kind ?? 'LOCAL_PICKUP',
  };
}

export function verdictOf(terms: Terms, drug: Dispensed, row: DrugRow | undefined): PayerVerdict {
  const { plan, today } = terms;
  const benefitTypes = benefitTypesOf(terms, drug);
  const entry = row === undefined ? undefined : entryOf(row);
  const { quantity, unitCode, daysSupply } = drug;
  const coverage = coverageOf({
    plan,
    benefitTypes,
    today,
    ...(drug.rxcui === null ? {} : { rxcui: drug.rxcui }),
    ...(entry === undefined ? {} : { entry }),
    ...(quantity === null || unitCode === null
      ? {}
      : { draft: { quantity, unitCode, ...(daysSupply === null ? {} : { daysSupply }) } }),
  });
  const listed = coverage.status === 'COVERED' || coverage.status === 'COVERED_WITH_RESTRICTIONS';
  return {
    ...coverage,
    copay: listed && entry !== undefined ? estimateCopay(copayQuestion(terms, drug, entry)) : null,
  };
}

/** Kinds of pharmacy at which a listed drug surely costs less. */
export function cheaperAt(terms: Terms, drug: Dispensed, row: DrugRow | undefined): readonly CheaperAt[] {
  if (row === undefined) return [];
  return pharmacyAlternatives(copayQuestion(terms, drug, entryOf(row)))
    .slice(0, LIMITS.cheaperAtMax)
    .map(({ benefitType, copay }) => ({
      kind: benefitType.endsWith('-mail') ? 'MAIL_ORDER' : 'LOCAL_PICKUP',
      supply: line(benefitType),
      copay,
    }));
}

/** The draft's own numbers hold for another drug only where both are counted in the same unit. */
export function asDispensed(
  { quantity, unitCode, daysSupply }: AskedDrug,
  other: { readonly rxcui: string; readonly ndc: string | null; readonly unit_code: string },
): Dispensed {
  const same = unitCode === null || other.unit_code === unitCode;
  return {
    rxcui: other.rxcui,
    ndc: other.ndc,
    quantity: same ? quantity : null,
    unitCode: same ? unitCode : null,
    daysSupply,
  };
}

function copayQuestion(terms: Terms, drug: Dispensed, entry: FormularyEntry): CopayQuestion {
  const price = drug.ndc === null ? undefined : priceOf(terms.prices.get(drug.ndc));
  return {
    entry,
    costSharing: terms.costs.get(entry.tier) ?? [],
    benefitTypes: benefitTypesOf(terms, drug),
    quantity: drug.quantity ?? '',
    unitCode: drug.unitCode ?? '',
    // What the patient has paid this year is in no list.
    deductible: 'unknown',
    ...(price === undefined ? {} : { price }),
  };
}

/** No list says which pharmacies are in the plan's network. */
function benefitTypesOf({ pharmacyKind }: Terms, { daysSupply }: Dispensed): readonly BenefitType[] {
  return possibleBenefitTypes({
    pharmacyKind,
    network: 'unknown',
    ...(daysSupply === null ? {} : { daysSupply }),
  });
}

function entryOf(row: DrugRow): FormularyEntry {
  return {
    tier: row.tier,
    priorAuthorization: row.prior_authorization,
    stepTherapy: row.step_therapy,
    quantityLimit: row.quantity_limit,
    quantityLimitDetail: row.quantity_limit_detail,
    benefitTypes: row.benefit_types,
    ...(row.starts_on === null ? {} : { start: row.starts_on }),
    ...(row.ends_on === null ? {} : { end: row.ends_on }),
  };
}

function costShare(row: CostRow): CostShareRow {
  const { benefit_type: benefitType, tier, cost_type: costType, qualifier, amount: value } = row;
  return { benefitType, tier, costType, qualifier, value, unit: costType === 'copay' ? '$' : '%' };
}

function priceOf(row: PriceRow | undefined): CopayQuestion['price'] {
  if (row === undefined || row.unit === null) return undefined;
  return { perUnit: row.usd_per_unit, unit: row.unit, date: row.effective_on };
}
