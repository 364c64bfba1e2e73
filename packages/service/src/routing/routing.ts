// The door of the room `routing` for callers: who chooses the pharmacy of an order, and the history of those choices.

import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../audit/audit.ts';
import type { WriteKey } from '../audit/inside.ts';
import { writeOnce } from '../audit/inside.ts';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import { notFound } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import { validate } from '../kernel/validate.ts';
import type { Departure } from '../outbox/outbox.ts';
import type { ActDeps, FillEventRow, LockedOrder, PrescribingTables } from '../prescribing/inside.ts';
import { requireChoice } from '../prescribing/inside.ts';
import type { Store } from '../store/store.ts';
import { preferredAt } from './preferred.ts';
import { selectInTransaction } from './select.ts';

export interface RoutingDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly departures: (rows: readonly Departure[]) => void;
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
  /** Of orders that wait for their patient: when each goes to the pharmacy that the patient prefers, ISO 8601, where the prescriber chose that. */
  preferredAt(actor: Actor, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The pharmacies each order has had, oldest first. */
  routingHistory(
    actor: Actor,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly RoutingEntry[]>>;
}

export function createRouting(deps: RoutingDeps): Routing {
  return {
    selectPharmacy: (actor, choice, write) => selectPharmacy(deps, actor, choice, write),
    preferredAt: async (actor, orderIds) => {
      authorize(actor, 'order.read');
      const found = await deps.store.withOrg(actor.orgId, (tx) => preferredAt(tx, actor.orgId, orderIds));
      return new Map([...found].map(([id, ms]) => [id, new Date(ms).toISOString()]));
    },
    routingHistory: (actor, orderIds) => routingHistory(deps, actor, orderIds),
  };
}

async function selectPharmacy(
  deps: RoutingDeps,
  actor: Actor,
  choice: PharmacyChoice,
  write: WriteKey,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.choose-pharmacy');
  const { orderId, pharmacyId } = validate(choiceSchema, choice);
  if (!isId('ord', orderId)) throw notFound('order');
  let departures: Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    await requireChoice(deps, tx, actor, 'order.choose-pharmacy');
    departures = await selectInTransaction(deps, tx, {
      orgId: actor.orgId,
      orderId,
      pharmacyId,
      selectedBy: 'user',
    });
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
