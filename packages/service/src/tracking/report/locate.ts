// Finds the organization of an order that a sender names, and which of the sender's pharmacies have or had it (role `door`).
import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { HookCredential } from '../../directory/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { INVOLVED, OWN_WORDS } from './locate-sql.ts';

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

type Words = { readonly status_words: Readonly<Record<string, PharmacyReport>> };
type Involved = Words & { readonly org_id: OrganizationId; readonly id: PharmacyId };

/** One transaction with the same statements whatever is found: the time of the answer tells nothing about other orders. */
export async function locateOrder(
  store: Pick<Store, 'asDoor'>,
  credential: HookCredential,
  orderId: OrderId | undefined,
): Promise<Located> {
  return await store.asDoor(async (tx) => {
    const own = await runStatement<Words>(tx, OWN_WORDS, [credential.pharmacyId]);
    const involved = await runStatement<Involved>(tx, INVOLVED, [
      orderId ?? NO_ORDER,
      credential.pharmacyId,
      credential.partnerId,
    ]);
    const [first] = involved;
    return {
      order:
        first === undefined || orderId === undefined
          ? undefined
          : { orgId: first.org_id, orderId, pharmacyIds: involved.map(({ id }) => id) },
      statusWords: [...own, ...involved].map((row) => row.status_words),
    };
  });
}
