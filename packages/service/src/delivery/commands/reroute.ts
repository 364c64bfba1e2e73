// Moves an order to another pharmacy: a cancel to the old one, a new delivery to the new one, refused where a cancel would be (D11).

import { decideCancel } from '@pestle/rules/cancel';
import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { enqueue } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import {
  countPharmacy,
  lockOrder,
  moveFill,
  NO_CANCEL_YET,
  prescriberOrderNumber,
  requireChoice,
  requireSendable,
  selectableLane,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { recordCancelNotSent } from '../ledger/cancel-not-sent.ts';
import { isOfIssue } from '../ledger/issues.ts';
import { copiesThere, queueCancels, sentSoFar, stopWaiting } from './cancel-queue.ts';
import type { CancelDeps } from './deps.ts';

const rerouteSchema = v.strictObject({
  orderId: v.string(),
  pharmacyId: v.custom<PharmacyId>(
    (value) => isId('phr', value),
    'This must be the id of a pharmacy (phr_…).',
  ),
});

export type RerouteInput = v.InferInput<typeof rerouteSchema>;

/** Throws CANCEL_REFUSED when a fill of the order has been shipped or dispensed: then nothing is moved. */
export async function rerouteOrder(
  deps: CancelDeps,
  actor: Actor,
  input: RerouteInput,
  write: WriteKey,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.other-pharmacy');
  const { orderId, pharmacyId } = validate(rerouteSchema, input);
  if (!isId('ord', orderId)) throw notFound('order');
  let departures: readonly Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    await requireChoice(deps, tx, actor, 'order.other-pharmacy');
    const locked = await lockOrder(tx, actor.orgId, orderId);
    if (locked === undefined) throw notFound('order');
    const moved = await moveOrder(deps, tx, locked, pharmacyId, 'user');
    departures = moved.departures;
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'order.reroute',
      subject: { kind: 'order', id: orderId },
      detail: { fromPharmacyId: moved.from, pharmacyId },
    });
    return { orderId };
  });
  deps.departures(departures);
  return done;
}

/** What a move left behind, and what leaves because of it once the transaction is committed. */
export interface MovedOrder {
  readonly from: PharmacyId;
  readonly departures: readonly Departure[];
}

/**
 * Moves every open fill of a locked order, in the caller's transaction, which also writes the audit entry. Throws
 * ORDER_NOT_ROUTING before a first pharmacy was chosen, PHARMACY_NOT_SELECTABLE, CANCEL_REFUSED where a cancel would be, and
 * what `requireSendable` throws (W8).
 */
export async function moveOrder(
  deps: CancelDeps,
  tx: Tx,
  locked: LockedOrder,
  pharmacyId: PharmacyId,
  by: 'user' | 'patient',
): Promise<MovedOrder> {
  const { id: orderId, org_id: orgId, pharmacy_id: from } = locked.order;
  if (from === null)
    throw new Failure('ORDER_NOT_ROUTING', 'This order has no pharmacy yet. Select one.', { orderId });
  if (from === pharmacyId)
    throw new Failure('INVALID_INPUT', 'pharmacyId: the order is with this pharmacy already.');
  const lane = await selectableLane(tx, pharmacyId);
  const open = locked.fills.filter(({ state }) => state !== 'CANCELED');
  requireMovable(open);
  await requireSendable(
    deps,
    tx,
    deps.ports,
    orgId,
    open.map((fill) => fill.prescription_id),
  );
  await countPharmacy(tx, locked, pharmacyId);
  const departures: Departure[] = [];
  for (const fill of open) {
    await moveAway(deps, tx, locked, fill, by, departures);
    departures.push(
      await startAnew(deps, tx, locked, fill, { event: 'rerouted', by, from, pharmacyId, lane }),
    );
  }
  return { from, departures };
}

export function requireMovable(fills: readonly FillRow[]): void {
  if (fills.length === 0)
    throw new Failure('CANCEL_REFUSED', 'Every fill of this order is canceled.', {
      reason: 'ALREADY_CANCELED',
    });
  for (const fill of fills) {
    const decision = decideCancel({
      state: fill.state,
      dispensingReported: fill.dispensing_reported_at !== null,
      mayHaveLeft: true,
    });
    if (!decision.allowed) throw new Failure('CANCEL_REFUSED', decision.message, { reason: decision.code });
    if (fill.discontinued_at !== null)
      throw new Failure(
        'CANCEL_REFUSED',
        'There are no more refills of a fill of this order, and moving it would bring them back. Cancel it, and prescribe again what is still needed.',
        { reason: 'NO_MORE_REFILLS' },
      );
    if (fill.cancel_requested_at !== null) {
      throw new Failure(
        'CANCEL_REFUSED',
        fill.cancel_not_sent_at === null
          ? 'A fill of this order is being canceled. Wait for its end.'
          : 'A fill of this order was canceled, and its pharmacy could not be told. Call it, or cancel again.',
        { reason: fill.cancel_not_sent_at === null ? 'BEING_CANCELED' : 'CANCEL_NOT_SENT' },
      );
    }
  }
}

/** Nothing more leaves for the old pharmacy; what may be there is canceled there. */
export async function moveAway(
  deps: CancelDeps,
  tx: Tx,
  locked: LockedOrder,
  fill: FillRow,
  by: 'user' | 'patient',
  departures: Departure[],
): Promise<void> {
  const sent = await sentSoFar(tx, fill);
  const there = copiesThere(sent, fill).filter((row) => isOfIssue(row, fill));
  await stopWaiting(tx, fill.org_id, sent);
  const {
    notified,
    obstacle: found,
    departures: queued,
  } = await queueCancels(tx, deps.ports, fill, sent, there);
  departures.push(...queued);
  // What was phoned in is there without any message of ours: only a call takes it back.
  const phoned = phonedTo(fill);
  const obstacle =
    phoned !== null && notified.size === 0 ? { reason: 'NOT_DELIVERED' as const, pharmacyId: phoned } : found;
  if (there.length === 0 && phoned === null) return;
  await moveFill(tx, deps.ports, locked, fill.id, {
    event: notified.size > 0 ? 'canceled-at-old-pharmacy' : 'left-old-pharmacy',
    source: by,
    detail: { pharmacyId: fill.pharmacy_id, confirmed: false },
    set: NO_CANCEL_YET,
  });
  if (obstacle !== undefined) await recordCancelNotSent(tx, deps.ports, locked, fill.id, obstacle);
}

function phonedTo({ channel, pharmacy_id: pharmacyId }: FillRow): PharmacyId | null {
  return channel === 'telephone' ? pharmacyId : null;
}

export interface Move {
  readonly event: 'rerouted' | 'reissued';
  readonly by: 'user' | 'patient';
  readonly from: string;
  readonly pharmacyId: PharmacyId;
  readonly lane: string;
}

export async function startAnew(
  deps: CancelDeps,
  tx: Tx,
  locked: LockedOrder,
  { id: fillId, line, state }: FillRow,
  { event, by, from, pharmacyId, lane }: Move,
): Promise<Departure> {
  await moveFill(tx, deps.ports, locked, fillId, {
    ...(state === 'QUEUED' ? {} : { to: 'QUEUED' as const }),
    event,
    source: by,
    detail: { fromPharmacyId: from, pharmacyId },
    set: {
      pharmacy_id: pharmacyId,
      prescriber_order_number: prescriberOrderNumber(locked.order.id, line, locked.order.pharmacy_count),
      channel: null,
      sent_at: null,
      received_at: null,
      carrier: null,
      tracking_number: null,
    },
  });
  return await enqueue(tx, {
    id: makeId(deps.ports, 'trm'),
    orgId: locked.order.org_id,
    kind: 'new',
    subjectId: fillId,
    lane,
    runAt: 'now',
    createdAt: nowText(deps.ports),
    ofOrderFrom: locked.order.created_at,
  });
}
