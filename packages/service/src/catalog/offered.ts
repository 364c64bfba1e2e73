// Reads what is on the organization's own lists, for pages that offer nothing else (`allow-off-catalog-search`).
import { sql } from 'kysely';
import { notFound } from '../kernel/errors.ts';
import type { Tx } from '../store/store.ts';

/** Whose lists count. */
export interface OwnLists {
  readonly orgId: string;
  /** The catalog that counts as the organization's; null for all of them. */
  readonly catalogId: string | null;
  /** Whose personal templates count too; null for nobody's. */
  readonly userId: string | null;
}

/** Those of the treatments that are in the catalog or in a template. */
export async function offeredAmong(
  tx: Tx,
  { orgId, catalogId, userId }: OwnLists,
  treatmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(treatmentIds)];
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ treatment_id: string }>`
    select treatment_id from catalog_treatment
    where org_id = ${orgId} and treatment_id in (${sql.join(wanted)})
      and (${catalogId}::text is null or catalog_id = ${catalogId})
    union
    select treatment_id from template
    where org_id = ${orgId} and treatment_id in (${sql.join(wanted)})
      and (owner_user_id is null or owner_user_id = ${userId}::text)`.execute(tx);
  return new Set(rows.map((row) => row.treatment_id));
}

/** Throws NOT_FOUND: a catalog that is not there would silently allow nothing. */
export async function requireCatalog(tx: Tx, orgId: string, catalogId: string): Promise<void> {
  const { rows } = await sql`select id from catalog where org_id = ${orgId} and id = ${catalogId}`.execute(
    tx,
  );
  if (rows.length === 0) throw notFound('catalog');
}
