// Makes orders: with new prescriptions that are signed with them, or from saved active ones (W5, W8).
import type { OrderId, OrganizationId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { addressSchema, findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import { makeId } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { requireAct } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { formRulesSchema, requireByForm } from '../drafts/form-rules.ts';
import { requirePrescribable } from '../drafts/obstacles.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { selectableLane } from '../orders/lane.ts';
import { orderSavedLines } from '../orders/order-saved-sql.ts';
import { orderOf } from '../orders/orders.ts';
import { prescriptionsByIds } from '../prescriptions/prescriptions.ts';
import { obstaclesTo, refuseFirst, SEND_OBSTACLE_SENTENCE } from '../prescriptions/sendable.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { sealOrder } from '../sealed-rows.ts';
import type { OrderPlan } from '../tables.ts';
import { sign, signatureSchema } from './signing.ts';

/** What an order is of. */
export const linesSchema = {
  /** Reviewed drafts with the hashes that the signer sends back; or saved prescriptions, not both. */
  drafts: v.nullish(signatureSchema),
  prescriptionIds: v.nullish(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, 'Name at least one prescription.'),
      v.maxLength(PRESCRIBING_LIMITS.prescriptionsPerOrderMax, 'An order holds 25 prescriptions at most.'),
      v.check((ids) => new Set(ids).size === ids.length, 'Each prescription may be named once.'),
    ),
  ),
  /** What the form that submits this does not prescribe. */
  form: v.nullish(formRulesSchema),
};

const orderSchema = v.strictObject({
  ...linesSchema,
  /** Without one the order waits in ROUTING until a pharmacy is chosen. */
  pharmacyId: v.nullish(v.string()),
  externalId: v.nullish(v.pipe(v.string(), parsedBy(plainText(PRESCRIBING_LIMITS.externalIdCharactersMax)))),
  /** The patient's address for this order and its messages. */
  address: v.nullish(addressSchema),
});

export type OrderInput = v.InferInput<typeof orderSchema>;

/** Makes exactly one order per key, whatever happens (W5). A send is an authorized prescriber's, with the proof that signing asks (A2). */
export async function createOrder(
  deps: PrescribingDeps,
  actor: Actor,
  input: OrderInput,
  write: WriteKey,
): Promise<OrderRecord> {
  authorize(actor, 'order.send');
  const order = validate(orderSchema, input);
  const pharmacyId = order.pharmacyId ?? null;
  if (pharmacyId !== null && !isId('phr', pharmacyId)) throw notFound('pharmacy');
  const plan: OrderPlan = {
    pharmacyId,
    externalId: order.externalId ?? null,
    address: order.address ?? null,
  };
  if (order.drafts !== null && order.drafts !== undefined) {
    if (order.prescriptionIds !== null && order.prescriptionIds !== undefined) throw eitherOr();
    const { ids, order: fresh } = await sign(
      deps,
      actor,
      order.drafts,
      { plan, form: order.form ?? null },
      write,
    );
    if (fresh !== undefined) return fresh;
    if (ids.orderId === null) throw new Error('a signed order has an id');
    return await orderOf(deps, actor, ids.orderId);
  }
  if (order.prescriptionIds === null || order.prescriptionIds === undefined) throw eitherOr();
  return await orderSaved(deps, actor, order.prescriptionIds, { plan, form: order.form ?? null }, write);
}

export function eitherOr(): Failure {
  return new Failure(
    'INVALID_INPUT',
    'Name either drafts (to sign and order) or prescriptionIds (already signed).',
  );
}

async function orderSaved(
  deps: PrescribingDeps,
  actor: Actor,
  prescriptionIds: readonly string[],
  { plan, form }: { readonly plan: OrderPlan; readonly form: FormRules | null },
  write: WriteKey,
): Promise<OrderRecord> {
  deps.requireFreshProof(actor);
  let departures: Departure[] = [];
  try {
    const { orderId } = await writeOnce(deps.store, actor, write, async (tx) => {
      departures = [];
      await requireAct(deps, tx, actor, 'order.send');
      const prescriptions = await lockOrderable(deps, tx, actor.orgId, prescriptionIds);
      await requireByForm(
        tx,
        actor,
        form,
        prescriptions.map(({ row }) => row.treatment_id),
      );
      const made = await insertOrder(deps, tx, actor, prescriptions, plan);
      departures = made.departures;
      return { orderId: made.orderId };
    });
    deps.departures(departures);
    return await orderOf(deps, actor, orderId);
  } catch (error) {
    throw orOnOpenOrder(error);
  }
}

/** Two at the same moment: the later one finds the other's order. */
export function orOnOpenOrder(error: unknown): unknown {
  return sqlState(error) === SQLSTATE.uniqueViolation && violatedConstraint(error) === 'fill_open'
    ? new Failure('PRESCRIPTION_ON_OPEN_ORDER', SEND_OBSTACLE_SENTENCE.PRESCRIPTION_ON_OPEN_ORDER)
    : error;
}

/** Locks saved prescriptions and refuses those that may not be sent (W8). */
export async function lockOrderable(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly string[],
): Promise<PrescriptionRecord[]> {
  const records = await prescriptionsByIds(tx, orgId, ids, true);
  const patientId = records[0]?.row.patient_id;
  if (patientId === undefined || records.length !== ids.length) throw notFound('prescription');
  if (records.some(({ row }) => row.patient_id !== patientId))
    throw new Failure('INVALID_INPUT', 'prescriptionIds: all must be for one patient.');
  const nowMs = deps.ports.clock.now();
  refuseFirst(await obstaclesTo(deps, tx, nowMs, orgId, records, { onOrder: false }));
  const patient = await findPatient(tx, orgId, patientId);
  if (patient === undefined) throw notFound('patient');
  // What was signed may have been disabled, or scheduled, since (W7).
  for (const { row } of records) await requirePrescribable(deps, tx, orgId, patient, row.treatment_id);
  return ids.map((id) => {
    const record = records.find(({ row }) => row.id === id);
    if (record === undefined) throw notFound('prescription');
    return record;
  });
}

async function insertOrder(
  deps: PrescribingDeps,
  tx: Tx,
  actor: Actor,
  prescriptions: readonly PrescriptionRecord[],
  plan: OrderPlan,
): Promise<{ orderId: OrderId; departures: Departure[] }> {
  const { orgId } = actor;
  const orderId = makeId(deps.ports, 'ord');
  const prescriptionIds = prescriptions.map(({ row }) => row.id);
  const departures = await orderSavedLines(tx, deps.ports, {
    orgId,
    orderId,
    patientId: prescriptions[0]?.row.patient_id as PatientId,
    pharmacyId: plan.pharmacyId,
    pharmacyCount: plan.pharmacyId === null ? 0 : 1,
    lane: plan.pharmacyId === null ? undefined : await selectableLane(tx, plan.pharmacyId),
    linesBefore: 0,
    sealed: sealOrder(keysOf(tx), orderId, { external_id: plan.externalId, address: plan.address }),
    createdBy: actor.id,
    clientId: actor.clientId,
    prescriptionIds,
  });
  await recordAudit(tx, deps.ports, {
    orgId,
    actor,
    action: 'order.create',
    subject: { kind: 'order', id: orderId },
    detail: { prescriptions: prescriptionIds.join(' ') },
  });
  return { orderId, departures };
}
