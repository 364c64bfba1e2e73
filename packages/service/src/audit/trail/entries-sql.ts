// The statement that writes many entries of one organization at once.
import type { Statement } from '../../store/store.ts';
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

/** $1: organization; then one array for each column. */
export const ENTRIES_STATEMENT: Statement = {
  name: 'pestle_audit_entries',
  text: `insert into audit_entry (org_id, ${WRITTEN_COLUMNS.join(', ')})
    select $1, ${WRITTEN_COLUMNS.map((column) => `i.${column}${column === 'detail' ? '::jsonb' : ''}`).join(', ')}
    from unnest(${WRITTEN_COLUMNS.map((_, index) => `$${index + 2}::text[]`).join(', ')}) as i(${WRITTEN_COLUMNS.join(', ')})`,
};
