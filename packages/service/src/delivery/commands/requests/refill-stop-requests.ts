// The request of staff to stop the refills of what was sent, and the prescriber who keeps them; who stops them does it by "no more refills" (A2).

import type * as v from 'valibot';
import { recordAudit } from '../../../audit/audit.ts';
import type { WriteKey } from '../../../audit/inside.ts';
import { writeOnce } from '../../../audit/inside.ts';
import { authorize } from '../../../identity/inside.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { Failure } from '../../../kernel/errors.ts';
import { nowText } from '../../../kernel/ports.ts';
import { validate } from '../../../kernel/validate.ts';
import type { FillRow, LockedOrder } from '../../../prescribing/inside.ts';
import {
  isRefillStopAsked,
  moveFill,
  requireAct,
  requireRefillStopAsk,
  sealRefillStop,
} from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { keysOf } from '../../../vault/vault.ts';
import { discontinueNotSentWords } from '../../ledger/discontinue-not-sent.ts';
import type { CancelDeps } from '../deps.ts';
import { type DiscontinueResult, discontinueDecision } from '../discontinue.ts';
import { declineSchema, lockDeclined, lockRequested, requestSchema } from './staff-request.ts';

export type RefillStopInput = v.InferInput<typeof requestSchema>;
export type DeclineRefillStopInput = v.InferInput<typeof declineSchema>;

const NOT_DECLINED = {
  refill_stop_declined_at: null,
  refill_stop_declined_by: null,
  sealed_refill_stop_decline: null,
} as const;

/** Asked again, the newer request stands. Answers for each fill; what a prescriber could not stop is refused in the same way. Throws FORBIDDEN, NOT_FOUND. */
export async function askForNoMoreRefills(
  deps: CancelDeps,
  actor: Actor,
  input: RefillStopInput,
  write: WriteKey,
): Promise<{ orderId: string; results: readonly DiscontinueResult[] }> {
  authorize(actor, 'order.ask-discontinue');
  const asked = validate(requestSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireRefillStopAsk(tx, actor);
    const { locked, fills } = await lockRequested(tx, actor, asked);
    const results: DiscontinueResult[] = [];
    for (const fill of fills) results.push(await askOf(deps, tx, actor, locked, fill, asked.reason));
    return { orderId: asked.orderId, results };
  });
}

async function askOf(
  deps: CancelDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  fill: FillRow,
  reason: string,
): Promise<DiscontinueResult> {
  const { id: fillId } = fill;
  const decision = await discontinueDecision(deps, tx, fill);
  if (!decision.allowed)
    return { fillId, outcome: 'REFUSED', code: decision.code, message: decision.message };
  // A prescriber has stopped them: there is nothing to ask for, and where the pharmacy could not be told, somebody calls it.
  if (fill.discontinued_at !== null) return stoppedBefore(fill);
  await moveFill(tx, deps.ports, locked, fillId, {
    event: 'refills-asked',
    source: 'user',
    detail: { by: actor.id },
    set: {
      refill_stop_asked_at: nowText(deps.ports),
      refill_stop_asked_by: actor.id,
      sealed_refill_stop_ask: sealRefillStop('refillStopAsk', keysOf(tx), fillId, reason),
      ...NOT_DECLINED,
    },
  });
  await recordAudit(tx, deps.ports, {
    orgId: actor.orgId,
    actor,
    action: 'fill.ask-discontinue',
    subject: { kind: 'fill', id: fillId },
  });
  return { fillId, outcome: 'DISCONTINUE_ASKED', code: null, message: null };
}

function stoppedBefore({
  id: fillId,
  discontinue_not_sent_at: notSentAt,
  discontinue_not_sent_reason: reason,
}: FillRow): DiscontinueResult {
  if (notSentAt === null) return { fillId, outcome: 'DISCONTINUE_SENT', code: null, message: null };
  const code = reason ?? 'NOT_DELIVERED';
  return { fillId, outcome: 'DISCONTINUE_NOT_SENT', code, message: discontinueNotSentWords(code).text };
}

/** What staff asked for is settled by it, and the refills stay. Throws DESK_ITEM_GONE where nobody asks, or somebody has settled it before. */
export async function declineNoMoreRefills(
  deps: CancelDeps,
  actor: Actor,
  input: DeclineRefillStopInput,
  write: WriteKey,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.discontinue');
  const { id, reason } = validate(declineSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireAct(deps, tx, actor, 'order.discontinue');
    const { locked, fill } = await lockDeclined(tx, actor, id);
    if (!isRefillStopAsked(fill))
      throw new Failure(
        'DESK_ITEM_GONE',
        'Nobody asks to stop these refills, or it has been settled before.',
      );
    await moveFill(tx, deps.ports, locked, id, {
      event: 'refills-declined',
      source: 'user',
      detail: { by: actor.id },
      set: {
        refill_stop_asked_at: null,
        refill_stop_declined_at: nowText(deps.ports),
        refill_stop_declined_by: actor.id,
        sealed_refill_stop_decline: sealRefillStop('refillStopDecline', keysOf(tx), id, reason),
      },
    });
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'fill.decline-discontinue',
      subject: { kind: 'fill', id },
    });
    return { orderId: locked.order.id };
  });
}
