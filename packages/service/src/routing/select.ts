// Gives an order that waits in ROUTING its pharmacy: who may choose is decided by the callers, what may be chosen here.

import type { OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { Failure, notFound } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import { makeId, nowText } from '../kernel/ports.ts';
import type { Departure } from '../outbox/outbox.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { ActDeps, LockedOrder } from '../prescribing/inside.ts';
import {
  countPharmacy,
  lockOrder,
  moveFill,
  prescriberOrderNumber,
  requireSendable,
  selectableLane,
} from '../prescribing/inside.ts';
import type { Tx } from '../store/store.ts';

export interface Selection {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly pharmacyId: PharmacyId;
  /** `service`: nobody chose in time, and the prescriber had said what then. */
  readonly selectedBy: 'user' | 'patient' | 'service';
}

/**
 * The pharmacy of an order that waits; answers what leaves with it. Throws NOT_FOUND, ORDER_NOT_ROUTING,
 * PHARMACY_NOT_SELECTABLE, and what `requireSendable` throws, such as PRESCRIPTION_TOO_OLD after 72 hours (W8).
 */
export async function selectInTransaction(
  deps: ActDeps & { readonly ports: Ports },
  tx: Tx,
  selection: Selection,
): Promise<Departure[]> {
  const { ports } = deps;
  const { orgId, orderId, pharmacyId } = selection;
  const locked = await lockOrder(tx, orgId, orderId);
  if (locked === undefined) throw notFound('order');
  if (locked.order.state !== 'ROUTING') {
    throw new Failure(
      'ORDER_NOT_ROUTING',
      'This order has a pharmacy already, or has ended. Reroute it instead.',
      { orderId },
    );
  }
  const lane = await selectableLane(tx, pharmacyId);
  // A line that was canceled while it waited does not keep the others.
  const open = locked.fills.filter(({ state }) => state === 'QUEUED');
  await requireSendable(
    deps,
    tx,
    ports,
    orgId,
    open.map((fill) => fill.prescription_id),
  );
  return await assign(tx, ports, locked, selection, lane);
}

/** Gives the order its pharmacy and every open fill its order number and place in the outbox. */
async function assign(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  { pharmacyId, selectedBy }: Selection,
  lane: string,
): Promise<Departure[]> {
  const { org_id: orgId, id: orderId } = locked.order;
  await countPharmacy(tx, locked, pharmacyId);
  const departures: Departure[] = [];
  for (const fill of locked.fills.filter(({ state }) => state === 'QUEUED')) {
    await moveFill(tx, ports, locked, fill.id, {
      event: 'pharmacy-selected',
      source: selectedBy,
      detail: { pharmacyId },
      set: {
        pharmacy_id: pharmacyId,
        prescriber_order_number: prescriberOrderNumber(orderId, fill.line, locked.order.pharmacy_count),
      },
    });
    departures.push(
      await enqueue(tx, {
        id: makeId(ports, 'trm'),
        orgId,
        kind: 'new',
        subjectId: fill.id,
        lane,
        runAt: 'now',
        createdAt: nowText(ports),
        ofOrderFrom: locked.order.created_at,
      }),
    );
  }
  return departures;
}
