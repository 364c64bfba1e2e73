// What patients were texted about their orders, and what became of each text: without its words, which are sealed.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { invitationId } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import type { DeliveryTables, TextKind, TextState } from '../ledger/tables.ts';

export interface TextOfOrder {
  readonly about: TextKind;
  readonly state: TextState;
  /** When it was written. */
  readonly at: string;
}

/** Of each order, oldest first; nothing for orders of which none was written. */
export async function textsOfOrders(
  tx: Tx,
  orgId: OrganizationId,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TextOfOrder[]>> {
  const wanted = orderIds.filter((id) => isId('ord', id));
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .withTables<DeliveryTables>()
    .selectFrom('text_message')
    .select(['id', 'order_id', 'about', 'state', 'created_at'])
    .where('org_id', '=', orgId)
    .where('order_id', 'in', wanted)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map(
    [...byOrder].map(([orderId, texts]) => [
      orderId,
      texts.map(({ id, about, state, created_at: at }) => ({
        // Those of before texts had kinds: one per order invited, the others told that it was sent.
        about: about ?? (id === invitationId(orderId) ? 'invitation' : 'sent'),
        state,
        at,
      })),
    ]),
  );
}
