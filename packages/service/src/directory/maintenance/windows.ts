// Reads and writes windows of maintenance, each act with its entry in the trail in one transaction.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import type { WindowSubject } from './window-input.ts';

export type WindowTables = {
  maintenance_window: {
    id: string;
    pharmacy_id: string | null;
    partner_id: string | null;
    starts_at: string;
    ends_at: string;
    ended_at: string | null;
    note: string | null;
    declared: boolean;
    set_by: string;
    set_at: string;
    changed_by: string | null;
    changed_at: string | null;
  };
};

export type WindowRow = WindowTables['maintenance_window'];

/** A window as operators see it. */
export interface MaintenanceWindow {
  readonly id: string;
  readonly subject: WindowSubject;
  /** `announced` has not begun, `current` holds back what leaves, `over` does not any more. */
  readonly state: 'announced' | 'current' | 'over';
  /** ISO 8601, UTC, as all times here. */
  readonly start: string;
  readonly end: string;
  /** When it was ended early or taken back. */
  readonly endedAt: string | null;
  readonly note: string | null;
  /** It stands in the integration of the pharmacy or partner. */
  readonly declared: boolean;
  readonly setBy: string;
  readonly setAt: string;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

/** `nowMs` is the store's time. */
export function windowOf(row: WindowRow, nowMs: number): MaintenanceWindow {
  const over = row.ended_at !== null || Date.parse(row.ends_at) <= nowMs;
  return {
    id: row.id,
    subject: subjectOf(row),
    state: over ? 'over' : Date.parse(row.starts_at) <= nowMs ? 'current' : 'announced',
    start: utc(row.starts_at),
    end: utc(row.ends_at),
    endedAt: row.ended_at === null ? null : utc(row.ended_at),
    note: row.note,
    declared: row.declared,
    setBy: row.set_by,
    setAt: utc(row.set_at),
    changedBy: row.changed_by,
    changedAt: row.changed_at === null ? null : utc(row.changed_at),
  };
}

function utc(text: string): string {
  return new Date(text).toISOString();
}

export function subjectOf({
  pharmacy_id: pharmacy,
  partner_id: partner,
}: Pick<WindowRow, 'pharmacy_id' | 'partner_id'>): WindowSubject {
  if (pharmacy !== null) return { kind: 'pharmacy', id: pharmacy as `phr_${string}` };
  return partner === null ? { kind: 'service' } : { kind: 'partner', id: partner as `ptn_${string}` };
}

export function columnsOf(subject: WindowSubject): Pick<WindowRow, 'pharmacy_id' | 'partner_id'> {
  return {
    pharmacy_id: subject.kind === 'pharmacy' ? subject.id : null,
    partner_id: subject.kind === 'partner' ? subject.id : null,
  };
}

/** One writer at a time, so that no two windows overlap; who only reads does not wait. */
export async function lockWindows(tx: Tx): Promise<void> {
  await sql`lock table maintenance_window in share row exclusive mode`.execute(tx);
}

export async function storeNow(tx: Tx): Promise<number> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx);
  return Date.parse(rows[0]?.now ?? '');
}

export async function findWindow(tx: Tx, id: string): Promise<WindowRow | undefined> {
  return await tx
    .withTables<WindowTables>()
    .selectFrom('maintenance_window')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Windows of one subject that are not over, by their start. */
export async function openWindowsOf(tx: Tx, subject: WindowSubject): Promise<readonly WindowRow[]> {
  const { pharmacy_id: pharmacy, partner_id: partner } = columnsOf(subject);
  const { rows } = await sql<WindowRow>`
    select * from maintenance_window
    where pharmacy_id is not distinct from ${pharmacy} and partner_id is not distinct from ${partner}
      and ended_at is null and ends_at > now()
    order by starts_at, id`.execute(tx);
  return rows;
}

/** The latest first; without `all` only those that are not over. */
export async function listWindows(tx: Tx, all: boolean): Promise<readonly WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    select * from maintenance_window where ${all} or (ended_at is null and ends_at > now())
    order by starts_at desc, id desc limit ${DIRECTORY_LIMITS.maintenanceListedMax}`.execute(tx);
  return rows;
}

export async function insertWindow(
  tx: Tx,
  row: Pick<
    WindowRow,
    'id' | 'pharmacy_id' | 'partner_id' | 'starts_at' | 'ends_at' | 'note' | 'declared' | 'set_by'
  >,
): Promise<WindowRow> {
  const { rows } = await sql<WindowRow>`
    insert into maintenance_window (id, pharmacy_id, partner_id, starts_at, ends_at, note, declared, set_by)
    values (${row.id}, ${row.pharmacy_id}, ${row.partner_id}, ${row.starts_at}, ${row.ends_at}, ${row.note}, ${row.declared}, ${row.set_by})
    returning *`.execute(tx);
  return rows[0] as WindowRow;
}

export async function updateWindow(
  tx: Tx,
  id: string,
  by: string,
  set: Partial<Pick<WindowRow, 'starts_at' | 'ends_at' | 'note' | 'ended_at' | 'declared'>>,
): Promise<WindowRow> {
  return await tx
    .withTables<WindowTables>()
    .updateTable('maintenance_window')
    .set({ ...set, changed_by: by, changed_at: sql<string>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
