// The statements that write many pharmacies or ZIP codes at once, and of each only what differs.
import type { PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import { PHARMACY_SOURCE_COLUMNS } from '../pharmacy/pharmacy-rows.ts';
import type { ZipRow } from '../tables.ts';
import type { PharmacyContent } from './pharmacy-source.ts';

const columns = sql.join(PHARMACY_SOURCE_COLUMNS.map((column) => sql.ref(column)));
const kept = sql.join(PHARMACY_SOURCE_COLUMNS.map((column) => sql.ref(`pharmacy.${column}`)));
const given = sql.join(PHARMACY_SOURCE_COLUMNS.map((column) => sql.ref(`excluded.${column}`)));
const changes = sql.join(
  PHARMACY_SOURCE_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
);

/** Inserts or updates; answers the ids of the rows that were new or differed. Their endpoints, hours and words are not touched. */
export async function upsertPharmacies(
  tx: Tx,
  rows: readonly (PharmacyContent & { readonly id: PharmacyId })[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await sql<{ id: string }>`
    insert into pharmacy (id, ${columns})
    select id, ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as source (
      id text, npi text, ncpdp_id text, name text, kind text, pharmacy_type text, serves_public boolean, street1 text, street2 text,
      city text, state text, postal_code text, country text, phone text, fax text, latitude double precision,
      longitude double precision, time_zone text, search_words text)
    on conflict (id) do update set ${changes}, revision = pharmacy.revision + 1, updated_at = clock_timestamp()
    where (${kept}) is distinct from (${given})
    returning id`.execute(tx);
  return new Set(written.map(({ id }) => id));
}

/** Inserts or updates; answers the ZIP codes that were new or differed. */
export async function upsertZips(tx: Tx, rows: readonly ZipRow[]): Promise<ReadonlySet<string>> {
  const { rows: written } = await sql<{ zip: string }>`
    insert into zip (zip, city, state, county, latitude, longitude)
    select zip, city, state, county, latitude, longitude from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as source (zip text, city text, state text, county text, latitude double precision, longitude double precision)
    on conflict (zip) do update set city = excluded.city, state = excluded.state, county = excluded.county,
      latitude = excluded.latitude, longitude = excluded.longitude
    where (zip.city, zip.state, zip.county, zip.latitude, zip.longitude)
      is distinct from (excluded.city, excluded.state, excluded.county, excluded.latitude, excluded.longitude)
    returning zip`.execute(tx);
  return new Set(written.map(({ zip }) => zip));
}
