// Sends a fill to its pharmacy again: the same message, or, where the pharmacy says that it has nothing, a new one in place of the old (D11).

import type { FillId, OrderId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { findPharmacy } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { departuresOf, enqueue, FAX_LANE } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder, PrescribingTables } from '../../prescribing/inside.ts';
import {
  countPharmacy,
  laneOf,
  lockOrder,
  moveFill,
  requireAct,
  requireSendable,
  selectableLane,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeliveryTables, TransmissionRow } from '../ledger/tables.ts';
import { changeTransmission, transmissionsOf } from '../ledger/transmissions.ts';
import type { CancelDeps } from './cancel.ts';
import { moveAway, requireMovable, startAnew } from './reroute.ts';

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
    const { orgId } = actor;
    if (fill.state !== 'SENT' && fill.state !== 'STUCK' && fill.state !== 'ERROR') throw notResendable(fill);
    const transmission = (await transmissionsOf(tx, orgId, fill.id)).findLast(
      (row) => row.kind === 'new' && row.prescriber_order_number === fill.prescriber_order_number,
    );
    const waiting = await departuresOf(tx, orgId, fill.id);
    if (transmission === undefined || waiting.some(({ kind }) => kind === 'new')) throw notResendable(fill);
    const lane = await laneFor(tx, transmission);
    await changeTransmission(tx, orgId, transmission.id, { state: 'queued' });
    const departure = await enqueue(tx, {
      id: transmission.id,
      orgId,
      kind: 'new',
      subjectId: fill.id,
      lane,
      runAt: 'now',
      createdAt: nowText(deps.ports),
      attempt: await attemptsOf(tx, transmission),
      ofOrderFrom: locked.order.created_at,
    });
    await moveFill(tx, deps.ports, locked, fill.id, {
      to: 'QUEUED',
      event: 'resent',
      source: 'user',
      detail: { transmissionId: transmission.id, channel: transmission.channel },
      set: { channel: null, sent_at: null },
    });
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

/** What both acts have in common: who may, that the fill may be sent, the audit entry, and what leaves after the commit. */
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
    if (fill.cancel_requested_at !== null)
      throw new Failure('CANCEL_REFUSED', 'This fill is being canceled. It is not sent again.');
    if (fill.discontinued_at !== null)
      throw new Failure(
        'RESEND_REFUSED',
        'There are no more refills of this fill, and sending it again would bring them back. Cancel it, and prescribe again what is still needed.',
      );
    await requireSendable(deps, tx, deps.ports, fill.org_id, [fill.prescription_id]);
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

function notResendable({ state }: FillRow): Failure {
  const message =
    state === 'QUEUED' || state === 'SENDING'
      ? 'This fill is on its way already. Wait until its delivery has ended.'
      : state === 'SENT' || state === 'STUCK' || state === 'ERROR'
        ? 'Nothing was sent to this pharmacy that could be sent again. Choose a pharmacy for the order.'
        : 'The pharmacy has confirmed that it has this fill, or it has ended. Reroute or re-issue it instead.';
  return new Failure('RESEND_REFUSED', message);
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

/** A fax by the fax machine; an electronic message by the lane its pharmacy has now. */
async function laneFor(tx: Tx, { channel, pharmacy_id: id }: TransmissionRow): Promise<string> {
  if (channel === 'fax') return FAX_LANE;
  const pharmacy = await findPharmacy(tx, id);
  const lane = pharmacy === undefined ? FAX_LANE : await laneOf(tx, pharmacy);
  if (lane !== FAX_LANE) return lane;
  throw new Failure(
    'RESEND_REFUSED',
    'This pharmacy takes no electronic messages any more. Re-issue the fill, so that it goes by fax.',
  );
}

async function attemptsOf(tx: Tx, { org_id: orgId, id }: TransmissionRow): Promise<number> {
  const { last } = await tx
    .withTables<DeliveryTables>()
    .selectFrom('attempt')
    .select((attempt) => attempt.fn.max('number').as('last'))
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', id)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
