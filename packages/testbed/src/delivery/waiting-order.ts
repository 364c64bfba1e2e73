// An order that waits in the outbox while nothing leaves, and what becomes of its fill, as the owner of the schema sees both.
import type { FillRow, OrderRecord } from '@pestle/service/for-tests/prescribing';
import { sql } from 'kysely';
import type { OpenedStore } from '../stores/both-stores.ts';
import type { DeliveryTestbed } from './delivery-testbed.ts';

export interface WaitingOrder {
  readonly order: OrderRecord;
  readonly fill: FillRow;
  /** Of its row in the outbox, which is its transmission's as well. */
  readonly id: string;
}

/** Stops the dispatcher and sends an order of one fill: it leaves once the dispatcher is started again. */
export async function waitingOrder(
  opened: OpenedStore,
  testbed: DeliveryTestbed,
  pharmacyId: string,
): Promise<WaitingOrder> {
  await testbed.delivery.dispatcher.stop();
  const order = await testbed.order(pharmacyId);
  const [fill] = order.fills;
  if (fill === undefined) throw new Error('an order without a fill');
  const { rows } = await opened.asOwner((tx) =>
    sql<{ id: string }>`select id from outbox where subject_id = ${fill.id}`.execute(tx),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the order does not wait in the outbox');
  return { order, fill, id: row.id };
}

/** What the store says of a fill now. */
export async function fillNow(
  opened: OpenedStore,
  { id }: Pick<FillRow, 'id'>,
): Promise<Pick<FillRow, 'state' | 'state_reason' | 'state_owner' | 'channel'>> {
  const { rows } = await opened.asOwner((tx) =>
    sql<FillRow>`select state, state_reason, state_owner, channel from fill where id = ${id}`.execute(tx),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no fill ${id}`);
  return row;
}
