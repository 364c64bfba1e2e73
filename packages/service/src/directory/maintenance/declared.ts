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

/** By the id of a pharmacy or partner. */
type Declared = ReadonlyMap<string, readonly DeclaredWindow[]>;

/**
 * Makes the declared windows of pharmacies or partners what their integrations say. One that an operator ended early stays
 * ended while it is declared; windows that operators announced are left alone. Repeating it changes nothing.
 */
export async function declareWindows(
  tx: Tx,
  ports: Ports,
  kind: 'pharmacy' | 'partner',
  declared: Declared,
): Promise<void> {
  const owners = { kind, ids: [...declared.keys()] };
  const isAny = [...declared.values()].some((windows) => windows.length > 0);
  if (!isAny && (await declaredOf(tx, owners)).length === 0) return;
  await lockWindows(tx);
  const known = await declaredOf(tx, owners);
  const nowMs = await storeNow(tx);
  for (const [id, windows] of declared) {
    const subject = { kind, id } as Subject;
    const own = known.filter((row) => row[`${kind}_id`] === id);
    await declareOf(tx, ports, { subject, windows, known: own, nowMs });
  }
}

type Subject = Exclude<WindowSubject, { kind: 'service' }>;

interface Declaration {
  readonly subject: Subject;
  readonly windows: readonly DeclaredWindow[];
  readonly known: readonly WindowRow[];
  readonly nowMs: number;
}

async function declareOf(
  tx: Tx,
  ports: Ports,
  { subject, windows, known, nowMs }: Declaration,
): Promise<void> {
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

type Owners = { readonly kind: 'pharmacy' | 'partner'; readonly ids: readonly string[] };

/** The windows that integrations declare, in their order, by pharmacy or partner. */
export async function declaredWindowsOf(tx: Tx, { kind, ids }: Owners): Promise<Declared> {
  const found = new Map<string, DeclaredWindow[]>();
  for (const row of await declaredOf(tx, { kind, ids })) {
    const owner = (kind === 'pharmacy' ? row.pharmacy_id : row.partner_id) ?? '';
    const [start, end] = [new Date(row.starts_at).toISOString(), new Date(row.ends_at).toISOString()];
    found.set(owner, [...(found.get(owner) ?? []), { start, end }]);
  }
  for (const windows of found.values()) windows.sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return found;
}

/** Declared windows whose announced end is still to come, also those that were ended early. */
async function declaredOf(tx: Tx, { kind, ids }: Owners): Promise<readonly WindowRow[]> {
  if (ids.length === 0) return [];
  return await tx
    .withTables<WindowTables>()
    .selectFrom('maintenance_window')
    .selectAll()
    .where('declared', '=', true)
    .where('ends_at', '>', sql<string>`now()`)
    .where(sql<boolean>`${sql.ref(`${kind}_id`)} = any(${sql.val(ids)}::text[])`)
    .execute();
}
