// The statements that write lists of plans and prices of drugs, a batch of rows at a time, and remove what a file no longer names.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { CostContent, DrugContent, PlanContent, PriceContent } from './formulary-source.ts';

/** A table whose rows belong to plans. */
export type PlanTable = 'coverage_drug' | 'coverage_cost';

/** A row of such a table: the plan, and the key within it. */
export interface Written {
  readonly plan_id: string;
  readonly within: string;
}

/** What names a row within its plan. */
const KEY: Readonly<Record<PlanTable, RawBuilder<string>>> = {
  coverage_drug: sql`rxcui`,
  coverage_cost: sql`concat_ws(' ', benefit_type, tier, cost_type, qualifier, amount)`,
};

/** Two imports of one plan follow each other; readers do not wait. */
export async function lockPlanTable(tx: Tx, table: PlanTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
}

/** Removes the rows of a plan that are not named; answers how many. */
export async function removeUnnamed(
  tx: Tx,
  table: PlanTable,
  planId: string,
  named: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where plan_id = ${planId} and not exists (
      select from jsonb_array_elements_text(${JSON.stringify(named)}::jsonb) as named (key)
      where named.key = ${KEY[table]})`.execute(tx);
  return Number(numAffectedRows);
}

/** Answers the ids of plans that are new or other than before. */
export async function upsertPlans(tx: Tx, plans: readonly PlanContent[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into coverage_plan as kept (id, name, kind, starts_on, ends_on)
    select id, name, kind, starts_on, ends_on from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
      as source (id text, name text, kind text, starts_on date, ends_on date)
    on conflict (id) do update set name = excluded.name, kind = excluded.kind, starts_on = excluded.starts_on,
      ends_on = excluded.ends_on, changed_at = clock_timestamp()
    where (kept.name, kept.kind, kept.starts_on, kept.ends_on)
      is distinct from (excluded.name, excluded.kind, excluded.starts_on, excluded.ends_on)
    returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Answers the rows that are new or other than before. */
export async function upsertDrugs(tx: Tx, drugs: readonly DrugContent[]): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    insert into coverage_drug as kept (plan_id, rxcui, name, tier, prior_authorization, step_therapy, quantity_limit,
      quantity_limit_detail, benefit_types, starts_on, ends_on)
    select * from jsonb_to_recordset(${JSON.stringify(drugs)}::jsonb) as source (plan_id text, rxcui text, name text, tier text,
      prior_authorization boolean, step_therapy boolean, quantity_limit boolean, quantity_limit_detail jsonb,
      benefit_types text[], starts_on date, ends_on date)
    on conflict (plan_id, rxcui) do update set name = excluded.name, tier = excluded.tier,
      prior_authorization = excluded.prior_authorization, step_therapy = excluded.step_therapy,
      quantity_limit = excluded.quantity_limit, quantity_limit_detail = excluded.quantity_limit_detail,
      benefit_types = excluded.benefit_types, starts_on = excluded.starts_on, ends_on = excluded.ends_on
    where (kept.name, kept.tier, kept.prior_authorization, kept.step_therapy, kept.quantity_limit,
        kept.quantity_limit_detail, kept.benefit_types, kept.starts_on, kept.ends_on)
      is distinct from (excluded.name, excluded.tier, excluded.prior_authorization, excluded.step_therapy,
        excluded.quantity_limit, excluded.quantity_limit_detail, excluded.benefit_types, excluded.starts_on, excluded.ends_on)
    returning plan_id, ${KEY.coverage_drug} as within`.execute(tx);
  return rows;
}

/** A term is its own key: it is there or not, and never changed. */
export async function insertCosts(tx: Tx, costs: readonly CostContent[]): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    insert into coverage_cost (plan_id, benefit_type, tier, cost_type, qualifier, amount)
    select * from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as source (plan_id text, benefit_type text, tier text,
      cost_type text, qualifier text, amount numeric)
    on conflict do nothing
    returning plan_id, ${KEY.coverage_cost} as within`.execute(tx);
  return rows;
}

/** A price of an earlier day than the one that is kept changes nothing. */
export async function upsertPrices(tx: Tx, prices: readonly PriceContent[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ ndc: string }>`
    insert into drug_price as kept (ndc, description, usd_per_unit, unit, effective_on)
    select ndc, description, usd_per_unit, unit, effective_on from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as source (ndc text, description text, usd_per_unit numeric, unit text, effective_on date)
    on conflict (ndc) do update set description = excluded.description, usd_per_unit = excluded.usd_per_unit,
      unit = excluded.unit, effective_on = excluded.effective_on
    where excluded.effective_on >= kept.effective_on
      and (kept.description, kept.usd_per_unit, kept.unit, kept.effective_on)
        is distinct from (excluded.description, excluded.usd_per_unit, excluded.unit, excluded.effective_on)
    returning ndc`.execute(tx);
  return new Set(rows.map(({ ndc }) => ndc));
}
