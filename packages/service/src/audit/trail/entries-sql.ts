// The statement that writes many entries of one organization at once.
import type { Statement, Step } from '../../store/store.ts';
import type { AuditRow } from './record.ts';

export const WRITTEN_COLUMNS = [
  'id',
  'actor_kind',
  'actor_id',
  'client_id',
  'action',
  'subject_kind',
  'subject_id',
  'outcome',
  'purpose',
  'source_ip',
  'request_id',
  'detail',
] as const satisfies readonly (keyof AuditRow)[];

/**
 * $1: organization; then one array for each column.
 *
 * Tried besides: a statement for each entry, twenty of them in one trip and one commit, takes 1.1 times as long on PostgreSQL, where
 * the commit outweighs both, and 2.1 times on the embedded store (`npm run bench -- statements`, two cores shared with others).
 */
export const ENTRIES_STATEMENT: Statement = {
  name: 'pestle_audit_entries',
  text: `insert into audit_entry (org_id, ${WRITTEN_COLUMNS.join(', ')})
    select $1, ${WRITTEN_COLUMNS.map((column) => `i.${column}${column === 'detail' ? '::jsonb' : ''}`).join(', ')}
    from unnest(${WRITTEN_COLUMNS.map((_, index) => `$${index + 2}::text[]`).join(', ')}) as i(${WRITTEN_COLUMNS.join(', ')})`,
};

/**
 * The same of acts that a step before may have found to be out of date: each entry has a key, and only those are written whose keys a setting of the
 * transaction lists. $14 keys, $15 setting.
 */
const LISTED_ENTRIES: Statement = {
  name: 'pestle_audit_entries_listed',
  onePlan: true,
  text: `insert into audit_entry (org_id, ${WRITTEN_COLUMNS.join(', ')})
    select $1, ${WRITTEN_COLUMNS.map((column) => `i.${column}${column === 'detail' ? '::jsonb' : ''}`).join(', ')}
    from unnest(${WRITTEN_COLUMNS.map((_, index) => `$${index + 2}::text[]`).join(', ')}, $14::text[]) as i(${WRITTEN_COLUMNS.join(', ')}, key)
    where i.key = any(string_to_array(current_setting($15::text, true), ','))`,
};

/** Writes those of the entries whose keys are in a setting that an earlier step of the pipeline has left. */
export function listedEntriesStep(
  orgId: string,
  entries: readonly { readonly row: AuditRow; readonly key: string }[],
  setting: string,
): Step {
  const columns = WRITTEN_COLUMNS.map((column) => entries.map(({ row }) => row[column]));
  return {
    statement: LISTED_ENTRIES,
    values: [orgId, ...columns, entries.map(({ key }) => key), setting],
  };
}

/** Writes entries of one organization, for its role `app`. */
export function entriesStep(orgId: string, rows: readonly AuditRow[]): Step {
  return {
    statement: ENTRIES_STATEMENT,
    values: [orgId, ...WRITTEN_COLUMNS.map((column) => rows.map((row) => row[column]))],
  };
}
