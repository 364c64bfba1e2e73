// Takes the windows that an integration declares into the one table that delivery reads, and takes back those it no longer declares.
import { sql } from 'kysely';
import { recordNetworkAct } from '../../audit/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { DeclaredWindow, WindowSubject } from './window-input.ts';
import type { WindowRow, WindowTables } from './windows.ts';
import { columnsOf, insertWindow, lockWindows, storeNow, updateWindow } from './windows.ts';

const INTEGRATION = 'integration';

/**
 * Makes the declared windows of a pharmacy or partner what its integration says. One that an operator ended early stays
 * ended while it is declared; windows that operators announced are left alone. Repeating it changes nothing.
 */
export async function declareWindows(
  tx: Tx,
  ports: Ports,
  subject: Exclude<WindowSubject, { kind: 'service' }>,
  windows: readonly DeclaredWindow[],
): Promise<void> {
  if (windows.length === 0 && (await declaredOf(tx, subject)).length === 0) return;
  await lockWindows(tx);
  const known = await declaredOf(tx, subject);
  const nowMs = await storeNow(tx);
  const isSame = (a: DeclaredWindow, b: { starts_at: string; ends_at: string }): boolean =>
    Date.parse(a.start) === Date.parse(b.starts_at) && Date.parse(a.end) === Date.parse(b.ends_at);
  for (const window of windows) {
    if (Date.parse(window.end) <= nowMs || known.some((row) => isSame(window, row))) continue;
    const { id } = await insertWindow(tx, {
      id: makeId(ports, 'mnt'),
      ...columnsOf(subject),
      starts_at: window.start,
      ends_at: window.end,
      note: null,
      declared: true,
      set_by: INTEGRATION,
    });
    await recordNetworkAct(tx, ports, {
      operator: INTEGRATION,
      action: 'maintenance.add',
      subject: { kind: 'maintenance', id },
      detail: { of: subject.id, start: window.start, end: window.end },
    });
  }
  for (const row of known) {
    if (windows.some((window) => isSame(window, row))) continue;
    const over = row.ended_at ?? new Date(nowMs).toISOString();
    await updateWindow(tx, row.id, INTEGRATION, { declared: false, ended_at: over });
    await recordNetworkAct(tx, ports, {
      operator: INTEGRATION,
      action: 'maintenance.end',
      subject: { kind: 'maintenance', id: row.id },
      detail: { of: subject.id },
    });
  }
}

/** The windows that an integration declares, in their order. */
export async function declaredWindowsOf(
  tx: Tx,
  subject: Exclude<WindowSubject, { kind: 'service' }>,
): Promise<readonly DeclaredWindow[]> {
  const rows = await declaredOf(tx, subject);
  return rows
    .map(({ starts_at: start, ends_at: end }) => ({
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
    }))
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
}

/** Declared windows whose announced end is still to come, also those that were ended early. */
async function declaredOf(tx: Tx, subject: WindowSubject): Promise<readonly WindowRow[]> {
  const { pharmacy_id: pharmacy, partner_id: partner } = columnsOf(subject);
  const open = tx
    .withTables<WindowTables>()
    .selectFrom('maintenance_window')
    .selectAll()
    .where('declared', '=', true)
    .where('ends_at', '>', sql<string>`now()`);
  const own =
    pharmacy === null ? open.where('partner_id', '=', partner) : open.where('pharmacy_id', '=', pharmacy);
  return await own.execute();
}
