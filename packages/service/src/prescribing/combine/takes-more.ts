// Whether an order can still take prescriptions: nothing of it has left, what is on it may still be sent, and there is room.
import type { OrderState } from '@pestle/rules/fill-status';
import type { OrganizationId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { withFills } from '../orders/orders.ts';
import { readablePrescriptions } from '../prescriptions/prescriptions.ts';
import { obstaclesTo } from '../prescriptions/sendable.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { openOrder } from '../sealed-rows.ts';
import type { FillRow, PrescribingTables } from '../tables.ts';

/** NOT_WAITING: something of it has left, or it has ended. FULL: no more lines. UNSENDABLE: what is on it may not be sent any more. */
export type TakesNoMore = 'NOT_WAITING' | 'FULL' | 'UNSENDABLE';

/**
 * Whether every fill waits for its first departure, or the order for its pharmacy. Pure. An attempt takes its fill out of
 * QUEUED before anything leaves, under the order's lock, and a fill that came back to QUEUED says since when; so an order
 * that is locked and waits here has left for nobody.
 */
export function waits({ order, fills }: OrderRecord): boolean {
  if (order.state === 'ROUTING') return true;
  return order.state === 'PENDING' && fills.every(hasNeverLeft);
}

function hasNeverLeft(fill: FillRow): boolean {
  return fill.state === 'QUEUED' && fill.state_since === null && fill.cancel_requested_at === null;
}

/** The number of the last line: later ones continue from it, also past those that were canceled. */
export function lastLine(fills: readonly FillRow[]): number {
  return Math.max(0, ...fills.map(({ line }) => line));
}

/** Why an order takes no `count` prescriptions more, by what its rows and what is on it say; undefined when it does. */
async function obstacleToMore(
  deps: PrescribingDeps,
  tx: Tx,
  record: OrderRecord,
  { records: onIt, damaged }: OnOrder,
  count: number,
): Promise<TakesNoMore | undefined> {
  if (!waits(record)) return 'NOT_WAITING';
  if (lastLine(record.fills) + count > PRESCRIBING_LIMITS.prescriptionsPerOrderMax) return 'FULL';
  if (damaged.length > 0) return 'UNSENDABLE';
  const { org_id: orgId } = record.order;
  const obstacles = await obstaclesTo(deps, tx, deps.ports.clock.now(), orgId, onIt, { onOrder: true });
  return obstacles.size > 0 ? 'UNSENDABLE' : undefined;
}

/** What is on an order and not canceled. */
async function prescriptionsOn(tx: Tx, { order, fills }: OrderRecord): Promise<OnOrder> {
  const open = fills.filter(({ state }) => state !== 'CANCELED');
  return await readablePrescriptions(
    tx,
    order.org_id,
    open.map((fill) => fill.prescription_id),
  );
}

type OnOrder = Awaited<ReturnType<typeof readablePrescriptions>>;

const STANDS: Readonly<Record<OrderState, string>> = {
  ROUTING: 'waits for a pharmacy',
  PENDING: 'is on its way to its pharmacy',
  PLACED: 'is with its pharmacy',
  COMPLETED: 'is completed',
  CANCELED: 'is canceled',
  ERROR: 'needs a person, as something of it could not be sent or its pharmacy reported a problem',
};

const AS_A_NEW_ORDER = 'Send the prescriptions as a new order. Nothing was signed or sent by this.';

/** Throws ORDER_TAKES_NO_MORE where a locked order does not take `count` prescriptions; else answers those that are on it. */
export async function requireTakesMore(
  deps: PrescribingDeps,
  tx: Tx,
  record: OrderRecord,
  count: number,
): Promise<readonly PrescriptionRecord[]> {
  const onIt = await prescriptionsOn(tx, record);
  const reason = await obstacleToMore(deps, tx, record, onIt, count);
  if (reason === undefined) return onIt.records;
  const { id: orderId, state } = record.order;
  const sentences: Readonly<Record<TakesNoMore, string>> = {
    NOT_WAITING: `This order ${STANDS[state]} (${state}).`,
    FULL: `This order (${state}) has no room for these: an order holds ${PRESCRIBING_LIMITS.prescriptionsPerOrderMax} prescriptions at most.`,
    UNSENDABLE: `What is on this order (${state}) may not be sent any more.`,
  };
  throw new Failure('ORDER_TAKES_NO_MORE', `${sentences[reason]} ${AS_A_NEW_ORDER}`, {
    orderId,
    currentStatus: state,
    reason,
  });
}

/** The orders of a patient that can take more at this moment, newest first. Throws NOT_FOUND. */
export async function combinableOrders(
  deps: PrescribingDeps,
  actor: Actor,
  patientId: string,
): Promise<readonly OrderRecord[]> {
  authorize(actor, 'order.read');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const patient = await findPatient(tx, actor.orgId, patientId);
    if (patient === undefined) throw notFound('patient');
    const found: OrderRecord[] = [];
    for (const record of await waitingOrders(tx, actor.orgId, patient.id))
      if ((await obstacleToMore(deps, tx, record, await prescriptionsOn(tx, record), 1)) === undefined)
        found.push(record);
    return found;
  });
}

async function waitingOrders(
  tx: Tx,
  orgId: OrganizationId,
  patientId: OrderRecord['order']['patient_id'],
): Promise<OrderRecord[]> {
  const stored = await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .where('state', 'in', ['ROUTING', 'PENDING'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PRESCRIBING_LIMITS.combinableOrdersMax)
    .execute();
  const records = await withFills(
    tx,
    orgId,
    stored.map((row) => openOrder(keysOf(tx), row)),
  );
  return records.filter(waits);
}
