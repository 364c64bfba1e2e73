// Reads ZIP codes: where a ZIP or a town is.
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
  const { latitude, longitude } = await tx
    .withTables<DirectoryTables>()
    .selectFrom('zip')
    .select(({ fn }) => [
      fn.avg<number | null>('latitude').as('latitude'),
      fn.avg<number | null>('longitude').as('longitude'),
    ])
    .where('state', '=', state)
    .where(sql<boolean>`lower(city) = lower(${city})`)
    .executeTakeFirstOrThrow();
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}
