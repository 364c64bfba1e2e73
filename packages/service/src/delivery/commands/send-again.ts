// Sends a fill to its pharmacy again: the same message, or, where the pharmacy says that it has nothing, a new one in place of the old (D11).

import type { FillId, OrderId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder, PrescribingTables } from '../../prescribing/inside.ts';
import { countPharmacy, lockOrder, requireAct, selectableLane } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { CancelDeps } from './deps.ts';
import { moveAway, requireMovable, startAnew } from './reroute.ts';
import { notResendable, requireSendableAgain, resend, resendable } from './resend.ts';

const sendAgainSchema = v.strictObject({
  fillId: v.custom<FillId>((value) => isId('fil', value), 'This must be the id of a fill (fil_…).'),
});

export type SendAgainInput = v.InferInput<typeof sendAgainSchema>;

/**
 * The last message to the fill's pharmacy once more: the same MessageID and the same bytes, so that a pharmacy which has
 * it knows it again. Throws RESEND_REFUSED where nothing was sent yet, something is still under way, or the pharmacy has
 * confirmed the fill; CANCEL_REFUSED while it is being canceled; PRESCRIPTION_TOO_OLD after 72 hours (W8).
 */
export async function resendFill(
  deps: CancelDeps,
  actor: Actor,
  input: SendAgainInput,
  write: WriteKey,
): Promise<{ orderId: string }> {
  return await actOnFill(deps, actor, 'order.resend', input, write, async (tx, locked, fill) => {
    const departure = await resend(deps, tx, locked, fill, await resendable(deps, tx, fill), 'user');
    return { action: 'fill.resend', departure, canceled: [] };
  });
}

/**
 * A new message with new ids to the same pharmacy, which says that it has nothing; what may be there nevertheless is
 * canceled. Throws CANCEL_REFUSED where a cancel would be, PRESCRIPTION_TOO_OLD after 72 hours (W8).
 */
export async function reissueFill(
  deps: CancelDeps,
  actor: Actor,
  input: SendAgainInput,
  write: WriteKey,
): Promise<{ orderId: string }> {
  deps.requireFreshProof(actor);
  return await actOnFill(deps, actor, 'order.reissue', input, write, async (tx, locked, fill) => {
    await requireSendableAgain(deps, tx, fill);
    const pharmacyId = fill.pharmacy_id;
    if (pharmacyId === null) throw notResendable(fill);
    requireMovable([fill]);
    const lane = await selectableLane(tx, pharmacyId);
    await countPharmacy(tx, locked, pharmacyId);
    const canceled: Departure[] = [];
    await moveAway(deps, tx, locked, fill, 'user', canceled);
    const departure = await startAnew(deps, tx, locked, fill, {
      event: 'reissued',
      by: 'user',
      from: pharmacyId,
      pharmacyId,
      lane,
    });
    return { action: 'fill.reissue', departure, canceled };
  });
}

interface SentAgain {
  readonly action: 'fill.resend' | 'fill.reissue';
  readonly departure: Departure;
  readonly canceled: readonly Departure[];
}

/** What both acts have in common: who may, the audit entry, and what leaves after the commit. */
async function actOnFill(
  deps: CancelDeps,
  actor: Actor,
  act: 'order.resend' | 'order.reissue',
  input: SendAgainInput,
  write: WriteKey,
  work: (tx: Tx, locked: LockedOrder, fill: FillRow) => Promise<SentAgain>,
): Promise<{ orderId: string }> {
  authorize(actor, act);
  const { fillId } = validate(sendAgainSchema, input);
  let departures: Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    departures = [];
    await requireAct(deps, tx, actor, act);
    const orderId = await orderOfFill(tx, actor.orgId, fillId);
    const locked = orderId === undefined ? undefined : await lockOrder(tx, actor.orgId, orderId);
    const fill = locked?.fills.find(({ id }) => id === fillId);
    if (locked === undefined || fill === undefined) throw notFound('fill');
    const { action, departure, canceled } = await work(tx, locked, fill);
    departures = [...canceled, departure];
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action,
      subject: { kind: 'fill', id: fill.id },
      detail: { transmissionId: departure.id },
    });
    return { orderId: locked.order.id };
  });
  deps.departures(departures);
  return done;
}

async function orderOfFill(tx: Tx, orgId: OrganizationId, fillId: FillId): Promise<OrderId | undefined> {
  const row = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where('id', '=', fillId)
    .executeTakeFirst();
  return row?.order_id;
}
