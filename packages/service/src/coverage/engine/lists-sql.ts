// Reads from the imported lists everything that one question about a plan needs.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import { costSharing, entriesFor, plan, pricesOf } from '../reading.ts';
import type { CostRow, DrugRow, PlanRow, PriceRow } from '../tables.ts';

/** A treatment on the plan's list that is of the same class as an asked one, or has the same ingredients. */
export interface OtherRow extends DrugRow {
  /** The RxCUI that was asked about. */
  readonly of: string;
  readonly treatment_name: string;
  readonly ingredients: readonly string[];
  readonly strength: string | null;
  readonly dose_form: string | null;
  readonly therapeutic_class: string | null;
  readonly unit_code: string;
  readonly ndc: string | null;
}

/** What the catalog says of an asked drug. */
export interface AskedRow {
  readonly rxcui: string;
  readonly ingredients: readonly string[];
  readonly strength: string | null;
  readonly dose_form: string | null;
  readonly therapeutic_class: string | null;
  readonly ndc: string | null;
}

export interface Lists {
  readonly plan: PlanRow;
  readonly costs: readonly CostRow[];
  readonly entries: ReadonlyMap<string, DrugRow>;
  readonly asked: ReadonlyMap<string, AskedRow>;
  readonly others: ReadonlyMap<string, readonly OtherRow[]>;
  readonly prices: ReadonlyMap<string, PriceRow>;
}

/** Undefined for a plan that was never imported. */
export async function readLists(
  tx: Tx,
  planId: string,
  rxcuis: readonly string[],
  ndcs: readonly string[],
): Promise<Lists | undefined> {
  const found = await plan(tx, planId);
  if (found === undefined) return undefined;
  const costs = await costSharing(tx, planId);
  const entries = await entriesFor(tx, planId, rxcuis);
  const asked = await askedRows(tx, rxcuis);
  const others = await otherRows(tx, planId, rxcuis);
  const packages = [...asked, ...others].flatMap(({ ndc }) => ndc ?? []);
  return {
    plan: found,
    costs,
    entries,
    asked: new Map(asked.map((row) => [row.rxcui, row])),
    others: Map.groupBy(others, ({ of }) => of),
    prices: await pricesOf(tx, [...ndcs, ...packages]),
  };
}

async function askedRows(tx: Tx, rxcuis: readonly string[]): Promise<readonly AskedRow[]> {
  if (rxcuis.length === 0) return [];
  const { rows } = await sql<AskedRow>`
    select rxcui, ingredients, strength, dose_form, therapeutic_class, ndc from treatment
    where rxcui in (${sql.join(rxcuis)})`.execute(tx);
  return rows;
}

/**
 * Given by the same route, so that nobody is offered an injection for a tablet. What is controlled by federal law is left out here, so
 * that it does not take the places of others; the law of the day and the state is asked where they are offered.
 *
 * All reads of `readLists` and the verdicts on them take 1.7 times as long as the bare look-ups of the same rows on PostgreSQL, 1.3 times
 * on the embedded store (`npm run bench -- coverage`: 11,000 covered drugs, two cores). No other text was tried.
 */
async function otherRows(tx: Tx, planId: string, rxcuis: readonly string[]): Promise<readonly OtherRow[]> {
  if (rxcuis.length === 0) return [];
  const { rows } = await sql<OtherRow>`
    select asked.rxcui as of, other.* from treatment asked cross join lateral (
      select drug.*, one.name as treatment_name, one.ingredients, one.strength, one.dose_form, one.therapeutic_class,
        one.unit_code, one.ndc
      from treatment one join coverage_drug drug on drug.plan_id = ${planId} and drug.rxcui = one.rxcui
      where one.active and one.kind = 'MEDICATION' and one.federal_status = 'uncontrolled'
        and one.drug_description is not null and one.rxcui <> asked.rxcui
        and (one.therapeutic_class = asked.therapeutic_class
          or (one.ingredients = asked.ingredients and one.ingredients <> '{}'))
        and (one.route = asked.route or one.route is null or asked.route is null)
      order by one.commonness desc, one.rxcui limit ${LIMITS.candidatesPerDrugMax}
    ) other where asked.rxcui in (${sql.join(rxcuis)})`.execute(tx);
  return rows;
}
