// SQL of an organization's catalogs and of its standing list of what is not prescribed.
import type { CatalogId, TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { CatalogRow, CatalogTables, TreatmentRow } from '../tables.ts';
import { TREATMENT_COLUMNS } from '../treatments.ts';

const columns = sql.join(TREATMENT_COLUMNS.map((column) => sql.ref(`treatment.${column}`)));

export function findCatalogs(tx: Tx, orgId: string): Promise<CatalogRow[]> {
  return tx
    .withTables<CatalogTables>()
    .selectFrom('catalog')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy(sql`name collate "C"`)
    .execute();
}

export async function lockCatalog(tx: Tx, orgId: string, id: string): Promise<CatalogRow | undefined> {
  if (!isId('cat', id)) return undefined;
  return tx
    .withTables<CatalogTables>()
    .selectFrom('catalog')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertCatalog(tx: Tx, row: Insertable<CatalogTables['catalog']>): Promise<void> {
  await tx.withTables<CatalogTables>().insertInto('catalog').values(row).execute();
}

/** Names it and counts the change. */
export async function touchCatalog(tx: Tx, orgId: string, id: CatalogId, name: string): Promise<void> {
  await tx
    .withTables<CatalogTables>()
    .updateTable('catalog')
    .set({ name, revision: sql<number>`revision + 1`, updated_at: sql<string>`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

export async function removeCatalog(tx: Tx, orgId: string, id: string): Promise<boolean> {
  if (!isId('cat', id)) return false;
  const row = await tx
    .withTables<CatalogTables>()
    .deleteFrom('catalog')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listTreatments(
  tx: Tx,
  orgId: string,
  catalogId: CatalogId,
  ids: readonly TreatmentId[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .withTables<CatalogTables>()
    .insertInto('catalog_treatment')
    .values(ids.map((id) => ({ org_id: orgId, catalog_id: catalogId, treatment_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unlistTreatments(
  tx: Tx,
  orgId: string,
  catalogId: CatalogId,
  ids: readonly string[],
): Promise<void> {
  const wanted = ids.filter((id): id is TreatmentId => isId('trt', id));
  if (wanted.length === 0) return;
  await tx
    .withTables<CatalogTables>()
    .deleteFrom('catalog_treatment')
    .where('org_id', '=', orgId)
    .where('catalog_id', '=', catalogId)
    .where('treatment_id', 'in', wanted)
    .execute();
}

/** Puts them on the standing list, or changes the reason of those that are there. */
export async function insertDisabled(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  reason: string | null,
): Promise<void> {
  await sql`
    insert into disabled_treatment (org_id, treatment_id, reason)
    select ${orgId}, id, ${reason} from unnest(${sql.val(ids)}::text[]) as id
    on conflict (org_id, treatment_id) do update set reason = excluded.reason`.execute(tx);
}

export async function removeDisabled(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx
    .withTables<CatalogTables>()
    .deleteFrom('disabled_treatment')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`treatment_id = any(${sql.val(ids)}::text[])`)
    .execute();
}

interface Window {
  readonly orgId: string;
  /** Name and id of the last one seen. */
  readonly after: readonly [string, string] | undefined;
  readonly limit: number;
}

const afterClause = (after: Window['after']) =>
  after === undefined
    ? sql``
    : sql`and (treatment.name collate "C", treatment.id collate "C") > (${after[0]}, ${after[1]})`;

export async function catalogTreatmentRows(
  tx: Tx,
  { orgId, catalogId, after, limit }: Window & { readonly catalogId: string },
): Promise<TreatmentRow[]> {
  const { rows } = await sql<TreatmentRow>`
    select ${columns} from catalog_treatment listed join treatment on treatment.id = listed.treatment_id
    where listed.org_id = ${orgId} and listed.catalog_id = ${catalogId} ${afterClause(after)}
    order by treatment.name collate "C", treatment.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}

export async function disabledRows(
  tx: Tx,
  { orgId, after, limit }: Window,
): Promise<(TreatmentRow & { readonly reason: string | null })[]> {
  const { rows } = await sql<TreatmentRow & { readonly reason: string | null }>`
    select ${columns}, listed.reason from disabled_treatment listed join treatment on treatment.id = listed.treatment_id
    where listed.org_id = ${orgId} ${afterClause(after)}
    order by treatment.name collate "C", treatment.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}
