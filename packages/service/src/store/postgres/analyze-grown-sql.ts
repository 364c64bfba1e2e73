// Keeps the planner's statistics of small tables up to date on PostgreSQL, where a plan that was made for an empty table is kept; the embedded store does so by itself.
import { STORE_LIMITS } from '../limits.ts';
import type { Statement, Store } from '../store.ts';

/** $1 rows beside twice those counted last, $2 tables at most, $3 rows above which a table is left to autovacuum. */
const ANALYZE_GROWN: Statement = {
  name: 'pestle_analyze_grown',
  text: 'select analyze_grown($1::bigint, $2::integer, $3::bigint) as analyzed',
};

/** Counts the rows of tables that have grown much. Returns how many tables. */
export async function analyzeGrown(store: Store): Promise<number> {
  if (store.kind !== 'postgres') return 0;
  const { analyzeAfterRows, analyzedPerLookMax, analyzedRowsMax } = STORE_LIMITS;
  const [rows = []] = await store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [{ statement: ANALYZE_GROWN, values: [analyzeAfterRows, analyzedPerLookMax, analyzedRowsMax] }],
    },
  ]);
  return Number(rows[0]?.['analyzed'] ?? 0);
}
