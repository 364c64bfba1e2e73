// Texts the patient of an order that waits for a pharmacy once more, because somebody of the practice asks for it.

import type { OrderId, OrganizationId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { findPatient, readPatientsAhead } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { createAhead } from '../../kernel/ahead.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { validate } from '../../kernel/validate.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { departuresOf, invitationId } from '../../outbox/outbox.ts';
import type { OrderRecord } from '../../prescribing/inside.ts';
import { lockOrder, requireAct, requireSendable } from '../../prescribing/inside.ts';
import { isWrongNumber, patientLinkFor, patientLinkUrl } from '../../routing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { textOf } from '../texts/words.ts';
import type { TextLinks } from '../texts/write-text.ts';
import { queueText } from '../texts/write-text.ts';
import type { CancelDeps } from './deps.ts';

const remindSchema = v.strictObject({
  orderId: v.custom<OrderId>((value) => isId('ord', value), 'This must be the id of an order (ord_…).'),
});

export type RemindInput = v.InferInput<typeof remindSchema>;

export interface RemindDeps extends CancelDeps {
  /** What links in texts are made of. */
  readonly links: TextLinks;
}

/** Whom a text goes to. */
interface Reached {
  readonly patientId: PatientId;
  readonly phone: string;
  readonly language: string | null;
}

const REFUSED = {
  NO_PHONE: 'The patient has no telephone number. Choose a pharmacy for them.',
  REMINDED: 'The patient was texted a short while ago, or often enough. Call them, or choose for them.',
} as const;

/** Throws ORDER_NOT_ROUTING, REMINDER_REFUSED, and what `requireSendable` throws: after 72 hours nothing can be chosen (W8). */
export async function remindPatient(
  deps: RemindDeps,
  actor: Actor,
  input: RemindInput,
  write: WriteKey,
): Promise<{ orderId: string }> {
  authorize(actor, 'order.remind');
  const { orderId } = validate(remindSchema, input);
  let departures: readonly Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    await requireAct(deps, tx, actor, 'order.remind');
    const locked = await lockOrder(tx, actor.orgId, orderId);
    if (locked === undefined) throw notFound('order');
    const phone = await remindable(deps, tx, locked);
    departures = [await textAgain(deps, tx, actor, orderId, phone)];
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'order.remind',
      subject: { kind: 'order', id: orderId },
    });
    return { orderId };
  });
  deps.departures(departures);
  return done;
}

/** Whether a text may be sent now; answers the patient's telephone number. */
export async function remindable(deps: CancelDeps, tx: Tx, { order, fills }: OrderRecord): Promise<Reached> {
  const { org_id: orgId, id: orderId } = order;
  if (order.state !== 'ROUTING')
    throw new Failure('ORDER_NOT_ROUTING', 'This order has a pharmacy already, or has ended.', {
      orderId,
      reason: 'HAS_PHARMACY',
    });
  await requireSendable(
    deps,
    tx,
    deps.ports,
    orgId,
    fills.filter(({ state }) => state === 'QUEUED').map((fill) => fill.prescription_id),
  );
  const patient = await findPatient(tx, orgId, order.patient_id);
  if (patient === undefined || patient.phone === null)
    throw new Failure('REMINDER_REFUSED', REFUSED.NO_PHONE, { reason: 'NO_PHONE' });
  if (await textedEnough(deps, tx, order))
    throw new Failure('REMINDER_REFUSED', REFUSED.REMINDED, { reason: 'REMINDED' });
  return { patientId: patient.id, phone: patient.phone, language: patient.language };
}

/** One is on its way, was written a short while ago, or there were so many. One that failed, or that its number did not want, told nobody: it is asked for again at once. */
async function textedEnough(
  { ports }: CancelDeps,
  tx: Tx,
  { org_id: orgId, id: orderId }: OrderRecord['order'],
): Promise<boolean> {
  const texts = ofOrders.of(tx, orderId) ?? (await textsOf(tx, orgId, [orderId]));
  const waiting = await departuresOf(tx, orgId, orderId);
  const since = ports.clock.now() - DELIVERY_LIMITS.choiceTextPauseMs;
  return (
    texts.length >= DELIVERY_LIMITS.choiceTextsMax ||
    texts.some(({ state, created_at: at }) => TELLS.has(state) && Date.parse(at) > since) ||
    waiting.some(({ id }) => id === invitationId(orderId))
  );
}

const TELLS: ReadonlySet<string> = new Set(['queued', 'sent']);

interface Texted {
  readonly order_id: OrderId;
  readonly state: string;
  readonly created_at: string;
}

const ofOrders = createAhead<readonly Texted[]>();

async function textsOf(tx: Tx, orgId: OrganizationId, orderIds: readonly OrderId[]): Promise<Texted[]> {
  return await tx
    .withTables<DeliveryTables>()
    .selectFrom('text_message')
    .select(['order_id', 'state', 'created_at'])
    .where('org_id', '=', orgId)
    .where('order_id', 'in', orderIds)
    .execute();
}

/** For a transaction that only reads: which texts were written of orders, and to whom. */
export async function readTextsAhead(
  tx: Tx,
  orgId: OrganizationId,
  orders: readonly OrderRecord['order'][],
): Promise<void> {
  if (orders.length === 0) return;
  const byOrder = Map.groupBy(
    await textsOf(
      tx,
      orgId,
      orders.map(({ id }) => id),
    ),
    (text) => text.order_id,
  );
  ofOrders.put(
    tx,
    orders.map(({ id }) => [id, byOrder.get(id) ?? []]),
  );
  await readPatientsAhead(
    tx,
    orgId,
    orders.map((order) => order.patient_id),
  );
}

async function textAgain(
  { ports, links }: RemindDeps,
  tx: Tx,
  { orgId }: Actor,
  orderId: OrderId,
  { phone, language, patientId }: Reached,
): Promise<Departure> {
  // Whoever has the number said that they are not this patient.
  if (await isWrongNumber(tx, links.phoneHashes, { orgId, patientId, phone }))
    throw new Failure('REMINDER_REFUSED', REFUSED.NO_PHONE, { reason: 'NO_PHONE' });
  const token = await patientLinkFor(tx, ports, links.patientLinks, { orgId, orderId, phone });
  const { name: practice, phone: questions } = await findOrganization(tx, orgId);
  const url = patientLinkUrl(links.baseUrl, token);
  const body = textOf('reminder', { practice, phone: questions, language, url });
  return await queueText(tx, ports, {
    orgId,
    orderId,
    about: 'reminder',
    content: { recipient: phone, body },
  });
}
