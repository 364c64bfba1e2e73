// Lets operators announce, change and end windows of maintenance, with one refusal for each reason and an audit entry for each act (D6, D12).
import type { NetworkAuditEntry } from '../../audit/inside.ts';
import { networkActs, recordNetworkAct } from '../../audit/inside.ts';
import type { Failure } from '../../kernel/errors.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import type { AddWindowInput, ChangeWindowInput, EndWindowInput, WindowSubject } from './window-input.ts';
import {
  ANNOUNCED_AHEAD_MS,
  addWindowSchema,
  changeWindowSchema,
  endWindowSchema,
  longestMs,
  tooLong,
} from './window-input.ts';
import type { MaintenanceWindow, WindowRow } from './windows.ts';
import {
  columnsOf,
  findWindow,
  insertWindow,
  listWindows,
  lockWindows,
  openWindowsOf,
  storeNow,
  subjectOf,
  updateWindow,
  windowOf,
} from './windows.ts';

/** What operators do with windows of maintenance. Every act may be repeated. */
export interface MaintenanceAdministration {
  /** Windows that are not over, the latest first; with `all` also those that are. */
  list(options?: { readonly all?: boolean }): Promise<readonly MaintenanceWindow[]>;
  /** What was done to one window, oldest first. Throws NOT_FOUND. */
  history(id: string): Promise<readonly NetworkAuditEntry[]>;
  /** Answers the window that is there already when it says the same. Throws INVALID_INPUT, NOT_FOUND. */
  add(input: AddWindowInput): Promise<MaintenanceWindow>;
  /** Throws INVALID_INPUT, NOT_FOUND. */
  change(id: string, input: ChangeWindowInput): Promise<MaintenanceWindow>;
  /** Ends it now, or takes it back when it has not begun; what waits for it leaves. Throws NOT_FOUND. */
  end(id: string, input: EndWindowInput): Promise<MaintenanceWindow>;
}

export function createMaintenanceAdministration(store: Store, ports: Ports): MaintenanceAdministration {
  return {
    list: ({ all = false } = {}) =>
      store.asKeeper(async (tx) => {
        const nowMs = await storeNow(tx);
        return (await listWindows(tx, all)).map((row) => windowOf(row, nowMs));
      }),
    history: (id) =>
      store.asKeeper(async (tx) => {
        if ((await findWindow(tx, id)) === undefined) throw notFound('window of maintenance');
        return await networkActs(tx, id);
      }),
    add: (input) => addWindow(store, ports, input),
    change: (id, input) => changeWindow(store, ports, id, input),
    end: (id, input) => endWindow(store, ports, id, input),
  };
}

async function addWindow(store: Store, ports: Ports, input: AddWindowInput): Promise<MaintenanceWindow> {
  const { subject, start, end, note = null, by } = validate(addWindowSchema, input);
  try {
    return await store.asKeeper(async (tx) => {
      await lockWindows(tx);
      const nowMs = await storeNow(tx);
      const open = await openWindowsOf(tx, subject);
      const same = open.find((row) => saysTheSame(row, { start, end, note }, nowMs));
      if (same !== undefined) return windowOf(same, nowMs);
      const starts = start ?? new Date(nowMs).toISOString();
      if (Date.parse(starts) < nowMs - DIRECTORY_LIMITS.windowStartPastMinutesMax * 60_000)
        throw refused(
          'start',
          'IN_THE_PAST',
          'The start lies in the past. Leave it out for a window that begins now.',
        );
      requireSpan(subject.kind, starts, end, nowMs);
      requireFree(open, starts, end);
      if (open.length >= DIRECTORY_LIMITS.maintenanceWindowsMax)
        throw refused(
          'subject',
          'TOO_MANY',
          `At most ${DIRECTORY_LIMITS.maintenanceWindowsMax} windows can be announced at a time.`,
        );
      const row = await insertWindow(tx, {
        id: makeId(ports, 'mnt'),
        ...columnsOf(subject),
        starts_at: starts,
        ends_at: end,
        note: note ?? null,
        declared: false,
        set_by: by,
      });
      await recordChange(tx, ports, by, 'maintenance.add', row, { start: starts, end });
      return windowOf(row, nowMs);
    });
  } catch (error) {
    if (sqlState(error) === SQLSTATE.foreignKeyViolation) throw notFound(subject.kind);
    throw error;
  }
}

/** The same announcement sent again; one without a start is the one that has begun. */
function saysTheSame(
  row: WindowRow,
  {
    start,
    end,
    note,
  }: { readonly start: string | null | undefined; readonly end: string; readonly note: string | null },
  nowMs: number,
): boolean {
  const startsMs = Date.parse(row.starts_at);
  const sameStart = typeof start === 'string' ? startsMs === Date.parse(start) : startsMs <= nowMs;
  return sameStart && Date.parse(row.ends_at) === Date.parse(end) && row.note === note;
}

async function changeWindow(
  store: Store,
  ports: Ports,
  id: string,
  input: ChangeWindowInput,
): Promise<MaintenanceWindow> {
  const { start, end, note, by } = validate(changeWindowSchema, input);
  return await store.asKeeper(async (tx) => {
    await lockWindows(tx);
    const nowMs = await storeNow(tx);
    const row = await findWindow(tx, id);
    if (row === undefined) throw notFound('window of maintenance');
    const starts = start ?? row.starts_at;
    const ends = end ?? row.ends_at;
    const words = note === undefined ? row.note : note;
    const moved =
      Date.parse(starts) !== Date.parse(row.starts_at) || Date.parse(ends) !== Date.parse(row.ends_at);
    if (!moved && words === row.note) return windowOf(row, nowMs);
    const { state } = windowOf(row, nowMs);
    if (state === 'over') throw refused('id', 'OVER', 'This window is over. Announce another one.');
    if (row.declared && moved)
      throw refused(
        'id',
        'DECLARED',
        'The integration declares this window: change it there, or end it here.',
      );
    if (state === 'current' && Date.parse(starts) !== Date.parse(row.starts_at))
      throw refused('start', 'BEGUN', 'This window has begun: only its end and its note can change.');
    if (Date.parse(starts) !== Date.parse(row.starts_at) && Date.parse(starts) < nowMs)
      throw refused('start', 'IN_THE_PAST', 'The start lies in the past.');
    const subject = subjectOf(row);
    requireSpan(subject.kind, starts, ends, nowMs);
    const others = (await openWindowsOf(tx, subject)).filter((other) => other.id !== id);
    requireFree(others, starts, ends);
    const changed = await updateWindow(tx, id, by, { starts_at: starts, ends_at: ends, note: words });
    await recordChange(tx, ports, by, 'maintenance.change', row, {
      start: iso(starts),
      end: iso(ends),
      startBefore: iso(row.starts_at),
      endBefore: iso(row.ends_at),
      noteChanged: words !== row.note,
    });
    return windowOf(changed, nowMs);
  });
}

async function endWindow(
  store: Store,
  ports: Ports,
  id: string,
  input: EndWindowInput,
): Promise<MaintenanceWindow> {
  const { by } = validate(endWindowSchema, input);
  return await store.asKeeper(async (tx) => {
    await lockWindows(tx);
    const nowMs = await storeNow(tx);
    const row = await findWindow(tx, id);
    if (row === undefined) throw notFound('window of maintenance');
    const { state } = windowOf(row, nowMs);
    if (state === 'over') return windowOf(row, nowMs);
    const ended = await updateWindow(tx, id, by, { ended_at: new Date(nowMs).toISOString() });
    await recordChange(tx, ports, by, 'maintenance.end', row, { takenBack: state === 'announced' });
    return windowOf(ended, nowMs);
  });
}

async function recordChange(
  tx: Tx,
  ports: Ports,
  by: string,
  action: 'maintenance.add' | 'maintenance.change' | 'maintenance.end',
  row: WindowRow,
  detail: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const subject = subjectOf(row);
  await recordNetworkAct(tx, ports, {
    operator: by,
    action,
    subject: { kind: 'maintenance', id: row.id },
    detail: { of: subject.kind === 'service' ? 'service' : subject.id, ...detail },
  });
}

function requireSpan(kind: WindowSubject['kind'], start: string, end: string, nowMs: number): void {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  if (endMs <= startMs) throw refused('end', 'BEFORE_START', 'A window must end after it starts.');
  if (endMs <= nowMs)
    throw refused('end', 'IN_THE_PAST', 'The end lies in the past. To end a window now, end it.');
  if (endMs - startMs > longestMs(kind)) throw refused('end', 'TOO_LONG', tooLong(kind));
  if (startMs - nowMs > ANNOUNCED_AHEAD_MS)
    throw refused(
      'start',
      'TOO_FAR',
      `A window can be announced ${DIRECTORY_LIMITS.windowAnnouncedDaysMax} days ahead at most.`,
    );
}

function requireFree(open: readonly WindowRow[], start: string, end: string): void {
  const other = open.find(
    ({ starts_at: from, ends_at: to }) =>
      Date.parse(from) < Date.parse(end) && Date.parse(to) > Date.parse(start),
  );
  if (other === undefined) return;
  throw refused(
    'start',
    'OVERLAPS',
    `This overlaps ${other.id}, ${iso(other.starts_at)} to ${iso(other.ends_at)}. Change that one, or end it.`,
  );
}

function refused(path: string, code: string, message: string): Failure {
  return invalidInput([{ path, code, message }]);
}

function iso(text: string): string {
  return new Date(text).toISOString();
}
