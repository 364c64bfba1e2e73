// Reads and writes windows of maintenance, each act with its entry in the trail in one transaction.
import { type Generated, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { runStatement } from '../../store/inside.ts';
import type { Tx } from '../../store/store.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import type { WindowSubject } from './window-input.ts';
import { LOCK_WINDOWS } from './windows-sql.ts';

export type WindowTables = {
  maintenance_window: {
    id: string;
    pharmacy_id: string | null;
    partner_id: string | null;
    starts_at: string;
    ends_at: string;
    ended_at: Generated<string | null>;
    note: string | null;
    declared: boolean;
    set_by: string;
    set_at: Generated<string>;
    changed_by: Generated<string | null>;
    changed_at: Generated<string | null>;
  };
};

export type WindowRow = Selectable<WindowTables['maintenance_window']>;

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
  await runStatement(tx, LOCK_WINDOWS, []);
}

export async function storeNow(tx: Tx): Promise<number> {
  const { now } = await tx.selectNoFrom(sql<string>`now()`.as('now')).executeTakeFirstOrThrow();
  return Date.parse(now);
}

export async function findWindow(tx: Tx, id: string): Promise<WindowRow | undefined> {
  return await tx
    .withTables<WindowTables>()
    .selectFrom('maintenance_window')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By the store's time. */
function notOver(
  windows: SelectQueryBuilder<WindowTables, 'maintenance_window', WindowRow>,
): SelectQueryBuilder<WindowTables, 'maintenance_window', WindowRow> {
  return windows.where('ended_at', 'is', null).where('ends_at', '>', sql<string>`now()`);
}

/** Windows of one subject that are not over, by their start. */
export async function openWindowsOf(tx: Tx, subject: WindowSubject): Promise<readonly WindowRow[]> {
  const { pharmacy_id: pharmacy, partner_id: partner } = columnsOf(subject);
  return await notOver(tx.withTables<WindowTables>().selectFrom('maintenance_window').selectAll())
    .where('pharmacy_id', 'is not distinct from', pharmacy)
    .where('partner_id', 'is not distinct from', partner)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

/** The latest first; without `all` only those that are not over. */
export async function listWindows(tx: Tx, all: boolean): Promise<readonly WindowRow[]> {
  const windows = tx.withTables<WindowTables>().selectFrom('maintenance_window').selectAll();
  return await (all ? windows : notOver(windows))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DIRECTORY_LIMITS.maintenanceListedMax)
    .execute();
}

export async function insertWindow(
  tx: Tx,
  row: Pick<
    WindowRow,
    'id' | 'pharmacy_id' | 'partner_id' | 'starts_at' | 'ends_at' | 'note' | 'declared' | 'set_by'
  >,
): Promise<WindowRow> {
  return await tx
    .withTables<WindowTables>()
    .insertInto('maintenance_window')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
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
