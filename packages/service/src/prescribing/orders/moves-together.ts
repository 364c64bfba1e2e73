// Moves fills of several orders in one statement, for acts that come together: the same rows as `moveFill` writes of each.
import { foldOrder } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { runStatement } from '../../store/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { FillRow, OrderRow, PrescribingTables } from '../tables.ts';
import type { FillChange, FillMove } from './fills.ts';
import { historyEntry, meansForPrescription, movedFill } from './fills.ts';
import { MOVE_TOGETHER } from './moves-together-sql.ts';

/** The order of a fill with all its fills, locked by this transaction and read after that. */
export interface FreeOrder {
  readonly order: Pick<OrderRow, 'id' | 'pharmacy_id'>;
  readonly fills: readonly FillRow[];
}

/** One fill's move, and what it made of the fill. */
export interface MoveTogether {
  readonly of: FreeOrder;
  readonly fill: FillRow;
  readonly move: FillMove;
  readonly moved: FillRow;
}

/** What the statement can write besides a state. */
const COLUMNS: ReadonlySet<string> = new Set<keyof FillChange>([
  'received_at',
  'dispensing_reported_at',
  'carrier',
  'tracking_number',
]);

/**
 * Locks those of these orders that nobody else holds, and answers them with their fills by line. Waits for none: of many, whoever
 * waits for one while holding the others keeps everybody waiting.
 */
export async function lockFreeOrders(
  tx: Tx,
  orgId: OrganizationId,
  orderIds: readonly OrderId[],
): Promise<readonly FreeOrder[]> {
  const tables = tx.withTables<PrescribingTables>();
  const orders = await tables
    .selectFrom('orders')
    .select(['id', 'pharmacy_id'])
    .where('org_id', '=', orgId)
    .where('id', 'in', orderIds)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const fills = await tables
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('order_id', 'in', ids)
    .orderBy('line')
    .execute();
  const byOrder = Map.groupBy(fills, ({ order_id }) => order_id);
  return orders.map((order) => ({ order, fills: byOrder.get(order.id) ?? [] }));
}

/** The move as it may go together with others; undefined where it writes more than their statement does, and is for `moveFill`. */
export function moveTogether(
  of: FreeOrder,
  fill: FillRow,
  move: FillMove,
  now: string,
): MoveTogether | undefined {
  const moved = movedFill(fill, move, now);
  const { canceled } = meansForPrescription(fill, moved, move);
  const writes = Object.keys(move.set ?? {});
  return canceled || writes.some((column) => !COLUMNS.has(column)) ? undefined : { of, fill, move, moved };
}

/** Writes moves that `moveTogether` took at `now`, of each order one. */
export async function writeMovesTogether(
  tx: Tx,
  orgId: OrganizationId,
  moves: readonly MoveTogether[],
  now: string,
): Promise<void> {
  const rows = moves.map(({ of: { order, fills }, fill, move, moved }) => ({
    moved,
    order: foldOrder(
      fills.map((one) => (one.id === fill.id ? moved.state : one.state)),
      order.pharmacy_id !== null,
    ),
    entry: historyEntry(fill, moved, move),
    dispensed: meansForPrescription(fill, moved, move).dispensed ? fill.prescription_id : null,
  }));
  const column = <Value>(of: (row: (typeof rows)[number]) => Value): Value[] => rows.map(of);
  await runStatement(tx, MOVE_TOGETHER, [
    orgId,
    now,
    column(({ moved }) => moved.order_id),
    column(({ order }) => order),
    column(({ moved }) => moved.id),
    column(({ moved }) => moved.revision),
    column(({ entry }) => entry.from_state),
    column(({ moved }) => moved.state),
    column(({ moved }) => moved.state_reason),
    column(({ moved }) => moved.state_owner),
    column(({ moved }) => moved.state_since),
    column(({ moved }) => moved.received_at),
    column(({ moved }) => moved.dispensing_reported_at),
    column(({ moved }) => moved.carrier),
    column(({ moved }) => moved.tracking_number),
    column(({ entry }) => entry.event),
    column(({ entry }) => entry.source),
    column(({ entry }) => entry.detail),
    column(({ dispensed }) => dispensed),
  ]);
}
