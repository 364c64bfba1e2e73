// Cancels fills: what has not left never leaves; what may have left is canceled by every channel it went through (D10).

import { decideCancel } from '@pestle/rules/cancel';
import type { OrganizationId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../audit/audit.ts';
import type { WriteKey } from '../audit/idempotency.ts';
import { writeOnce } from '../audit/idempotency.ts';
import { findPharmacy } from '../directory/pharmacies.ts';
import { authorize } from '../identity/permissions.ts';
import type { Actor } from '../kernel/actor.ts';
import { Failure, notFound } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import { makeId, nowText } from '../kernel/ports.ts';
import { validate } from '../kernel/validate.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { departuresOf, enqueue, FAX_LANE, withdraw } from '../outbox/outbox.ts';
import type { ActDeps } from '../prescribing/acts.ts';
import { requireAct } from '../prescribing/acts.ts';
import type { DepartureRow } from '../prescribing/deps.ts';
import type { LockedOrder } from '../prescribing/orders/fills.ts';
import { lockOrder, moveFill } from '../prescribing/orders/fills.ts';
import { laneOf } from '../prescribing/orders/lane.ts';
import type { FillRow } from '../prescribing/tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { faxObstacle, queueFax } from './outcomes/fallback.ts';
import type { TransmissionRow } from './tables.ts';
import { changeTransmission, insertTransmission, transmissionsOf } from './transmissions.ts';

const cancelSchema = v.strictObject({
  orderId: v.string(),
  /** Without it, every fill of the order that is still open. */
  fillIds: v.nullish(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, 'Name at least one fill.'),
      v.maxLength(25, 'An order holds 25 fills at most.'),
    ),
  ),
});

export type CancelInput = v.InferInput<typeof cancelSchema>;

export interface CancelResult {
  readonly fillId: string;
  /** CANCELED: nothing ever left. CANCEL_SENT: a cancel is on its way, unconfirmed. The other two: see `code`. */
  readonly outcome: 'CANCELED' | 'CANCEL_SENT' | 'CANCEL_NOT_SENT' | 'REFUSED';
  readonly code: string | null;
  readonly message: string | null;
}

export interface CancelDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly departures: (rows: readonly DepartureRow[]) => void;
  /** Throws STEP_UP_REQUIRED when the person must prove again who they are (A2). */
  readonly requireFreshProof: (actor: Actor) => void;
}

/** Throws CANCEL_REFUSED when no fill named can be canceled any more. */
export async function cancelOrder(
  deps: CancelDeps,
  actor: Actor,
  input: CancelInput,
  write: WriteKey,
): Promise<{ orderId: string; results: readonly CancelResult[] }> {
  authorize(actor, 'order.cancel');
  const { orderId, fillIds } = validate(cancelSchema, input);
  let departures: DepartureRow[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    departures = [];
    await requireAct(deps, tx, actor, 'order.cancel');
    const locked = await lockOrder(tx, actor.orgId, orderId as LockedOrder['order']['id']);
    if (locked === undefined) throw notFound('order');
    const named = fillIds ?? locked.fills.filter(({ state }) => state !== 'CANCELED').map(({ id }) => id);
    const results: CancelResult[] = [];
    for (const fillId of named) {
      const fill = locked.fills.find(({ id }) => id === fillId);
      if (fill === undefined) throw notFound('fill');
      results.push(await cancelFill(deps, tx, actor, locked, fill, departures));
    }
    if (results.length > 0 && results.every(({ outcome }) => outcome === 'REFUSED')) {
      throw new Failure(
        'CANCEL_REFUSED',
        results[0]?.message ?? 'Nothing on this order can be canceled any more.',
      );
    }
    return { orderId, results };
  });
  deps.departures(departures);
  return done;
}

async function cancelFill(
  deps: CancelDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  fill: FillRow,
  departures: DepartureRow[],
): Promise<CancelResult> {
  const { orgId } = actor;
  const all = await transmissionsOf(tx, orgId, fill.id);
  const waiting = await departuresOf(tx, orgId, fill.id);
  const sent = all.filter((row) => row.kind === 'new' && mayBeThere(row, waiting));
  const decision = decideCancel({
    state: fill.state,
    dispensingReported: fill.dispensing_reported_at !== null,
    mayHaveLeft: sent.length > 0,
  });
  if (!decision.allowed)
    return { fillId: fill.id, outcome: 'REFUSED', code: decision.code, message: decision.message };
  if (fill.cancel_requested_at !== null)
    return { fillId: fill.id, outcome: 'CANCEL_SENT', code: null, message: null };
  await stopWaiting(tx, orgId, all, waiting);
  await recordAudit(tx, deps.ports, {
    orgId,
    actor,
    action: 'fill.cancel',
    subject: { kind: 'fill', id: fill.id },
    detail: { how: decision.how },
  });
  const set = { cancel_requested_at: nowText(deps.ports), cancel_requested_by: actor.id };
  if (sent.length === 0) {
    await moveFill(tx, deps.ports, locked, fill.id, {
      to: 'CANCELED',
      event: 'canceled',
      source: 'user',
      detail: { how: 'never-left' },
      set,
    });
    return { fillId: fill.id, outcome: 'CANCELED', code: null, message: null };
  }
  await moveFill(tx, deps.ports, locked, fill.id, { event: 'cancel-requested', source: 'user', set });
  for (const row of sent) await queueCancel(deps, tx, orgId, fill, row, waiting, departures);
  return { fillId: fill.id, outcome: 'CANCEL_SENT', code: null, message: null };
}

/** The pharmacy has it, may have it, or may be getting it this moment. */
export function mayBeThere(row: TransmissionRow, waiting: readonly OutboxRow[]): boolean {
  return row.state === 'accepted' || row.may_have_arrived || isUnderWay(row, waiting);
}

function isUnderWay(row: TransmissionRow, waiting: readonly OutboxRow[]): boolean {
  return waiting.some(({ id, leased_by }) => id === row.id && leased_by !== null);
}

/** Nothing that waits leaves any more (I4); an attempt under way ends by itself and finds the cancel. */
export async function stopWaiting(
  tx: Tx,
  orgId: OrganizationId,
  all: readonly TransmissionRow[],
  waiting: readonly OutboxRow[],
): Promise<void> {
  for (const row of waiting) {
    if (row.kind !== 'new' || row.leased_by !== null) continue;
    await withdraw(tx, orgId, row.id);
    const transmission = all.find(({ id }) => id === row.id);
    if (transmission !== undefined)
      await changeTransmission(tx, orgId, transmission.id, { state: 'withdrawn' });
  }
}

/** One cancel per transmission that may be there, by the same channel; it waits for an attempt under way. */
export async function queueCancel(
  deps: CancelDeps,
  tx: Tx,
  orgId: OrganizationId,
  fill: FillRow,
  of: TransmissionRow,
  waiting: readonly OutboxRow[],
  departures: DepartureRow[],
): Promise<void> {
  if (of.channel === 'fax') {
    if ((await faxObstacle(tx, deps.ports, of.pharmacy_id)) !== undefined) return;
    const id = await queueFax(tx, deps.ports, orgId, fill, {
      kind: 'cancel',
      pharmacyId: of.pharmacy_id,
      prescriberOrderNumber: of.prescriber_order_number,
      relatesToMessageId: of.relates_to_message_id,
      reason: { because: 'earlier-fax', at: of.accepted_at ?? of.first_attempt_at ?? of.created_at },
      mayHaveArrived: true,
    });
    departures.push({ id, orgId, lane: FAX_LANE });
    return;
  }
  const pharmacy = await findPharmacy(tx, of.pharmacy_id);
  if (pharmacy === undefined) return;
  const lane = await laneOf(tx, pharmacy);
  const id = makeId(deps.ports, 'trm');
  const now = nowText(deps.ports);
  await insertTransmission(tx, {
    org_id: orgId,
    id,
    order_id: fill.order_id,
    fill_id: fill.id,
    pharmacy_id: of.pharmacy_id,
    kind: 'cancel',
    channel: of.channel,
    message_id: `m${ulidOf(id)}`,
    relates_to_message_id: of.message_id,
    prescriber_order_number: of.prescriber_order_number,
    state: 'queued',
    may_have_arrived: false,
    sealed_body: null,
    content_type: null,
    reason: {},
    delivery_method: null,
    answer: null,
    first_attempt_at: null,
    accepted_at: null,
    created_at: now,
  });
  const held = isUnderWay(of, waiting);
  await enqueue(tx, {
    id,
    orgId,
    kind: 'cancel',
    subjectId: fill.id,
    lane,
    runAt: held ? 'held' : 'now',
    createdAt: now,
  });
  if (!held) departures.push({ id, orgId, lane });
}
