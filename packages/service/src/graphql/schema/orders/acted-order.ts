// What every act on an order answers with: the order as it is after it.

import type { WriteKey } from '../../../audit/audit.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { OrderRecord } from '../../../prescribing/prescribing.ts';
import { type GraphContext, write } from '../../context.ts';

export interface Acted {
  readonly orderId: string;
}

export async function orderAfter({ rooms, actor }: GraphContext, { orderId }: Acted): Promise<OrderRecord> {
  return await rooms.prescribing.order(actor, orderId);
}

/** An act on an order, written once. */
export function writeOrder(
  context: GraphContext,
  operation: string,
  args: unknown,
  work: (actor: Actor, key: WriteKey) => Promise<Acted>,
): Promise<OrderRecord> {
  return write(context, operation, args, async (actor, key) => orderAfter(context, await work(actor, key)));
}
