// The tables of coverage as Kysely sees them.
import type { PharmacyId } from '@pestle/rules/ids';
import type { Selectable } from 'kysely';

/** Kinds of pharmacy and supply, as the US Drug Formulary guide names them. */
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

export type CostType = 'copay' | 'coinsurance';
export type PricingUnit = 'EA' | 'ML' | 'GM';

export type CoverageTables = {
  coverage_plan: {
    id: string;
    name: string;
    kind: string | null;
    starts_on: string;
    ends_on: string;
    changed_at: string;
  };
  coverage_drug: {
    plan_id: string;
    rxcui: string;
    name: string | null;
    tier: string;
    prior_authorization: boolean;
    step_therapy: boolean;
    quantity_limit: boolean;
    quantity_limit_detail: object | null;
    benefit_types: readonly string[];
    starts_on: string | null;
    ends_on: string | null;
  };
  coverage_cost: {
    plan_id: string;
    benefit_type: string;
    tier: string;
    cost_type: CostType;
    qualifier: string;
    amount: string;
  };
  drug_price: {
    ndc: string;
    description: string | null;
    usd_per_unit: string;
    unit: PricingUnit | null;
    effective_on: string;
  };
  pharmacy_price: {
    pharmacy_id: PharmacyId;
    rxcui: string;
    quantity: string;
    unit: PricingUnit;
    cents: number;
    effective_on: string;
    source: string;
  };
};

export type PlanRow = Selectable<CoverageTables['coverage_plan']>;
export type DrugRow = Selectable<CoverageTables['coverage_drug']>;
export type CostRow = Selectable<CoverageTables['coverage_cost']>;
export type PriceRow = Selectable<CoverageTables['drug_price']>;
export type PharmacyPriceRow = Selectable<CoverageTables['pharmacy_price']>;
