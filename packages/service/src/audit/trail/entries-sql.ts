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

/** Writes entries of one organization, for its role `app`. */
export function entriesStep(orgId: string, rows: readonly AuditRow[]): Step {
  return {
    statement: ENTRIES_STATEMENT,
    values: [orgId, ...WRITTEN_COLUMNS.map((column) => rows.map((row) => row[column]))],
  };
}
