// The statement that finds allergens by what is typed.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';

/** An allergen of the imported data, by its own name. */
export interface AllergenRow {
  readonly name: string;
  readonly code: string | null;
}

/** Those of which a name begins with what was typed, those whose own name does first. */
export async function allergenRows(tx: Tx, typed: string, most: number): Promise<readonly AllergenRow[]> {
  const { rows } = await sql<AllergenRow>`
    select name, code from allergen
    where exists (select from unnest(names) as known (called) where starts_with(called, ${typed}))
    order by not starts_with(name, ${typed}), length(name), name limit ${most}::integer`.execute(tx);
  return rows;
}
