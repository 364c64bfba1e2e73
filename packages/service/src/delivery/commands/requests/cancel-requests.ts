// The request of staff for a cancel, by a mutation of its own, and the prescriber who declines it (A2).

import type * as v from 'valibot';
import { recordAudit } from '../../../audit/audit.ts';
import type { WriteKey } from '../../../audit/inside.ts';
import { writeOnce } from '../../../audit/inside.ts';
import { authorize } from '../../../identity/inside.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { Failure } from '../../../kernel/errors.ts';
import { nowText } from '../../../kernel/ports.ts';
import { validate } from '../../../kernel/validate.ts';
import {
  isCancelAsked,
  moveFill,
  requireAct,
  requireCancel,
  sealCancelDecline,
} from '../../../prescribing/inside.ts';
import { keysOf } from '../../../vault/vault.ts';
import type { CancelResult } from '../cancel-result.ts';
import type { CancelDeps } from '../deps.ts';
import { askToCancel } from './cancel-ask.ts';
import { declineSchema, lockDeclined, lockRequested, requestSchema } from './staff-request.ts';

export type AskForCancelInput = v.InferInput<typeof requestSchema>;
export type DeclineCancelInput = v.InferInput<typeof declineSchema>;

/** Staff, also where they are prescribers as well: who is a prescriber only cancels by themselves. Throws FORBIDDEN, NOT_FOUND, CANCEL_REFUSED when nothing named can be canceled any more. */
export async function askForCancel(
  deps: CancelDeps,
  actor: Actor,
  input: AskForCancelInput,
  write: WriteKey,
): Promise<{ orderId: string; results: readonly CancelResult[] }> {
  authorize(actor, 'order.ask-cancel');
  const asked = validate(requestSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireCancel(deps, tx, actor);
    const { locked, fills } = await lockRequested(tx, actor, asked);
    const results: CancelResult[] = [];
    for (const fill of fills)
      results.push(await askToCancel(deps.ports, tx, actor, locked, fill, asked.reason));
    if (results.every(({ outcome }) => outcome === 'REFUSED'))
      throw new Failure(
        'CANCEL_REFUSED',
        results[0]?.message ?? 'Nothing on this order can be canceled any more.',
      );
    return { orderId: asked.orderId, results };
  });
}

/** What staff asked for is settled by it, and stays as it is. Throws CANCEL_REFUSED where nobody asks, or somebody has settled it before. */
export async function declineCancelRequest(
  deps: CancelDeps,
  actor: Actor,
  input: DeclineCancelInput,
  write: WriteKey,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.cancel');
  const { id, reason } = validate(declineSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireAct(deps, tx, actor, 'order.cancel');
    const { locked, fill } = await lockDeclined(tx, actor, id);
    if (!isCancelAsked(fill))
      throw new Failure('CANCEL_REFUSED', 'Nobody asks to cancel this, or it has been settled before.');
    await moveFill(tx, deps.ports, locked, id, {
      event: 'cancel-declined',
      source: 'user',
      detail: { by: actor.id },
      set: {
        cancel_asked_at: null,
        cancel_declined_at: nowText(deps.ports),
        cancel_declined_by: actor.id,
        sealed_cancel_decline: sealCancelDecline(keysOf(tx), id, reason),
      },
    });
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'fill.decline-cancel',
      subject: { kind: 'fill', id },
    });
    return { orderId: locked.order.id };
  });
}
