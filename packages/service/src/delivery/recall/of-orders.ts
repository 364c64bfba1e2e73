// What a practice is told of recalls that its orders are in, and what to do; and which orders those are, for its desk.
import type { FillId, OrderId, OrganizationId } from '@pestle/rules/ids';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { Tx } from '../../store/store.ts';
import { RECALLS_OF_ORDERS } from './recall-sql.ts';
import type { RecallId, RecallTables } from './tables.ts';

/**
 * `CALL_PHARMACY`: it left, or may have: call, and cancel what must not be dispensed. `DECIDE`: it has not left and does not while the recall lasts: cancel, or wait.
 * `NONE`: nothing of it can leave any more, or the recall is over.
 */
export type RecallAdvice = 'CALL_PHARMACY' | 'DECIDE' | 'NONE';

export interface RecallOfOrder {
  readonly id: RecallId;
  readonly since: string;
  /** Null while it lasts. */
  readonly endedAt: string | null;
  readonly reason: string;
  readonly fillIds: readonly FillId[];
  readonly advice: RecallAdvice;
}

type Found = {
  readonly order_id: OrderId;
  readonly id: RecallId;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly reason: string;
  readonly fill_ids: readonly FillId[];
  readonly is_held: boolean;
  readonly has_left: boolean;
};

/** By order, the oldest first; nothing for orders that are in none. */
export async function recallsOfOrders(
  tx: Tx,
  orgId: OrganizationId,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RecallOfOrder[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await runStatement<Found>(tx, RECALLS_OF_ORDERS, [orgId, orderIds]);
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([orderId, found]) => [orderId, found.map(ofOrder)]));
}

function ofOrder(row: Found): RecallOfOrder {
  const lasts = row.ended_at === null;
  return {
    id: row.id,
    since: row.started_at,
    endedAt: row.ended_at,
    reason: row.reason,
    fillIds: row.fill_ids,
    advice: lasts && row.has_left ? 'CALL_PHARMACY' : lasts && row.is_held ? 'DECIDE' : 'NONE',
  };
}

/** The orders that are in a recall which lasts, unless what it is about was canceled: a person of the practice should look at them. */
export function recalledOrders(tx: Tx, orgId: OrganizationId): RawBuilder<OrderId> {
  const orders = tx
    .withTables<RecallTables & Pick<PrescribingTables, 'fill'>>()
    .selectFrom('recall_fill')
    .innerJoin('recall', 'recall.id', 'recall_fill.recall_id')
    .innerJoin('fill', (join) =>
      join
        .onRef('fill.org_id', '=', 'recall_fill.org_id')
        .onRef('fill.id', '=', 'recall_fill.fill_id')
        .on('fill.state', '<>', 'CANCELED'),
    )
    .select('recall_fill.order_id')
    .where('recall_fill.org_id', '=', orgId)
    .where('recall.state', '=', 'STARTED');
  return sql<OrderId>`${orders}`;
}
