// Reads pharmacies, which every organization sees alike, and finds them by the beginnings of words.

import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { type SqlBool, sql } from 'kysely';
import { createAhead } from '../../kernel/ahead.ts';
import type { Tx } from '../../store/store.ts';
import type { DirectoryTables, PharmacyKind, PharmacyRow } from '../tables.ts';

export type { PharmacyRow } from '../tables.ts';

/** What an import says of a pharmacy. */
export const PHARMACY_SOURCE_COLUMNS = [
  'npi',
  'ncpdp_id',
  'name',
  'kind',
  'pharmacy_type',
  'serves_public',
  'street1',
  'street2',
  'city',
  'state',
  'postal_code',
  'country',
  'phone',
  'fax',
  'latitude',
  'longitude',
  'time_zone',
  'search_words',
] as const satisfies readonly (keyof PharmacyRow)[];

/** Every column of `PharmacyRow`; the store's own search columns stay there. */
export const PHARMACY_COLUMNS = [
  'id',
  ...PHARMACY_SOURCE_COLUMNS,
  'opening_hours',
  'active',
  'partner_id',
  'status_words',
  'revision',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PharmacyRow)[];

export async function findPharmacy(tx: Tx, id: string): Promise<PharmacyRow | undefined> {
  if (!isId('phr', id)) return undefined;
  return await pharmacies.once(tx, id, () =>
    tx
      .withTables<DirectoryTables>()
      .selectFrom('pharmacy')
      .select(PHARMACY_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}

const pharmacies = createAhead<PharmacyRow | undefined>();

/** For a transaction that only reads: what `findPharmacy` will be asked. */
export async function readPharmaciesAhead(tx: Tx, ids: readonly string[]): Promise<void> {
  pharmacies.put(tx, await findPharmacies(tx, ids));
}

export async function findPharmacies(tx: Tx, ids: readonly string[]): Promise<Map<string, PharmacyRow>> {
  const wanted = [...new Set(ids)].filter((id): id is PharmacyId => isId('phr', id));
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy')
    .select(PHARMACY_COLUMNS)
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PharmacyQuery {
  /** Beginnings of words of name, city, state, ZIP and identifiers; all must match. */
  readonly wordBeginnings: readonly string[];
  readonly kinds: readonly PharmacyKind[];
  /** Those of the transaction's organization. */
  readonly preferred: boolean;
  readonly publicOnly: boolean;
  readonly state: string | null;
  /** Name and id of the last one seen. */
  readonly after: readonly [string, string] | undefined;
  readonly limit: number;
}

/** Active pharmacies by words, in the order of their names. */
export function searchPharmacyRows(tx: Tx, search: PharmacyQuery): Promise<PharmacyRow[]> {
  let query = tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy')
    .select(PHARMACY_COLUMNS)
    .where('active', '=', true)
    .where('kind', 'in', [...search.kinds]);
  if (search.wordBeginnings.length > 0) {
    query = query.where(sql<SqlBool>`search @@ ${prefixQuery(search.wordBeginnings)}::tsquery`);
  }
  if (search.preferred)
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('practice_pharmacy')
          .select('practice_pharmacy.pharmacy_id')
          .whereRef('practice_pharmacy.pharmacy_id', '=', 'pharmacy.id'),
      ),
    );
  if (search.publicOnly) query = query.where('serves_public', '=', true);
  if (search.state !== null) query = query.where('state', '=', search.state);
  if (search.after !== undefined) {
    const [name, id] = search.after;
    query = query.where(sql<SqlBool>`(name collate "C", id collate "C") > (${name}, ${id})`);
  }
  return query.orderBy(sql`name collate "C"`).orderBy(sql`id collate "C"`).limit(search.limit).execute();
}

/** A text-search query that all beginnings match, taken as they are: no stemming, no operators from the text. */
export function prefixQuery(beginnings: readonly string[]): string {
  return beginnings.map((word) => `'${word.replace(/[^\p{L}\p{N}.]/gu, '')}':*`).join(' & ');
}

/** Pharmacies that already have one of these identifiers. */
export function findByIdentifiers(
  tx: Tx,
  npis: readonly string[],
  ncpdpIds: readonly string[],
): Promise<{ id: PharmacyId; npi: string | null; ncpdp_id: string | null }[]> {
  return tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy')
    .select(['id', 'npi', 'ncpdp_id'])
    .where((where) =>
      where.or([
        where('npi', '=', sql<string>`any(${sql.val(npis)}::text[])`),
        where('ncpdp_id', '=', sql<string>`any(${sql.val(ncpdpIds)}::text[])`),
      ]),
    )
    .execute();
}
