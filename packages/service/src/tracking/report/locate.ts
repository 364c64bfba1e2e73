// Finds the organization of an order that a sender names, and which of the sender's pharmacies have or had it (role `door`).
import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { HookCredential } from '../../directory/inside.ts';
import type { Store } from '../../store/store.ts';

export interface LocatedOrder {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  /** The sender's pharmacies that the order is at, or was. */
  readonly pharmacyIds: readonly PharmacyId[];
}

export interface Located {
  /** Undefined: there is no such order, or it was never with a pharmacy of this sender. Both took the same queries. */
  readonly order: LocatedOrder | undefined;
  /** The own status words of the pharmacies that may be meant. */
  readonly statusWords: readonly Readonly<Record<string, PharmacyReport>>[];
}

/** No order has this id; looked up for a text that cannot be an id, so that it takes the same time. */
const NO_ORDER = 'ord_00000000000000000000000000';

/** One transaction with the same statements whatever is found: the time of the answer tells nothing about other orders. */
export async function locateOrder(
  store: Pick<Store, 'asDoor'>,
  credential: HookCredential,
  orderId: OrderId | undefined,
): Promise<Located> {
  return await store.asDoor(async (tx) => {
    const own = await sql<{ status_words: Record<string, PharmacyReport> }>`
      select status_words from pharmacy where id = ${credential.pharmacyId}`.execute(tx);
    const involved = await sql<{
      org_id: OrganizationId;
      id: PharmacyId;
      status_words: Record<string, PharmacyReport>;
    }>`
      with involved as (
        select o.org_id, f.pharmacy_id
          from orders o join fill f on f.org_id = o.org_id and f.order_id = o.id
          where o.id = ${orderId ?? NO_ORDER}
        union
        select o.org_id, t.pharmacy_id
          from orders o
          join fill f on f.org_id = o.org_id and f.order_id = o.id
          join transmission t on t.org_id = f.org_id and t.fill_id = f.id
          where o.id = ${orderId ?? NO_ORDER}
      )
      select i.org_id, p.id, p.status_words
        from involved i join pharmacy p on p.id = i.pharmacy_id
        where p.id = ${credential.pharmacyId} or p.partner_id = ${credential.partnerId}`.execute(tx);
    const [first] = involved.rows;
    return {
      order:
        first === undefined || orderId === undefined
          ? undefined
          : { orgId: first.org_id, orderId, pharmacyIds: involved.rows.map(({ id }) => id) },
      statusWords: [...own.rows, ...involved.rows].map((row) => row.status_words),
    };
  });
}
