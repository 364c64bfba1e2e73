// Owns what a plan's published data says of a drug and of its price, and which of its terms a pharmacy and a supply fall under.
import { COVERAGE_LIMITS } from './limits.ts';

/** A plan and the days on which it holds, both counted; `dataDate` is the day of which its data is. Days as `YYYY-MM-DD`. */
export interface Plan {
  readonly start?: string;
  readonly end?: string;
  readonly dataDate?: string;
}

/** One drug on a plan's list, with the plan's own word for its tier. */
export interface FormularyEntry {
  readonly tier: string;
  readonly priorAuthorization: boolean;
  readonly stepTherapy: boolean;
  readonly quantityLimit: boolean;
  /** As published: `quantityLimit` of this package reads it. */
  readonly quantityLimitDetail?: unknown;
  /** The kinds of pharmacy and supply it is offered for; none where the plan does not say. */
  readonly benefitTypes: readonly string[];
  readonly start?: string;
  readonly end?: string;
}

/** What a member pays of one tier at one kind of pharmacy, as published: read where it is used, so that no term is lost before. */
export interface CostShareRow {
  readonly benefitType: string;
  readonly tier: string;
  /** `copay` or `coinsurance`. */
  readonly costType: string;
  /** How the deductible comes into it: a code of the US Drug Formulary guide, or nothing. */
  readonly qualifier: string;
  /** Dollars or percent, by `unit`. */
  readonly value: string;
  /** `$` or `%`. */
  readonly unit: string;
}

/** A published price for one unit of a drug, in dollars, with the day from which it holds. Units as in NADAC: `EA`, `ML`, `GM`. */
export interface DrugPrice {
  readonly perUnit: string;
  readonly unit: string;
  readonly date: string;
}

/** The tier of what a clinician gives: paid as a service, never at the counter. */
export const MEDICAL_SERVICE_TIER = 'medical-service';

/** The kinds of pharmacy and supply of the US Drug Formulary guide. */
export const BENEFIT_TYPES = [
  '1-month-in-retail',
  '1-month-out-retail',
  '1-month-in-mail',
  '1-month-out-mail',
  '3-month-in-retail',
  '3-month-out-retail',
  '3-month-in-mail',
  '3-month-out-mail',
] as const;
/** The kind of pharmacy and supply for which a plan names a price. */
export type BenefitType = (typeof BENEFIT_TYPES)[number];

/** What is known of the pharmacy and the supply. */
export interface SupplyFacts {
  readonly daysSupply?: number;
  readonly pharmacyKind: 'LOCAL_PICKUP' | 'MAIL_ORDER';
  readonly network: 'in' | 'out' | 'unknown';
}

/** Every kind that the facts allow: more than one where something is not known; none for a supply of which plans say nothing. */
export function possibleBenefitTypes({
  daysSupply,
  pharmacyKind,
  network,
}: SupplyFacts): readonly BenefitType[] {
  const months = monthsOf(daysSupply);
  const source = pharmacyKind === 'MAIL_ORDER' ? 'mail' : 'retail';
  return BENEFIT_TYPES.filter(
    (type) =>
      months.some((month) => type.startsWith(`${month}-month-`)) &&
      type.endsWith(`-${source}`) &&
      (network === 'unknown' || type.includes(`-${network}-`)),
  );
}

function monthsOf(days: number | undefined): readonly (1 | 3)[] {
  if (days === undefined || !(days > 0)) return [1, 3];
  if (days > COVERAGE_LIMITS.threeMonthDaysMax) return [];
  if (days <= COVERAGE_LIMITS.oneMonthDaysMax) return [1];
  return days >= COVERAGE_LIMITS.threeMonthDaysMin ? [3] : [1, 3];
}
