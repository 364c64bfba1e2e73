// SQL of patients: one organization's rows and the words they are found by.
import type { PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { Insertable, SqlBool, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../store/store.ts';
import { type Address, addressOf } from './address.ts';
import { DIRECTORY_LIMITS } from './limits.ts';
import type { DirectoryTables, PatientRow } from './tables.ts';
import { prefixEnd } from './text.ts';

export type { PatientRow } from './tables.ts';

/** The patient with this service id, or external id (which cannot begin with `pat_`); undefined when there is none here. */
export async function findPatient(tx: Tx, orgId: string, id: string): Promise<PatientRow | undefined> {
  // What cannot be an external id is not asked for: the store refuses a NUL character.
  if (id.includes('\0') || id.length > DIRECTORY_LIMITS.externalIdCharactersMax) return undefined;
  const query = tx
    .withTables<DirectoryTables>()
    .selectFrom('patient')
    .selectAll()
    .where('org_id', '=', orgId);
  return isId('pat', id)
    ? query.where('id', '=', id).executeTakeFirst()
    : query.where('external_id', '=', id).executeTakeFirst();
}

/** As `findPatient` by service id, and locked: nobody changes the row until this transaction ends. */
export function lockPatient(tx: Tx, orgId: string, id: PatientId): Promise<PatientRow | undefined> {
  return tx
    .withTables<DirectoryTables>()
    .selectFrom('patient')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function findPatients(
  tx: Tx,
  orgId: string,
  ids: readonly PatientId[],
): Promise<Map<string, PatientRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .withTables<DirectoryTables>()
    .selectFrom('patient')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function patientAddress(row: PatientRow): Address | null {
  return addressOf(row);
}

export async function insertPatient(
  tx: Tx,
  row: Insertable<DirectoryTables['patient']>,
  words: readonly string[],
): Promise<void> {
  await tx.withTables<DirectoryTables>().insertInto('patient').values(row).execute();
  await insertWords(tx, row.org_id, row.id, words);
}

/** Writes the columns given and counts the change; answers the new revision. */
export async function updatePatientRow(
  tx: Tx,
  orgId: string,
  id: PatientId,
  set: Updateable<DirectoryTables['patient']>,
): Promise<number> {
  const { revision } = await tx
    .withTables<DirectoryTables>()
    .updateTable('patient')
    .set({ ...set, revision: sql<number>`revision + 1`, updated_at: sql<string>`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

export async function replaceWords(
  tx: Tx,
  orgId: string,
  id: PatientId,
  words: readonly string[],
): Promise<void> {
  await tx
    .withTables<DirectoryTables>()
    .deleteFrom('patient_word')
    .where('org_id', '=', orgId)
    .where('patient_id', '=', id)
    .execute();
  await insertWords(tx, orgId, id, words);
}

async function insertWords(tx: Tx, orgId: string, id: PatientId, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await tx
    .withTables<DirectoryTables>()
    .insertInto('patient_word')
    .values(words.map((word) => ({ org_id: orgId, word, patient_id: id })))
    .execute();
}

/** What a search for patients asks: beginnings of name words, all of which must match, and a date of birth. */
export interface PatientQuery {
  readonly wordBeginnings: readonly string[];
  readonly dateOfBirth: string | null;
  /** Id of the last one seen: no cursor holds a name. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** The one place that knows how patients are found; names encrypted later are looked up here by digests of their words. */
export function searchPatientRows(tx: Tx, orgId: string, search: PatientQuery): Promise<PatientRow[]> {
  let query = tx.withTables<DirectoryTables>().selectFrom('patient').selectAll().where('org_id', '=', orgId);
  for (const beginning of search.wordBeginnings) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('patient_word')
          .select('patient_word.word')
          .where('patient_word.org_id', '=', orgId)
          .whereRef('patient_word.patient_id', '=', 'patient.id')
          .where('patient_word.word', '>=', beginning)
          .where('patient_word.word', '<', prefixEnd(beginning)),
      ),
    );
  }
  if (search.dateOfBirth !== null) query = query.where('date_of_birth', '=', search.dateOfBirth);
  if (search.after !== undefined) {
    query = query.where(
      sql<SqlBool>`(sort_name, id) > (select seen.sort_name, seen.id from patient seen where seen.org_id = ${orgId} and seen.id = ${search.after})`,
    );
  }
  return query.orderBy('sort_name').orderBy('id').limit(search.limit).execute();
}
