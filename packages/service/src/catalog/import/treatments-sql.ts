// The statement that writes many treatments at once, and of each only what differs.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { TreatmentContent } from './treatment-content.ts';

/** What a repeated import compares; the day of the federal status is no change by itself. */
const COMPARED = [
  'rxcui',
  'kind',
  'name',
  'brand_name',
  'ingredients',
  'synonyms',
  'strength',
  'dose_form',
  'route',
  'ndc',
  'unit_code',
  'packages',
  'federal_status',
  'federal_schedule',
  'drug_description',
  'therapeutic_class',
  'commonness',
  'search_name',
  'search_words',
] as const satisfies readonly (keyof TreatmentContent)[];

const columns = sql.join([...COMPARED, 'federal_as_of'].map((column) => sql.ref(column)));
const changes = sql.join(
  [...COMPARED, 'federal_as_of'].map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
);
const kept = sql.join(COMPARED.map((column) => sql.ref(`treatment.${column}`)));
const given = sql.join(COMPARED.map((column) => sql.ref(`excluded.${column}`)));

/** Inserts or updates; answers the ids of the rows that were new or differed. */
export async function upsertTreatments(
  tx: Tx,
  rows: readonly TreatmentContent[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await sql<{ id: string }>`
    insert into treatment (id, ${columns})
    select id, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as source (
      id text, rxcui text, kind text, name text, brand_name text, ingredients text[], synonyms text[], strength text,
      dose_form text, route text, ndc text, unit_code text, packages jsonb, federal_status text, federal_schedule text, drug_description text,
      therapeutic_class text, commonness integer, search_name text, search_words text, federal_as_of date)
    on conflict (id) do update set ${changes}, revision = treatment.revision + 1, updated_at = clock_timestamp()
    where (${kept}) is distinct from (${given})
    returning id`.execute(tx);
  return new Set(written.map(({ id }) => id));
}
