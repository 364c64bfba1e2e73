// Imports the lists of plans and prices of drugs: a whole file in one transaction, so that readers see a list as it was or as it is.
import { type RawBuilder, sql } from 'kysely';
import {
  type ImportSession,
  onlyFirst,
  type ReadRow,
  type RowVerdict,
  refuseRow,
  type SourceRow,
  verdicts,
} from '../../directory/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import {
  type CostContent,
  type DrugContent,
  type PlanContent,
  type PriceContent,
  readCostRow,
  readDrugRow,
  readPlanRow,
  readPriceRow,
} from './formulary-source.ts';

export type FormularyFile = 'plans' | 'drugs' | 'costs' | 'prices';

/** A verdict per row, in the order of the rows. */
export type RowWriter = (
  session: ImportSession,
  rows: readonly SourceRow[],
) => Promise<readonly RowVerdict[]>;

export interface CoverageAdministration {
  /**
   * Runs `work` with the writer of one file, in one transaction that ends with it. Of every plan that a file of drugs or costs
   * names, what the file does not name goes. Answers how many rows went. Whatever `work` throws undoes the whole file.
   */
  importFormulary(file: FormularyFile, work: (write: RowWriter) => Promise<void>): Promise<number>;
}

export function createCoverageAdministration(store: Store): CoverageAdministration {
  return {
    importFormulary: (file, work) =>
      store.asKeeper(async (tx) => {
        const { write, finish } = FILES[file](tx);
        await work(write);
        return await finish();
      }),
  };
}

/** One file under way in its transaction. */
interface FileImport {
  readonly write: RowWriter;
  readonly finish: () => Promise<number>;
}

const NOTHING_GOES = async (): Promise<number> => 0;

const FILES: Readonly<Record<FormularyFile, (tx: Tx) => FileImport>> = {
  plans: (tx) => ({
    write: async (session, rows) => {
      const read = onlyFirst(session, rows.map(readPlanRow));
      return verdicts(read, await upsertPlans(tx, contentsOf(read)));
    },
    finish: NOTHING_GOES,
  }),
  drugs: (tx) =>
    listOfPlans(tx, {
      table: 'coverage_drug',
      read: readDrugRow,
      insert: upsertDrugs,
      within: ({ rxcui }) => rxcui,
      column: sql`rxcui`,
    }),
  costs: (tx) =>
    listOfPlans(tx, {
      table: 'coverage_cost',
      read: readCostRow,
      insert: insertCosts,
      within: (cost) => [cost.benefit_type, cost.tier, cost.cost_type, cost.qualifier, cost.amount].join(' '),
      column: sql`concat_ws(' ', benefit_type, tier, cost_type, qualifier, amount)`,
    }),
  prices: (tx) => ({
    write: async (session, rows) => {
      const read = onlyFirst(session, rows.map(readPriceRow));
      return verdicts(read, await upsertPrices(tx, contentsOf(read)));
    },
    finish: NOTHING_GOES,
  }),
};

/** A table whose rows belong to plans. */
interface ListOfPlans<Content> {
  readonly table: 'coverage_drug' | 'coverage_cost';
  readonly read: (row: SourceRow) => ReadRow<Content>;
  /** Answers the rows that are new or other than before: the plan, and the key within it. */
  readonly insert: (tx: Tx, contents: readonly Content[]) => Promise<readonly Written[]>;
  /** What names a row within its plan; `column` is the same in SQL. */
  readonly within: (content: Content) => string;
  readonly column: RawBuilder<unknown>;
}

interface Written {
  readonly plan_id: string;
  readonly within: string;
}

function listOfPlans<Content extends { readonly plan_id: string }>(
  tx: Tx,
  list: ListOfPlans<Content>,
): FileImport {
  const table = sql.table(list.table);
  const named = new Map<string, string[]>();
  const changed = new Set<string>();
  let isLocked = false;
  return {
    write: async (session, rows) => {
      // Two imports of one plan follow each other; readers do not wait.
      if (!isLocked) await sql`lock table ${table} in share row exclusive mode`.execute(tx);
      isLocked = true;
      const read = onlyFirst(session, await ofKnownPlans(tx, rows.map(list.read)));
      const contents = contentsOf(read);
      for (const content of contents) {
        const { plan_id: planId } = content;
        const keys = named.get(planId) ?? [];
        keys.push(list.within(content));
        named.set(planId, keys);
      }
      const written = await list.insert(tx, contents);
      for (const { plan_id: planId } of written) changed.add(planId);
      return verdicts(read, new Set(written.map(({ plan_id: planId, within }) => `${planId} ${within}`)));
    },
    finish: async () => {
      let removed = 0;
      for (const [planId, keys] of named) {
        const { numAffectedRows = 0n } = await sql`
          delete from ${table} where plan_id = ${planId} and not exists (
            select from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as named (key)
            where named.key = ${list.column})`.execute(tx);
        removed += Number(numAffectedRows);
        if (numAffectedRows > 0n) changed.add(planId);
      }
      await sql`update coverage_plan set changed_at = clock_timestamp()
        where id in (select jsonb_array_elements_text(${JSON.stringify([...changed])}::jsonb))`.execute(tx);
      return removed;
    },
  };
}

/** Rows of a plan that was never imported are refused: nobody could find them. */
async function ofKnownPlans<Content extends { readonly plan_id: string }>(
  tx: Tx,
  rows: readonly ReadRow<Content>[],
): Promise<readonly ReadRow<Content>[]> {
  const ids = [...new Set(contentsOf(rows).map(({ plan_id: planId }) => planId))];
  const { rows: found } = await sql<{ id: string }>`
    select id from coverage_plan
    where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(tx);
  const known = new Set(found.map(({ id }) => id));
  return rows.map((row) =>
    row.ok && !known.has(row.content.plan_id)
      ? refuseRow(row.key, 'PLAN_UNKNOWN', 'There is no such plan: import the file of plans first.')
      : row,
  );
}

function contentsOf<Content>(rows: readonly ReadRow<Content>[]): readonly Content[] {
  return rows.flatMap((row) => (row.ok ? [row.content] : []));
}

async function upsertPlans(tx: Tx, plans: readonly PlanContent[]): Promise<ReadonlySet<string>> {
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

async function upsertDrugs(tx: Tx, drugs: readonly DrugContent[]): Promise<readonly Written[]> {
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
    returning plan_id, rxcui as within`.execute(tx);
  return rows;
}

/** A term is its own key: it is there or not, and never changed. */
async function insertCosts(tx: Tx, costs: readonly CostContent[]): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    insert into coverage_cost (plan_id, benefit_type, tier, cost_type, qualifier, amount)
    select * from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as source (plan_id text, benefit_type text, tier text,
      cost_type text, qualifier text, amount numeric)
    on conflict do nothing
    returning plan_id, concat_ws(' ', benefit_type, tier, cost_type, qualifier, amount) as within`.execute(
    tx,
  );
  return rows;
}

/** A price of an earlier day than the one that is kept changes nothing. */
async function upsertPrices(tx: Tx, prices: readonly PriceContent[]): Promise<ReadonlySet<string>> {
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
