// SQL of ZIP codes: where a ZIP or a town is.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { DirectoryTables, ZipRow } from '../tables.ts';
import type { Point } from './nearest.ts';

export function findZip(tx: Tx, zip: string): Promise<ZipRow | undefined> {
  return tx
    .withTables<DirectoryTables>()
    .selectFrom('zip')
    .selectAll()
    .where('zip', '=', zip)
    .executeTakeFirst();
}

/** The middle of a town's ZIP areas, or undefined when the town is not known. */
export async function findTown(tx: Tx, city: string, state: string): Promise<Point | undefined> {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    select avg(latitude) as latitude, avg(longitude) as longitude from zip
    where state = ${state} and lower(city) = lower(${city})`.execute(tx);
  const { latitude = null, longitude = null } = rows[0] ?? {};
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}
