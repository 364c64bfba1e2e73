// Moves fills of several orders in one statement, for acts that come together: the same rows as `moveFill` writes of each.
import { foldOrder } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import type { Row, Step } from '../../store/store.ts';
import type { FillRow, OrderRow } from '../tables.ts';
import type { FillChange, FillMove } from './fills.ts';
import { historyEntry, meansForPrescription, movedFill } from './fills.ts';
import { FIND_UNCHANGED, LOCK_FREE_ORDERS, MOVE_TOGETHER, READ_ORDERS } from './moves-together-sql.ts';

/** An order with all its fills by line, as they were read. */
export interface ReadOrder {
  readonly order: Pick<OrderRow, 'id' | 'pharmacy_id' | 'revision'>;
  readonly fills: readonly FillRow[];
}

/** One fill's move, and what it made of the fill. */
export interface MoveTogether {
  readonly of: ReadOrder;
  readonly fill: FillRow;
  readonly move: FillMove;
  readonly moved: FillRow;
}

/** What the statement can write besides a state. */
const COLUMNS: ReadonlySet<string> = new Set<keyof FillChange>([
  'received_at',
  'ready_at',
  'dispensing_reported_at',
  'carrier',
  'tracking_number',
]);

/** Reads orders, for the role `app` of their organization: `ordersRead` makes them of its rows. */
export function readOrdersStep(orgId: OrganizationId, orderIds: readonly OrderId[]): Step {
  return { statement: READ_ORDERS, values: [orgId, orderIds] };
}

export function ordersRead(rows: readonly Row[]): readonly ReadOrder[] {
  const byOrder = Map.groupBy(rows as readonly FillOfOrder[], ({ order_id }) => order_id);
  return [...byOrder].map(([id, own]): ReadOrder => {
    const [first] = own;
    if (first === undefined) throw new Error('a group without a row');
    return {
      order: { id, pharmacy_id: first.order_pharmacy, revision: first.order_revision },
      fills: own
        .map(({ order_revision: _revision, order_pharmacy: _pharmacy, ...fill }) => fill)
        .toSorted((a, b) => a.line - b.line),
    };
  });
}

type FillOfOrder = FillRow & {
  readonly order_revision: OrderRow['revision'];
  readonly order_pharmacy: OrderRow['pharmacy_id'];
};

/** The move as it may go together with others; undefined where it writes more than their statement does, and is for `moveFill`. */
export function moveTogether(
  of: ReadOrder,
  fill: FillRow,
  move: FillMove,
  now: string,
): MoveTogether | undefined {
  const moved = movedFill(fill, move, now);
  const { canceled } = meansForPrescription(fill, moved, move);
  const writes = Object.keys(move.set ?? {});
  return canceled || writes.some((column) => !COLUMNS.has(column)) ? undefined : { of, fill, move, moved };
}

/**
 * Locks the orders of moves and leaves in `UNCHANGED` those that nobody else holds, that are what was read, and of whose fill nothing waits to
 * leave. Steps of the pipeline that writes the moves, before whatever else is written of them.
 */
export function holdUnchangedSteps(orgId: OrganizationId, moves: readonly MoveTogether[]): readonly Step[] {
  return [
    { statement: LOCK_FREE_ORDERS, values: [orgId, moves.map(({ of: { order } }) => order.id)] },
    {
      statement: FIND_UNCHANGED,
      values: [
        orgId,
        moves.map(({ of: { order } }) => order.id),
        moves.map(({ of: { order } }) => order.revision),
        moves.map(({ of: { fills } }) =>
          fills
            .map(({ id, revision }) => `${id}:${revision}`)
            .toSorted()
            .join(','),
        ),
        moves.map(({ fill }) => fill.id),
      ],
    },
  ];
}

/** Writes moves that `moveTogether` took at `now`, of each order one, where the order is in `UNCHANGED`. Its rows have the ids of the orders. */
export function moveStep(orgId: OrganizationId, moves: readonly MoveTogether[], now: string): Step {
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
  const values = [
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
    column(({ moved }) => moved.ready_at),
    column(({ moved }) => moved.carrier),
    column(({ moved }) => moved.tracking_number),
    column(({ entry }) => entry.event),
    column(({ entry }) => entry.source),
    column(({ entry }) => entry.detail),
    column(({ dispensed }) => dispensed),
  ];
  return { statement: MOVE_TOGETHER, values };
}
