// The request of staff for a cancel, by a mutation of its own, and the prescriber who declines it (A2).

import type { FillId, OrderId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { LockedOrder, PrescribingTables } from '../../prescribing/inside.ts';
import {
  isCancelAsked,
  lockOrder,
  moveFill,
  requireAct,
  requireCancel,
  sealCancelDecline,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { CancelDeps } from './cancel.ts';
import { askToCancel } from './cancel-ask.ts';
import type { CancelResult } from './cancel-result.ts';

const reasonInput = v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.cancelAskCharactersMax)));
const askSchema = v.strictObject({
  orderId: v.custom<OrderId>((value) => isId('ord', value), 'This must be the id of an order (ord_…).'),
  fillId: v.nullish(v.string()),
  reason: reasonInput,
});
const declineSchema = v.strictObject({
  id: v.custom<FillId>((value) => isId('fil', value), 'This must be the id of a fill (fil_…).'),
  reason: reasonInput,
});

export type AskForCancelInput = v.InferInput<typeof askSchema>;
export type DeclineCancelInput = v.InferInput<typeof declineSchema>;

/** Staff, also where they are prescribers as well: who is a prescriber only cancels by themselves. Throws FORBIDDEN, NOT_FOUND, CANCEL_REFUSED when nothing named can be canceled any more. */
export async function askForCancel(
  deps: CancelDeps,
  actor: Actor,
  input: AskForCancelInput,
  write: WriteKey,
): Promise<{ orderId: string; results: readonly CancelResult[] }> {
  authorize(actor, 'order.ask-cancel');
  const { orderId, fillId = null, reason } = validate(askSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireCancel(deps, tx, actor);
    const locked = await lockOrder(tx, actor.orgId, orderId);
    if (locked === undefined) throw notFound('order');
    const named =
      fillId === null
        ? locked.fills.filter(({ state }) => state !== 'CANCELED')
        : locked.fills.filter(({ id }) => id === fillId);
    if (fillId !== null && named.length === 0) throw notFound('fill');
    const results: CancelResult[] = [];
    for (const fill of named) results.push(await askToCancel(deps.ports, tx, actor, locked, fill, reason));
    if (results.every(({ outcome }) => outcome === 'REFUSED'))
      throw new Failure(
        'CANCEL_REFUSED',
        results[0]?.message ?? 'Nothing on this order can be canceled any more.',
      );
    return { orderId, results };
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
    const locked = await lockOrderOf(tx, actor, id);
    const fill = locked?.fills.find((one) => one.id === id);
    if (locked === undefined || fill === undefined) throw notFound('fill');
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

async function lockOrderOf(tx: Tx, { orgId }: Actor, fillId: FillId): Promise<LockedOrder | undefined> {
  const row = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where('id', '=', fillId)
    .executeTakeFirst();
  return row === undefined ? undefined : await lockOrder(tx, orgId, row.order_id);
}
