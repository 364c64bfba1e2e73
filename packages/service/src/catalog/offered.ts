// Reads what is on the organization's own lists, for pages that offer nothing else (`allow-off-catalog-search`).
import type { CatalogId, TreatmentId } from '@pestle/rules/ids';
import { notFound } from '../kernel/errors.ts';
import type { Tx } from '../store/store.ts';
import type { CatalogTables } from './tables.ts';

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
  const wanted = [...new Set(treatmentIds)] as TreatmentId[];
  if (wanted.length === 0) return new Set();
  const tables = tx.withTables<CatalogTables>();
  let listed = tables
    .selectFrom('catalog_treatment')
    .select('treatment_id')
    .where('org_id', '=', orgId)
    .where('treatment_id', 'in', wanted);
  if (catalogId !== null) listed = listed.where('catalog_id', '=', catalogId as CatalogId);
  const preset = tables
    .selectFrom('template')
    .select('treatment_id')
    .where('org_id', '=', orgId)
    .where('treatment_id', 'in', wanted)
    .where((where) => where.or([where('owner_user_id', 'is', null), where('owner_user_id', '=', userId)]));
  const rows = await listed.union(preset).execute();
  return new Set(rows.map((row) => row.treatment_id));
}

/** Whether a treatment is in a catalog of the organization or in a template that a person sees, as an expression over expressions. */
export function offeredSql({
  orgId,
  treatmentId,
  userId,
}: {
  readonly orgId: string;
  readonly treatmentId: string;
  readonly userId: string;
}): string {
  return `(exists (
      select from catalog_treatment l where l.org_id = ${orgId} and l.treatment_id = ${treatmentId} offset 0
    ) or exists (
      select from template l where l.org_id = ${orgId} and l.treatment_id = ${treatmentId}
        and (l.owner_user_id is null or l.owner_user_id = ${userId}) offset 0
    ))`;
}

/** Throws NOT_FOUND: a catalog that is not there would silently allow nothing. */
export async function requireCatalog(tx: Tx, orgId: string, catalogId: string): Promise<void> {
  const found = await tx
    .withTables<CatalogTables>()
    .selectFrom('catalog')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', catalogId as CatalogId)
    .executeTakeFirst();
  if (found === undefined) throw notFound('catalog');
}
