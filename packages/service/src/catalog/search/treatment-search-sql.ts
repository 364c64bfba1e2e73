// SQL of the search for treatments: by beginnings of words, and by likeness as a second look. One text for both stores.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { prefixQuery } from '../../directory/pharmacies.ts';
import type { Tx } from '../../store/store.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { TreatmentRow } from '../tables.ts';
import { TREATMENT_COLUMNS } from '../treatments.ts';

/** Which treatments a search may show, and whose templates count. */
export interface SearchScope {
  readonly orgId: string;
  /** The catalog that counts as the organization's, or null for all of them. */
  readonly catalogId: string | null;
  /** False: only what is in the catalog or in a template. */
  readonly offCatalog: boolean;
  /** Whose personal templates are visible; null for a machine. */
  readonly userId: string | null;
}

/** `offered`: the scope may show it. Always so for what a search found. */
export type FoundTreatment = {
  readonly treatment: TreatmentRow;
  readonly inCatalog: boolean;
  readonly offered: boolean;
};

type SqlRow = TreatmentRow & { readonly in_catalog: boolean };

const columns = sql.join(TREATMENT_COLUMNS.map((column) => sql.ref(`treatment.${column}`)));

function inCatalog({ orgId, catalogId }: SearchScope): RawBuilder<SqlBool> {
  const one = catalogId === null ? sql`` : sql`and listed.catalog_id = ${catalogId}`;
  return sql`exists (select from catalog_treatment listed
    where listed.org_id = ${orgId} and listed.treatment_id = treatment.id ${one})`;
}

function visible(scope: SearchScope): RawBuilder<SqlBool> {
  if (scope.offCatalog) return sql`true`;
  return sql`(${inCatalog(scope)} or exists (select from template preset
    where preset.org_id = ${scope.orgId} and preset.treatment_id = treatment.id
      and (preset.owner_user_id is null or preset.owner_user_id = ${scope.userId})))`;
}

/** What a treatment is called: its brand, else its ingredients. */
const knownAs = sql`lower(coalesce(brand_name, array_to_string(ingredients, '/'))) collate "C"`;
const strengthNumber = sql`substring(replace(strength, ',', '') from '^[0-9]+(?:[.][0-9]+)?')::numeric`;

/**
 * Treatments of which every word typed begins a word. First those whose name begins with what was typed, whole words before
 * parts; then the uncontrolled, the organization's own, single ingredients, the commoner; then by name and strength.
 */
export async function searchByWords(
  tx: Tx,
  scope: SearchScope,
  typed: { readonly words: readonly string[]; readonly name: string },
  window: { readonly offset: number; readonly limit: number },
): Promise<FoundTreatment[]> {
  const { name } = typed;
  const { rows } = await sql<SqlRow>`
    select ${columns}, ${inCatalog(scope)} as in_catalog from treatment
    where active and search @@ ${prefixQuery(typed.words)}::tsquery and ${visible(scope)}
    order by
      case when ${name} = '' then 3
        when search_name = ${name} or starts_with(search_name, ${`${name} `}) then 0
        when starts_with(search_name, ${name}) then 1
        when starts_with(search_name, ${typed.words[0] ?? ''}) then 2 else 3 end,
      federal_status <> 'uncontrolled',
      ${inCatalog(scope)} desc,
      cardinality(ingredients),
      commonness desc,
      ${knownAs},
      ${strengthNumber} nulls last,
      name collate "C",
      id collate "C"
    limit ${window.limit} offset ${window.offset}`.execute(tx);
  return rows.map(foundOf);
}

/** The treatment with exactly this RxCUI, or those with this NDC. */
export async function searchByCode(
  tx: Tx,
  scope: SearchScope,
  codes: { readonly rxcui: string; readonly ndc: string },
): Promise<FoundTreatment[]> {
  const { rows } = await sql<SqlRow>`
    select ${columns}, ${inCatalog(scope)} as in_catalog from treatment
    where active and (rxcui = ${codes.rxcui} or ndc = ${codes.ndc}) and ${visible(scope)}
    order by commonness desc, id collate "C" limit ${LIMITS.searchHitsMax}`.execute(tx);
  return rows.map(foundOf);
}

/** Treatments whose names are alike, one per name, the likest first; none that the words found already. */
export async function searchBySimilarity(
  tx: Tx,
  scope: SearchScope,
  typed: { readonly words: readonly string[]; readonly name: string },
): Promise<FoundTreatment[]> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(LIMITS.similarityMin)}, true)`.execute(
    tx,
  );
  const { rows } = await sql<SqlRow>`
    select ${columns}, in_catalog from (
      select distinct on (known_as) * from (
        select treatment.*, ${knownAs} as known_as, ${inCatalog(scope)} as in_catalog,
          word_similarity(${typed.name}, search_name) as likeness
        from treatment
        where active and ${typed.name} <% search_name and not search @@ ${prefixQuery(typed.words)}::tsquery
          and ${visible(scope)}
      ) alike
      order by known_as, likeness desc, commonness desc, ${strengthNumber} nulls last, id collate "C"
    ) treatment
    order by likeness desc, federal_status <> 'uncontrolled', cardinality(ingredients), commonness desc, known_as
    limit ${LIMITS.similarHitsMax}`.execute(tx);
  return rows.map(foundOf);
}

/** Adds to treatments that are at hand whether they are in the catalog and may be shown. */
export async function withCatalog(
  tx: Tx,
  scope: SearchScope,
  rows: readonly TreatmentRow[],
): Promise<FoundTreatment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id as string);
  const { rows: listed } = await sql<{ id: string; in_catalog: boolean; offered: boolean }>`
    select id, ${inCatalog(scope)} as in_catalog, ${visible(scope)} as offered
    from treatment where id = any(${sql.val(ids)}::text[])`.execute(tx);
  const facts = new Map(listed.map((row) => [row.id, row]));
  return rows.map((treatment) => {
    const { in_catalog: inCatalog = false, offered = false } = facts.get(treatment.id) ?? {};
    return { treatment, inCatalog, offered };
  });
}

function foundOf({ in_catalog: inCatalog, ...treatment }: SqlRow): FoundTreatment {
  return { treatment, inCatalog, offered: true };
}
