// What operators see of the store's health: whether it answers, its schema against this build's, and its clock against this node's.
import { HEALTH } from './health-sql.ts';
import { knownMigrations } from './migrate.ts';
import type { Store } from './store.ts';

export interface StoreHealth {
  /** Migrations of this build that the store has not seen: above 0 until `pestle migrate` has run. */
  readonly migrationsMissing: number;
  /** The number of the last one that it has seen. */
  readonly migration: number;
  /** By how much its clock is ahead of this node's; behind where it is negative. No surer than the round trip is long. */
  readonly clockAheadSeconds: number;
}

export async function storeHealth(store: Store): Promise<StoreHealth> {
  const askedAt = Date.now();
  const [[row] = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: HEALTH, values: [] }] },
  ]);
  const middle = (askedAt + Date.now()) / 2;
  const seen = new Set(row?.['migrations'] as string[]);
  const known = knownMigrations();
  return {
    migrationsMissing: known.filter((name) => !seen.has(name)).length,
    migration: Math.max(0, ...[...seen].map((name) => Number.parseInt(name, 10))),
    clockAheadSeconds: (Number(row?.['nowMs']) - middle) / 1000,
  };
}
