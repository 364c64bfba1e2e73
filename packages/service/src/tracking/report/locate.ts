// Finds the organization of an order that a sender names, and which of the sender's pharmacies have or had it (role `door`).
import type { ReportMeaning } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { HookCredential } from '../../directory/inside.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import type { Store } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
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
  readonly statusWords: readonly Readonly<Record<string, ReportMeaning>>[];
}

/** No order has this id; looked up for a text that cannot be an id, so that it takes the same time. */
const NO_ORDER = 'ord_00000000000000000000000000';

type Words = { readonly number: number; readonly status_words: Readonly<Record<string, ReportMeaning>> };
type Involved = Words & { readonly org_id: OrganizationId; readonly id: PharmacyId };

/** What a report names. */
export interface Named {
  readonly credential: HookCredential;
  /** Undefined: what was sent cannot be the id of any order. */
  readonly orderId: OrderId | undefined;
}

/** One trip with the same statements whatever is found: the time of the answer tells nothing about other orders. */
export async function locateOrders(
  store: Pick<Store, 'pipeline'>,
  named: readonly Named[],
): Promise<readonly Located[]> {
  const pharmacies = named.map(({ credential }) => credential.pharmacyId);
  const partners = named.map(({ credential }) => credential.partnerId);
  const orders = named.map(({ orderId }) => orderId ?? NO_ORDER);
  const [own = [], involved = []] = await store.pipeline([
    {
      scope: { role: 'door' },
      steps: [
        { statement: OWN_WORDS, values: [pharmacies] },
        { statement: INVOLVED, values: [orders, pharmacies, partners] },
      ],
    },
  ]);
  const ownByNumber = Map.groupBy(own as readonly Words[], ({ number }) => number);
  const involvedByNumber = Map.groupBy(involved as readonly Involved[], ({ number }) => number);
  return named.map(({ orderId }, index): Located => {
    const found = involvedByNumber.get(index + 1) ?? [];
    const [first] = found;
    return {
      order:
        first === undefined || orderId === undefined
          ? undefined
          : { orgId: first.org_id, orderId, pharmacyIds: found.map(({ id }) => id) },
      statusWords: [...(ownByNumber.get(index + 1) ?? []), ...found].map((row) => row.status_words),
    };
  });
}

/** Locates what a report names. */
export type Locate = (named: Named) => Promise<Located>;

/** Reports that come together are located by the same statements. */
export function createLocate(store: Pick<Store, 'pipeline'>): Locate {
  return gather({
    atATime: TRACKING_LIMITS.batchesAtATime,
    requestsMax: TRACKING_LIMITS.batchMax,
    run: (named) => locateOrders(store, named),
  });
}
