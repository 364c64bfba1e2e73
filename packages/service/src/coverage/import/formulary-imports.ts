// Imports the lists of plans and prices of drugs: a whole file in one transaction, so that readers see a list as it was or as it is.
import { sql } from 'kysely';
import { onlyFirst, type ReadRow, refuseRow, type SourceRow, verdicts } from '../../directory/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { CoverageTables } from '../tables.ts';
import { readCostRow, readDrugRow, readPlanRow, readPriceRow } from './formulary-source.ts';
import {
  insertCosts,
  lockPlanTable,
  type PlanTable,
  removeUnnamed,
  upsertDrugs,
  upsertPlans,
  upsertPrices,
  type Written,
} from './formulary-sql.ts';
import { pharmacyPricesFile } from './pharmacy-prices.ts';
import type { RowWriter } from './source-fields.ts';

export type FormularyFile = 'plans' | 'drugs' | 'costs' | 'prices';

export interface CoverageAdministration {
  /**
   * Runs `work` with the writer of one file, in one transaction that ends with it. Of every plan that a file of drugs or costs
   * names, what the file does not name goes. Answers how many rows went. Whatever `work` throws undoes the whole file.
   */
  importFormulary(file: FormularyFile, work: (write: RowWriter) => Promise<void>): Promise<number>;
  /** The same for a file of what pharmacies ask for drugs: of every pharmacy that it names, what it does not name goes. */
  importPharmacyPrices(work: (write: RowWriter) => Promise<void>): Promise<number>;
}

export function createCoverageAdministration(store: Store): CoverageAdministration {
  return {
    importFormulary: (file, work) =>
      store.asKeeper(async (tx) => {
        const { write, finish } = FILES[file](tx);
        await work(write);
        return await finish();
      }),
    importPharmacyPrices: (work) =>
      store.asKeeper(async (tx) => {
        const { write, finish } = pharmacyPricesFile(tx);
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
    }),
  costs: (tx) =>
    listOfPlans(tx, {
      table: 'coverage_cost',
      read: readCostRow,
      insert: insertCosts,
      within: (cost) => [cost.benefit_type, cost.tier, cost.cost_type, cost.qualifier, cost.amount].join(' '),
    }),
  prices: (tx) => ({
    write: async (session, rows) => {
      const read = onlyFirst(session, rows.map(readPriceRow));
      return verdicts(read, await upsertPrices(tx, contentsOf(read)));
    },
    finish: NOTHING_GOES,
  }),
};

/** A file whose rows belong to plans. */
interface ListOfPlans<Content> {
  readonly table: PlanTable;
  readonly read: (row: SourceRow) => ReadRow<Content>;
  /** Answers the rows that are new or other than before: the plan, and the key within it. */
  readonly insert: (tx: Tx, contents: readonly Content[]) => Promise<readonly Written[]>;
  /** What names a row within its plan, as the statements do it. */
  readonly within: (content: Content) => string;
}

function listOfPlans<Content extends { readonly plan_id: string }>(
  tx: Tx,
  list: ListOfPlans<Content>,
): FileImport {
  const named = new Map<string, string[]>();
  const changed = new Set<string>();
  let isLocked = false;
  return {
    write: async (session, rows) => {
      if (!isLocked) await lockPlanTable(tx, list.table);
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
        const unnamed = await removeUnnamed(tx, list.table, planId, keys);
        removed += unnamed;
        if (unnamed > 0) changed.add(planId);
      }
      await tx
        .withTables<CoverageTables>()
        .updateTable('coverage_plan')
        .set({ changed_at: sql<string>`clock_timestamp()` })
        .where(sql<boolean>`id = any(${[...changed]}::text[])`)
        .execute();
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
  const found = await tx
    .withTables<CoverageTables>()
    .selectFrom('coverage_plan')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
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
