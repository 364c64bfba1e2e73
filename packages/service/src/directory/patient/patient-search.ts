// Finds patients by what was typed: beginnings of names, a date of birth, an external id.
import { isDate } from '@pestle/rules/dates';
import type { OrganizationId, PatientId } from '@pestle/rules/ids';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import { searchWords } from '../../kernel/text.ts';
import type { Store, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { PatientRow } from '../tables.ts';
import { findPatient, searchPatientRows } from './patient-rows.ts';
import { openPatient } from './sealed-patients.ts';

export interface PatientSearch extends PageRequest {
  /** Beginnings of names in any order, and perhaps a date of birth (`1975-11-23` or `11/23/1975`). */
  readonly text?: string | null;
  readonly dateOfBirth?: string | null;
}

/** All patients, or those found, the newest first. Throws INVALID_INPUT. */
export async function searchPatients(
  store: Store,
  actor: Actor,
  search: PatientSearch,
): Promise<Page<PatientRow>> {
  const size = pageSize(search);
  const { words, dateOfBirth } = readSearch(search);
  return await store.withOrg(actor.orgId, async (tx) => {
    const keys = keysOf(tx);
    const cursors = cursorsOf(keys, ['patients', words, dateOfBirth]);
    const [after] = readCursor(search, cursors, ['string']) ?? [];
    const rows = await searchPatientRows(tx, actor.orgId, {
      wordBeginnings: words,
      dateOfBirth,
      after,
      limit: size + 1,
    });
    return pageOf(
      rows,
      size,
      cursors,
      (row) => [row.id],
      (row) => openPatient(keys, row),
    );
  });
}

/** The ids of the newest patients whom `text` finds as in a search for patients, or whose external id it is. Throws INVALID_INPUT. */
export async function patientIdsFound(
  tx: Tx,
  orgId: OrganizationId,
  text: string,
  limit: number,
): Promise<readonly PatientId[]> {
  const { words: wordBeginnings, dateOfBirth } = readSearch({ text });
  const exact = await findPatient(tx, orgId, text);
  if (wordBeginnings.length === 0 && dateOfBirth === null) return exact === undefined ? [] : [exact.id];
  const rows = await searchPatientRows(tx, orgId, { wordBeginnings, dateOfBirth, after: undefined, limit });
  return [...new Set([...(exact === undefined ? [] : [exact.id]), ...rows.map(({ id }) => id)])];
}

const US_DATE = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/;
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}\b/;

function readSearch(search: PatientSearch): { words: readonly string[]; dateOfBirth: string | null } {
  const text = search.text ?? '';
  if (text.length > LIMITS.searchTextCharactersMax) {
    const message = `Type at most ${LIMITS.searchTextCharactersMax} characters.`;
    throw invalidInput([{ path: 'text', code: 'TOO_LONG', message }]);
  }
  const typed = typedDate(text);
  const dateOfBirth = search.dateOfBirth ?? typed?.date ?? null;
  if (dateOfBirth !== null && !isDate(dateOfBirth)) {
    const message = 'Write a day of the calendar as YYYY-MM-DD.';
    throw invalidInput([{ path: 'dateOfBirth', code: 'INVALID', message }]);
  }
  const words = searchWords(typed?.rest ?? text).slice(0, LIMITS.searchWordsMax);
  return { words, dateOfBirth };
}

/** A whole date among what was typed, and the rest. */
function typedDate(text: string): { date: string; rest: string } | undefined {
  const iso = ISO_DATE.exec(text)?.[0];
  if (iso !== undefined) return { date: iso, rest: text.replace(iso, ' ') };
  const [whole, month = '', day = '', year = ''] = US_DATE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return {
    date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    rest: text.replace(whole, ' '),
  };
}
