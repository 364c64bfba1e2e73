// Reads and writes the rows of patients of one organization, and finds them by keyed tokens of their names.

import type { PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { noteChange } from '../../events/inside.ts';
import { createAhead } from '../../kernel/ahead.ts';
import { unlessDamaged } from '../../kernel/failures/damaged.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { type Address, addressOf } from '../address.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import type { DirectoryTables, PatientRow, StoredPatient } from '../tables.ts';
import type { PatientContent } from './sealed-patients.ts';
import {
  beginningToken,
  birthToken,
  externalDigest,
  openPatient,
  patientTokens,
  sealPatient,
} from './sealed-patients.ts';

export type { PatientRow } from '../tables.ts';

/** The patient with this service id, or external id (which cannot begin with `pat_`); undefined when there is none here. */
export async function findPatient(tx: Tx, orgId: string, id: string): Promise<PatientRow | undefined> {
  // What cannot be an external id is not asked for: the store refuses a NUL character.
  if (id.includes('\0') || id.length > DIRECTORY_LIMITS.externalIdCharactersMax) return undefined;
  return await patients.once(tx, id, () => patientOf(tx, orgId, id));
}

const patients = createAhead<PatientRow | undefined>();

/** For a transaction that only reads: what `findPatient` will be asked. One that cannot be read is asked for, and says so. */
export async function readPatientsAhead(tx: Tx, orgId: string, ids: readonly PatientId[]): Promise<void> {
  patients.put(tx, await findPatients(tx, orgId, ids));
}

async function patientOf(tx: Tx, orgId: string, id: string): Promise<PatientRow | undefined> {
  const query = tx
    .withTables<DirectoryTables>()
    .selectFrom('patient')
    .selectAll()
    .where('org_id', '=', orgId);
  const stored = isId('pat', id)
    ? await query.where('id', '=', id).executeTakeFirst()
    : await query.where('external_digest', '=', externalDigest(keysOf(tx), id)).executeTakeFirst();
  return opened(tx, stored);
}

function opened(tx: Tx, stored: StoredPatient | undefined): PatientRow | undefined {
  return stored === undefined ? undefined : openPatient(keysOf(tx), stored);
}

/** As `findPatient` by service id, and locked: nobody changes the row until this transaction ends. */
export async function lockPatient(tx: Tx, orgId: string, id: PatientId): Promise<PatientRow | undefined> {
  const stored = await tx
    .withTables<DirectoryTables>()
    .selectFrom('patient')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return opened(tx, stored);
}

/** Those of them that are there and can be read. */
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
  const keys = keysOf(tx);
  return new Map(
    rows.flatMap((row) => {
      const patient = unlessDamaged(() => openPatient(keys, row));
      return patient === undefined ? [] : [[row.id, patient] as const];
    }),
  );
}

export function patientAddress(row: PatientRow): Address | null {
  return addressOf(row);
}

export async function insertPatient(tx: Tx, row: PatientContent, words: readonly string[]): Promise<void> {
  await tx
    .withTables<DirectoryTables>()
    .insertInto('patient')
    .values({ org_id: row.org_id, id: row.id, ...sealPatient(keysOf(tx), row) })
    .execute();
  await noteChange(tx, row.org_id, { kind: 'patient', id: row.id, patientId: row.id });
  await insertTokens(tx, row, words);
}

/** Writes the whole patient and counts the change; answers the new revision. */
export async function updatePatientRow(tx: Tx, row: PatientContent): Promise<number> {
  const { revision } = await tx
    .withTables<DirectoryTables>()
    .updateTable('patient')
    .set({
      ...sealPatient(keysOf(tx), row),
      revision: sql<number>`revision + 1`,
      updated_at: sql<string>`clock_timestamp()`,
    })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await noteChange(tx, row.org_id, { kind: 'patient', id: row.id, patientId: row.id });
  return revision;
}

/** After a change of the name or the date of birth. */
export async function replaceTokens(tx: Tx, row: PatientContent, words: readonly string[]): Promise<void> {
  await tx
    .withTables<DirectoryTables>()
    .deleteFrom('patient_token')
    .where('org_id', '=', row.org_id)
    .where('patient_id', '=', row.id)
    .execute();
  await insertTokens(tx, row, words);
}

async function insertTokens(tx: Tx, row: PatientContent, words: readonly string[]): Promise<void> {
  const tokens = patientTokens(keysOf(tx), words, row.date_of_birth);
  await tx
    .withTables<DirectoryTables>()
    .insertInto('patient_token')
    .values(tokens.map((token) => ({ org_id: row.org_id, token, patient_id: row.id })))
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

/**
 * The one place that knows how patients are found: by equal tokens, which the store compares without knowing the words.
 * The order is that of their ids, newest first, because the store cannot know the order of names. Answers the rows as they are stored: one
 * that does not open is left to whoever opens them.
 */
export async function searchPatientRows(
  tx: Tx,
  orgId: string,
  search: PatientQuery,
): Promise<StoredPatient[]> {
  const keys = keysOf(tx);
  let query = tx.withTables<DirectoryTables>().selectFrom('patient').selectAll().where('org_id', '=', orgId);
  const tokens = search.wordBeginnings.map((beginning) => beginningToken(keys, beginning));
  if (search.dateOfBirth !== null) tokens.push(birthToken(keys, search.dateOfBirth));
  for (const token of tokens) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('patient_token')
          .select('patient_token.token')
          .where('patient_token.org_id', '=', orgId)
          .whereRef('patient_token.patient_id', '=', 'patient.id')
          .where('patient_token.token', '=', token),
      ),
    );
  }
  if (search.after !== undefined) query = query.where('id', '<', search.after as PatientId);
  return await query.orderBy('id', 'desc').limit(search.limit).execute();
}
