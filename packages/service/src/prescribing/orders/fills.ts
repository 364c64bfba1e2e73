// Moves a fill, and its prescription and order with it: under the order's lock, along legal edges, with a gapless history. The paths of most orders do the same in SQL (fill-moves-sql.ts, moves-together.ts).

import type { FillEventName } from '@pestle/rules/fill-events';
import type { FillState } from '@pestle/rules/fill-status';
import { foldOrder, mayMoveFill } from '@pestle/rules/fill-status';
import type { FillId, OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { openOrder } from '../sealed-rows.ts';
import type { EventSource, FillEventRow, FillRow, OrderRow, PrescribingTables } from '../tables.ts';

/** An order with all its fills, locked until the transaction ends. Kept current by `moveFill`. */
export interface LockedOrder {
  order: OrderRow;
  fills: FillRow[];
}

/** Columns that may change together with a move. */
export type FillChange = Partial<
  Omit<
    FillRow,
    | 'org_id'
    | 'id'
    | 'order_id'
    | 'prescription_id'
    | 'line'
    | 'state'
    | 'state_since'
    | 'revision'
    | 'created_at'
    | 'updated_at'
  >
>;

export interface FillMove {
  /** Absent: something happened that is recorded and changes no state. */
  readonly to?: FillState;
  /** What happened; each has its words. */
  readonly event: FillEventName;
  readonly source: EventSource;
  /** Codes and ids for the timeline; no health information. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly set?: FillChange;
  /** A pharmacy says that it dispensed it, also where the fill does not move by it: at one that the order has left. */
  readonly dispensed?: true;
  /** `report`: the edge was judged by `applyReport`, whose rules are wider than our own moves'. */
  readonly judgedBy?: 'report';
}

/** Thrown when code asks for a move that no rule allows: a defect, never a user's mistake. */
export class IllegalMoveError extends Error {
  constructor(fillId: string, from: FillState, to: FillState) {
    super(`fill ${fillId} may not move from ${from} to ${to}`);
    this.name = 'IllegalMoveError';
  }
}

/**
 * Locks the order and its fills, order first and fills by line, so that everything that moves an order (delivery,
 * reports, cancel, reroute, combine) takes turns. Returns undefined when this organization has no such order.
 */
export async function lockOrder(
  tx: Tx,
  orgId: OrganizationId,
  orderId: OrderId,
): Promise<LockedOrder | undefined> {
  if (!isId('ord', orderId)) return undefined;
  const tables = tx.withTables<PrescribingTables>();
  const order = await tables
    .selectFrom('orders')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (order === undefined) return undefined;
  const fills = await tables
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
  return { order: openOrder(keysOf(tx), order), fills };
}

/**
 * Moves one fill (or records an event without a move), appends its history entry and refolds the order's state.
 * `locked` is brought up to date, so that several moves can follow each other.
 */
export async function moveFill(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fillId: FillId,
  move: FillMove,
): Promise<FillRow> {
  const index = locked.fills.findIndex((fill) => fill.id === fillId);
  const fill = locked.fills[index];
  if (fill === undefined) throw new Error(`fill ${fillId} is not on order ${locked.order.id}`);
  const now = nowText(ports);
  const moved = movedFill(fill, move, now);
  const tables = tx.withTables<PrescribingTables>();
  const { org_id, id, order_id, prescription_id, line, created_at, ...columns } = moved;
  await tables.updateTable('fill').set(columns).where('org_id', '=', org_id).where('id', '=', id).execute();
  await tables
    .insertInto('fill_event')
    .values(historyEntry(fill, moved, move))
    .execute();
  await followPrescription(tx, fill, moved, move);
  locked.fills = locked.fills.with(index, moved);
  await refoldOrder(tx, locked, now);
  return moved;
}

/** The row that a move makes of a fill. Throws IllegalMoveError where no rule allows it. */
export function movedFill(fill: FillRow, move: FillMove, now: string): FillRow {
  const to = move.to ?? fill.state;
  if (to !== fill.state && move.judgedBy !== 'report' && !mayMoveFill(fill.state, to))
    throw new IllegalMoveError(fill.id, fill.state, to);
  const left =
    to === fill.state ? {} : { state_reason: null, state_owner: null, state_since: now, ready_at: null };
  return { ...fill, ...left, ...move.set, state: to, revision: fill.revision + 1, updated_at: now };
}

/** What the history says of a move. */
export function historyEntry(before: FillRow, moved: FillRow, move: FillMove): FillEventRow {
  return {
    org_id: moved.org_id,
    fill_id: moved.id,
    number: moved.revision,
    order_id: moved.order_id,
    at: moved.updated_at,
    event: move.event,
    from_state: before.state,
    to_state: moved.state,
    source: move.source,
    detail: JSON.stringify(move.detail ?? {}) as unknown as Record<string, unknown>,
  };
}

/**
 * What a move means for its prescription: it is canceled with its fill, and dispensed with the first report that says so.
 * Neither is taken back. A fill that was moved to another pharmacy or issued anew was not canceled.
 */
export function meansForPrescription(
  before: FillRow,
  moved: FillRow,
  { dispensed }: FillMove,
): { readonly canceled: boolean; readonly dispensed: boolean } {
  return {
    canceled: moved.state === 'CANCELED' && before.state !== 'CANCELED',
    dispensed:
      dispensed === true ||
      (moved.state === 'DELIVERED' && before.state !== 'DELIVERED') ||
      (moved.dispensing_reported_at !== null && before.dispensing_reported_at === null),
  };
}

async function followPrescription(tx: Tx, before: FillRow, moved: FillRow, move: FillMove): Promise<void> {
  const { canceled, dispensed } = meansForPrescription(before, moved, move);
  if (!canceled && !dispensed) return;
  const { org_id, prescription_id, updated_at } = moved;
  await tx
    .withTables<PrescribingTables>()
    .updateTable('prescription')
    .set((eb) => ({
      ...(canceled ? { state: 'CANCELED' as const } : {}),
      ...(dispensed ? { dispensed_at: eb.fn.coalesce('dispensed_at', eb.val(updated_at)) } : {}),
      revision: eb('revision', '+', 1),
    }))
    .where('org_id', '=', org_id)
    .where('id', '=', prescription_id)
    .execute();
}

/** The order goes to this pharmacy, or to the same one anew: its next PrescriberOrderNumbers count it. Its fills move apart. */
export async function countPharmacy(tx: Tx, locked: LockedOrder, pharmacyId: PharmacyId): Promise<void> {
  const change = { pharmacy_id: pharmacyId, pharmacy_count: locked.order.pharmacy_count + 1 };
  await tx
    .withTables<PrescribingTables>()
    .updateTable('orders')
    .set(change)
    .where('org_id', '=', locked.order.org_id)
    .where('id', '=', locked.order.id)
    .execute();
  locked.order = { ...locked.order, ...change };
}

/** Brings the order's state in line with its fills and marks it as changed, for everyone who follows it. */
export async function refoldOrder(tx: Tx, locked: LockedOrder, now: string): Promise<void> {
  const { order, fills } = locked;
  const state = foldOrder(
    fills.map((fill) => fill.state),
    order.pharmacy_id !== null,
  );
  locked.order = { ...order, state, revision: order.revision + 1, updated_at: now };
  await tx
    .withTables<PrescribingTables>()
    .updateTable('orders')
    .set({ state, revision: locked.order.revision, updated_at: now })
    .where('org_id', '=', order.org_id)
    .where('id', '=', order.id)
    .execute();
}
