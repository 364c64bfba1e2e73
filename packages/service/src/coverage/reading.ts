// Reads the imported lists: what a plan says of drugs, what its members pay, and what drugs cost.
import type { Tx } from '../store/store.ts';
import { COVERAGE_LIMITS as LIMITS } from './limits.ts';
import type { CostRow, CoverageTables, DrugRow, PlanRow, PriceRow } from './tables.ts';

/** The plan, also when it has ended: `ends_on` says so. Undefined for one that was never imported. */
export async function plan(tx: Tx, planId: string): Promise<PlanRow | undefined> {
  return await tx
    .withTables<CoverageTables>()
    .selectFrom('coverage_plan')
    .selectAll()
    .where('id', '=', planId)
    .executeTakeFirst();
}

/** What the plan says of each of these drugs, by RxCUI; a drug that is not on its list is not in the answer. */
export async function entriesFor(
  tx: Tx,
  planId: string,
  rxcuis: readonly string[],
): Promise<ReadonlyMap<string, DrugRow>> {
  const asked = askedOf(rxcuis);
  if (asked.length === 0) return new Map();
  const rows = await tx
    .withTables<CoverageTables>()
    .selectFrom('coverage_drug')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('rxcui', 'in', asked)
    .execute();
  return new Map(rows.map((row) => [row.rxcui, row]));
}

/** Everything the plan says of what its members pay: for one tier there may be several terms. */
export async function costSharing(tx: Tx, planId: string): Promise<readonly CostRow[]> {
  return await tx
    .withTables<CoverageTables>()
    .selectFrom('coverage_cost')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('benefit_type')
    .orderBy('tier')
    .orderBy('cost_type')
    .orderBy('qualifier')
    .orderBy('amount')
    .execute();
}

/** The published price of each package, by NDC of 11 digits; a package without one is not in the answer. */
export async function pricesOf(tx: Tx, ndcs: readonly string[]): Promise<ReadonlyMap<string, PriceRow>> {
  const asked = askedOf(ndcs);
  if (asked.length === 0) return new Map();
  const rows = await tx
    .withTables<CoverageTables>()
    .selectFrom('drug_price')
    .selectAll()
    .where('ndc', 'in', asked)
    .execute();
  return new Map(rows.map((row) => [row.ndc, row]));
}

/** Each once. Throws for more than one question may ask: callers hold that bound by their own. */
function askedOf(keys: readonly string[]): readonly string[] {
  const asked = [...new Set(keys)];
  if (asked.length > LIMITS.askedMax)
    throw new Error(`More than ${LIMITS.askedMax} were asked about at once.`);
  return asked;
}
