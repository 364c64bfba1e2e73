// Cancels fills: what has not left never leaves; what may have left is canceled by every channel it went through (D10).

import { type CancelDecision, decideCancel } from '@pestle/rules/cancel';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import {
  authorizeCancel,
  CANCEL_OBSTACLE_CLEARED,
  lockOrder,
  moveFill,
  NO_CANCEL_YET,
  requireCancel,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { CancelObstacle } from '../ledger/cancel-not-sent.ts';
import { recordCancelNotSent, stickUncanceled } from '../ledger/cancel-not-sent.ts';
import { isOfIssue, isUnderWay } from '../ledger/issues.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { copiesThere, queueCancels, sentSoFar, stopWaiting } from './cancel-queue.ts';
import type { CancelResult } from './cancel-result.ts';
import { resultOf } from './cancel-result.ts';
import type { CancelDeps } from './deps.ts';
import { askToCancel } from './requests/cancel-ask.ts';

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
  /** Why staff ask for it, for the prescriber; a prescriber's own cancel needs none. */
  reason: v.nullish(v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.cancelAskCharactersMax)))),
});

export type CancelInput = v.InferInput<typeof cancelSchema>;

/** Cancels, or where staff call it asks a prescriber to. Throws CANCEL_REFUSED when no fill named can be canceled any more. */
export async function cancelOrder(
  deps: CancelDeps,
  actor: Actor,
  input: CancelInput,
  write: WriteKey,
): Promise<{ orderId: string; results: readonly CancelResult[] }> {
  authorizeCancel(actor);
  const { orderId, fillIds, reason = null } = validate(cancelSchema, input);
  let departures: Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    departures = [];
    const capacity = await requireCancel(deps, tx, actor);
    const locked = await lockOrder(tx, actor.orgId, orderId as LockedOrder['order']['id']);
    if (locked === undefined) throw notFound('order');
    const named = fillIds ?? locked.fills.filter(isCancelable).map(({ id }) => id);
    const results: CancelResult[] = [];
    for (const fillId of named) {
      const fill = locked.fills.find(({ id }) => id === fillId);
      if (fill === undefined) throw notFound('fill');
      results.push(
        capacity === 'staff'
          ? await askToCancel(deps.ports, tx, actor, locked, fill, reason)
          : await cancelFill(deps, tx, actor, locked, fill, departures),
      );
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

/** Open, or canceled with a copy left that its pharmacy was not told of. */
function isCancelable({ state, cancel_not_sent_at: notSent }: FillRow): boolean {
  return state !== 'CANCELED' || notSent !== null;
}

/** A copy of what is canceled that could not be canceled with it may be tried again. */
export function mayBeCanceled(fill: FillRow, mayHaveLeft: boolean): CancelDecision {
  const decision = decideCancel({
    state: fill.state,
    dispensingReported: fill.dispensing_reported_at !== null,
    mayHaveLeft,
  });
  const again = !decision.allowed && decision.code === 'ALREADY_CANCELED' && fill.cancel_not_sent_at !== null;
  return again ? { allowed: true, how: 'notify' } : decision;
}

async function cancelFill(
  { ports }: CancelDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  fill: FillRow,
  departures: Departure[],
): Promise<CancelResult> {
  const { orgId } = actor;
  const sent = await sentSoFar(tx, fill);
  const copies = copiesThere(sent, fill);
  const isThere = copies.some((row) => isOfIssue(row, fill));
  const decision = mayBeCanceled(fill, isThere);
  const notSent = fill.cancel_not_sent_at !== null;
  if (!decision.allowed)
    return { fillId: fill.id, outcome: 'REFUSED', code: decision.code, message: decision.message };
  const asked = fill.cancel_requested_at !== null;
  if (asked && !notSent) return { fillId: fill.id, outcome: 'CANCEL_SENT', code: null, message: null };
  await stopWaiting(tx, orgId, sent);
  const queued = await queueCancels(tx, ports, fill, sent, copies);
  departures.push(...queued.departures);
  const obstacle = queued.obstacle ?? (isThere ? undefined : spokenOfOnly(fill));
  await recordAudit(tx, ports, {
    orgId,
    actor,
    action: 'fill.cancel',
    subject: { kind: 'fill', id: fill.id },
    detail: { how: isThere ? 'notify' : 'withdraw', ...(obstacle && { notSent: obstacle.reason }) },
  });
  const ends = !isThere && !isSpokenOf(fill) && fill.state !== 'CANCELED';
  await moveFill(tx, ports, locked, fill.id, {
    ...(ends ? { to: 'CANCELED' as const } : {}),
    event: ends ? 'canceled' : 'cancel-requested',
    source: 'user',
    detail: ends ? { how: 'never-left' } : {},
    set: {
      ...(asked
        ? {}
        : { ...NO_CANCEL_YET, cancel_requested_at: nowText(ports), cancel_requested_by: actor.id }),
      ...CANCEL_OBSTACLE_CLEARED,
    },
  });
  const notified = queued.notified.has(fill.prescriber_order_number ?? '');
  if (obstacle !== undefined) {
    const kept = await recordCancelNotSent(tx, ports, locked, fill.id, obstacle);
    const underWay = copies.some((row) => isOfIssue(row, fill) && isUnderWay(row, sent.waiting));
    if (!notified && !underWay) await stickUncanceled(tx, ports, locked, kept);
  }
  return resultOf(fill, { ends, notified, obstacle });
}

/** The pharmacy has what none of our messages brought, such as an order that was phoned in: only a call ends it. */
function spokenOfOnly(fill: FillRow): CancelObstacle | undefined {
  const { pharmacy_id: pharmacyId } = fill;
  return pharmacyId === null || !isSpokenOf(fill) ? undefined : { reason: 'NOT_DELIVERED', pharmacyId };
}

function isSpokenOf({ received_at: receivedAt, channel }: FillRow): boolean {
  return receivedAt !== null || channel === 'telephone';
}
