// The public face of the room `routing`: who chooses the pharmacy of an order, and the history of those choices.

import type { PharmacyId } from '@pestle/rules/ids';
import { isId, ulidOf } from '@pestle/rules/ids';
import * as v from 'valibot';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { WriteKey } from '../audit/idempotency.ts';
import { writeOnce } from '../audit/idempotency.ts';
import { Failure, notFound } from '../errors.ts';
import { authorize } from '../identity/permissions.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Ports } from '../ports.ts';
import { makeId, nowText } from '../ports.ts';
import type { DepartureRow } from '../prescribing/deps.ts';
import { PRESCRIBING_LIMITS } from '../prescribing/limits.ts';
import { selectableLane } from '../prescribing/orders/create-order.ts';
import type { LockedOrder } from '../prescribing/orders/fills.ts';
import { lockOrder, moveFill } from '../prescribing/orders/fills.ts';
import { prescriptionsByIds } from '../prescribing/orders/prescriptions.ts';
import type { FillEventRow, PrescribingTables } from '../prescribing/tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { validate } from '../validate.ts';

export interface RoutingDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly departures: (rows: readonly DepartureRow[]) => void;
}

const choiceSchema = v.strictObject({
  orderId: v.string(),
  pharmacyId: v.custom<PharmacyId>(
    (value) => isId('phr', value),
    'This must be the id of a pharmacy (phr_…).',
  ),
});

export type PharmacyChoice = v.InferInput<typeof choiceSchema>;

/** One choice of a pharmacy for an order. */
export interface RoutingEntry {
  readonly orderId: string;
  readonly pharmacyId: string;
  readonly at: string;
  /** `user`, `patient` or `service`. */
  readonly selectedBy: string;
}

export interface Routing {
  /** The pharmacy of an order that waits in ROUTING; its fills leave at once. Throws ORDER_NOT_ROUTING. */
  selectPharmacy(actor: Actor, choice: PharmacyChoice, write: WriteKey): Promise<{ orderId: string }>;
  /** The pharmacies each order has had, oldest first. */
  routingHistory(
    actor: Actor,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly RoutingEntry[]>>;
}

export function createRouting(deps: RoutingDeps): Routing {
  return {
    selectPharmacy: (actor, choice, write) => selectPharmacy(deps, actor, choice, write),
    routingHistory: (actor, orderIds) => routingHistory(deps, actor, orderIds),
  };
}

async function selectPharmacy(
  deps: RoutingDeps,
  actor: Actor,
  choice: PharmacyChoice,
  write: WriteKey,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.write');
  const { orderId, pharmacyId } = validate(choiceSchema, choice);
  if (!isId('ord', orderId)) throw notFound('order');
  let departures: DepartureRow[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    const locked = await lockOrder(tx, actor.orgId, orderId);
    if (locked === undefined) throw notFound('order');
    if (locked.order.state !== 'ROUTING') {
      throw new Failure(
        'ORDER_NOT_ROUTING',
        'This order has a pharmacy already, or has ended. Reroute it instead.',
        {
          orderId,
        },
      );
    }
    const lane = await selectableLane(tx, pharmacyId);
    await requireFresh(deps, tx, locked);
    departures = await assign(deps, tx, locked, pharmacyId, lane);
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'order.select-pharmacy',
      subject: { kind: 'order', id: orderId },
      detail: { pharmacyId },
    });
    return { orderId };
  });
  deps.departures(departures);
  return done;
}

/** W8: what waited too long for a pharmacy must be signed anew. */
async function requireFresh(deps: RoutingDeps, tx: Tx, { order, fills }: LockedOrder): Promise<void> {
  const records = await prescriptionsByIds(
    tx,
    order.org_id,
    fills.map((fill) => fill.prescription_id),
    false,
  );
  const oldest = Math.min(...records.map(({ row }) => Date.parse(row.written_at)));
  if (deps.ports.clock.now() - oldest <= PRESCRIBING_LIMITS.sendWithinMs) return;
  throw new Failure(
    'PRESCRIPTION_TOO_OLD',
    'A prescription is sent within 72 hours of being written. Sign it anew.',
  );
}

/** Gives the order its pharmacy and every open fill its order number and place in the outbox. */
async function assign(
  deps: RoutingDeps,
  tx: Tx,
  locked: LockedOrder,
  pharmacyId: PharmacyId,
  lane: string,
): Promise<DepartureRow[]> {
  const { org_id: orgId, id: orderId } = locked.order;
  await tx
    .withTables<PrescribingTables>()
    .updateTable('orders')
    .set({ pharmacy_id: pharmacyId, pharmacy_count: 1 })
    .where('org_id', '=', orgId)
    .where('id', '=', orderId)
    .execute();
  locked.order = { ...locked.order, pharmacy_id: pharmacyId, pharmacy_count: 1 };
  const departures: DepartureRow[] = [];
  for (const fill of locked.fills.filter(({ state }) => state === 'QUEUED')) {
    await moveFill(tx, deps.ports, locked, fill.id, {
      event: 'pharmacy-selected',
      source: 'user',
      detail: { pharmacyId },
      set: { pharmacy_id: pharmacyId, prescriber_order_number: `${ulidOf(orderId)}-${fill.line}` },
    });
    const id = makeId(deps.ports, 'trm');
    await enqueue(tx, {
      id,
      orgId,
      kind: 'new',
      subjectId: fill.id,
      lane,
      runAt: 'now',
      createdAt: nowText(deps.ports),
    });
    departures.push({ id, orgId, lane });
  }
  return departures;
}

/** Read from the fills' history: the order's first pharmacy, and each later choice. */
async function routingHistory(
  deps: RoutingDeps,
  actor: Actor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RoutingEntry[]>> {
  authorize(actor, 'order.read');
  if (orderIds.length === 0) return new Map();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const tables = tx.withTables<PrescribingTables>();
    const orders = await tables
      .selectFrom('orders')
      .select(['id', 'pharmacy_id', 'created_at'])
      .where('org_id', '=', actor.orgId)
      .where('id', 'in', orderIds as LockedOrder['order']['id'][])
      .execute();
    const events = await tables
      .selectFrom('fill_event')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('order_id', 'in', orderIds as LockedOrder['order']['id'][])
      .where('event', 'in', ['pharmacy-selected', 'rerouted'])
      .orderBy('at')
      .orderBy('number')
      .execute();
    const byOrder = Map.groupBy(events, (event) => event.order_id);
    return new Map(orders.map((order) => [order.id, entriesOf(order, byOrder.get(order.id) ?? [])]));
  });
}

function entriesOf(
  order: { id: string; pharmacy_id: string | null; created_at: string },
  events: readonly FillEventRow[],
): RoutingEntry[] {
  const entries: RoutingEntry[] = [];
  const add = (pharmacyId: unknown, at: string, selectedBy: string): void => {
    // Each fill of the order has its own event of the same choice.
    if (typeof pharmacyId === 'string' && entries.at(-1)?.pharmacyId !== pharmacyId) {
      entries.push({ orderId: order.id, pharmacyId, at, selectedBy });
    }
  };
  const [first] = events;
  const original =
    first?.event === 'rerouted'
      ? first.detail['fromPharmacyId']
      : first === undefined
        ? order.pharmacy_id
        : undefined;
  add(original, order.created_at, 'user');
  for (const { detail, at, source } of events) add(detail['pharmacyId'], at, source);
  return entries;
}
