// The statements that write a whole file of interactions, allergens or classes, and remove what it no longer names.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { AllergenContent, ClassContent, InteractionContent } from './screening-source.ts';

/** Two imports of the same kind follow each other; readers do not wait. */
export async function lockScreening(tx: Tx, table: 'interaction' | 'allergen' | 'drug_class'): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
}

/** Leaves exactly these pairs; answers how many others went. */
export async function putInteractions(tx: Tx, rows: readonly InteractionContent[]): Promise<number> {
  const json = JSON.stringify(rows);
  await sql`
    insert into interaction as kept (a, b, severity, code)
    select a, b, severity, code from jsonb_to_recordset(${json}::jsonb) as source (a text, b text, severity text, code text)
    on conflict (a, b) do update set severity = excluded.severity, code = excluded.code
    where (kept.severity, kept.code) is distinct from (excluded.severity, excluded.code)`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    delete from interaction kept where not exists (
      select from jsonb_to_recordset(${json}::jsonb) as source (a text, b text)
      where source.a collate "C" = kept.a and source.b collate "C" = kept.b)`.execute(tx);
  return Number(numAffectedRows);
}

/** Leaves exactly these allergens; answers how many others went. */
export async function putAllergens(tx: Tx, rows: readonly AllergenContent[]): Promise<number> {
  const json = JSON.stringify(rows);
  await sql`
    insert into allergen as kept (name, names, ingredients, classes, code)
    select * from jsonb_to_recordset(${json}::jsonb) as source (name text, names text[], ingredients text[], classes text[], code text)
    on conflict (name) do update
      set names = excluded.names, ingredients = excluded.ingredients, classes = excluded.classes, code = excluded.code
    where (kept.names, kept.ingredients, kept.classes, kept.code)
      is distinct from (excluded.names, excluded.ingredients, excluded.classes, excluded.code)`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    delete from allergen kept where not exists (
      select from jsonb_to_recordset(${json}::jsonb) as source (name text) where source.name collate "C" = kept.name)`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Leaves exactly these classes; answers how many others went. */
export async function putClasses(tx: Tx, rows: readonly ClassContent[]): Promise<number> {
  const json = JSON.stringify(rows);
  await sql`
    insert into drug_class as kept (code, name)
    select code, name from jsonb_to_recordset(${json}::jsonb) as source (code text, name text)
    on conflict (code) do update set name = excluded.name where kept.name is distinct from excluded.name`.execute(
    tx,
  );
  const { numAffectedRows = 0n } = await sql`
    delete from drug_class kept where not exists (
      select from jsonb_to_recordset(${json}::jsonb) as source (code text) where source.code collate "C" = kept.code)`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
