// Orders: made with new prescriptions or from saved active ones, and read with their fills and history.
import type {
  FillId,
  OrderId,
  OrganizationId,
  PatientId,
  PharmacyId,
  PrescriptionId,
} from '@pestle/rules/ids';
import { isId, ulidOf } from '@pestle/rules/ids';
import * as v from 'valibot';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/idempotency.ts';
import { writeOnce } from '../../audit/idempotency.ts';
import { addressSchema } from '../../directory/address.ts';
import { findPatient } from '../../directory/patients.ts';
import { findPharmacy } from '../../directory/pharmacies.ts';
import { plainText } from '../../directory/text.ts';
import { Failure, notFound } from '../../errors.ts';
import { authorize } from '../../identity/permissions.ts';
import { enqueue } from '../../outbox/outbox.ts';
import type { Page, PageRequest } from '../../paging.ts';
import { decodeCursor, isInstant, pageOf, pageSize } from '../../paging.ts';
import { makeId, nowText } from '../../ports.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../store/sql-errors.ts';
import type { Tx } from '../../store/store.ts';
import { parsedBy, validate } from '../../validate.ts';
import { keysOf } from '../../vault/vault.ts';
import type { DepartureRow, PrescribingDeps } from '../deps.ts';
import { requirePrescribable } from '../drafts/drafts.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { openOrder, sealOrder } from '../sealed-rows.ts';
import type { OrderPlan } from '../signing/signing.ts';
import { EMPTY_FILL, sign, signatureSchema } from '../signing/signing.ts';
import type { FillEventRow, FillRow, OrderRow, PrescribingTables, StoredOrder } from '../tables.ts';
import { laneOf } from './lane.ts';
import { prescriptionsByIds } from './prescriptions.ts';
import type { OrderRecord, PrescriptionRecord } from './records.ts';

const orderSchema = v.strictObject({
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
  /** Without one the order waits in ROUTING until a pharmacy is chosen. */
  pharmacyId: v.nullish(v.string()),
  externalId: v.nullish(v.pipe(v.string(), parsedBy(plainText(PRESCRIBING_LIMITS.externalIdCharactersMax)))),
  /** The patient's address for this order and its messages. */
  address: v.nullish(addressSchema),
});

export type OrderInput = v.InferInput<typeof orderSchema>;

/** Makes exactly one order per key, whatever happens (W5). */
export async function createOrder(
  deps: PrescribingDeps,
  actor: Actor,
  input: OrderInput,
  write: WriteKey,
): Promise<OrderRecord> {
  authorize(actor, 'order.write');
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
    const { ids, fresh } = await sign(deps, actor, order.drafts, plan, write);
    if (fresh?.order !== undefined) return fresh.order;
    if (ids.orderId === null) throw new Error('a signed order has an id');
    return await orderOf(deps, actor, ids.orderId);
  }
  if (order.prescriptionIds === null || order.prescriptionIds === undefined) throw eitherOr();
  return await orderSaved(deps, actor, order.prescriptionIds, plan, write);
}

function eitherOr(): Failure {
  return new Failure(
    'INVALID_INPUT',
    'Name either drafts (to sign and order) or prescriptionIds (already signed).',
  );
}

async function orderSaved(
  deps: PrescribingDeps,
  actor: Actor,
  prescriptionIds: readonly string[],
  plan: OrderPlan,
  write: WriteKey,
): Promise<OrderRecord> {
  let departures: DepartureRow[] = [];
  try {
    const { orderId } = await writeOnce(deps.store, actor, write, async (tx) => {
      departures = [];
      const prescriptions = await lockOrderable(deps, tx, actor.orgId, prescriptionIds);
      const made = await insertOrder(deps, tx, actor, prescriptions, plan);
      departures = made.departures;
      return { orderId: made.orderId };
    });
    deps.departures(departures);
    return await orderOf(deps, actor, orderId);
  } catch (error) {
    if (sqlState(error) === SQLSTATE.uniqueViolation && violatedConstraint(error) === 'fill_open') {
      throw new Failure(
        'PRESCRIPTION_ON_OPEN_ORDER',
        'A prescription of this order is already on an open order.',
      );
    }
    throw error;
  }
}

/** Locks saved prescriptions and refuses those that may not be sent (W8). */
async function lockOrderable(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly string[],
): Promise<PrescriptionRecord[]> {
  const records = await prescriptionsByIds(tx, orgId, ids, true);
  const patientId = records[0]?.row.patient_id;
  if (patientId === undefined || records.length !== ids.length) throw notFound('prescription');
  const now = deps.ports.clock.now();
  for (const { row } of records) {
    if (row.patient_id !== patientId)
      throw new Failure('INVALID_INPUT', 'prescriptionIds: all must be for one patient.');
    if (row.state !== 'ACTIVE')
      throw new Failure('PRESCRIPTION_NOT_ACTIVE', `A prescription of this order is ${row.state}.`);
    const tooOld = now - Date.parse(row.written_at) > PRESCRIBING_LIMITS.sendWithinMs;
    if (tooOld || row.expiration_date < new Date(now).toISOString().slice(0, 10)) {
      throw new Failure(
        'PRESCRIPTION_TOO_OLD',
        'A prescription is sent within 72 hours of being written. Sign it anew.',
      );
    }
  }
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
): Promise<{ orderId: OrderId; departures: DepartureRow[] }> {
  const { orgId } = actor;
  const tables = tx.withTables<PrescribingTables>();
  const orderId = makeId(deps.ports, 'ord');
  const now = nowText(deps.ports);
  const lane = plan.pharmacyId === null ? undefined : await selectableLane(tx, plan.pharmacyId);
  const order: StoredOrder = {
    org_id: orgId,
    id: orderId,
    patient_id: prescriptions[0]?.row.patient_id as PatientId,
    sealed: sealOrder(keysOf(tx), orderId, { external_id: plan.externalId, address: plan.address }),
    state: lane === undefined ? 'ROUTING' : 'PENDING',
    pharmacy_id: plan.pharmacyId,
    pharmacy_count: lane === undefined ? 0 : 1,
    created_by: actor.id,
    client_id: actor.clientId,
    revision: 1,
    created_at: now,
    updated_at: now,
  };
  await tables.insertInto('orders').values(order).execute();
  const departures: DepartureRow[] = [];
  for (const [index, { row }] of prescriptions.entries()) {
    const fillId = makeId(deps.ports, 'fil');
    const line = index + 1;
    await tables
      .insertInto('fill')
      .values({
        ...EMPTY_FILL,
        org_id: orgId,
        id: fillId,
        order_id: orderId,
        prescription_id: row.id,
        line,
        pharmacy_id: plan.pharmacyId,
        prescriber_order_number: lane === undefined ? null : `${ulidOf(orderId)}-${line}`,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await tables
      .insertInto('fill_event')
      .values({
        org_id: orgId,
        fill_id: fillId,
        number: 1,
        order_id: orderId,
        at: now,
        event: 'ordered',
        from_state: null,
        to_state: 'QUEUED',
        source: 'user',
        detail: JSON.stringify({}) as unknown as Record<string, unknown>,
      })
      .execute();
    if (lane === undefined) continue;
    const id = makeId(deps.ports, 'trm');
    await enqueue(tx, { id, orgId, kind: 'new', subjectId: fillId, lane, runAt: 'now', createdAt: now });
    departures.push({ id, orgId, lane });
  }
  await recordAudit(tx, deps.ports, {
    orgId,
    actor,
    action: 'order.create',
    subject: { kind: 'order', id: orderId },
    detail: { prescriptions: prescriptions.map(({ row }) => row.id).join(' ') },
  });
  return { orderId, departures };
}

/** The lane to a pharmacy that may be chosen. Throws PHARMACY_NOT_SELECTABLE. */
export async function selectableLane(tx: Tx, pharmacyId: PharmacyId): Promise<string> {
  const pharmacy = await findPharmacy(tx, pharmacyId);
  if (pharmacy === undefined) throw notFound('pharmacy');
  if (!pharmacy.active || !pharmacy.serves_public) {
    throw new Failure(
      'PHARMACY_NOT_SELECTABLE',
      'This pharmacy cannot be chosen: it is closed or does not serve the public.',
    );
  }
  return await laneOf(tx, pharmacy);
}

/** One order with its fills. Throws NOT_FOUND. */
export async function orderOf(deps: PrescribingDeps, actor: Actor, id: string): Promise<OrderRecord> {
  authorize(actor, 'order.read');
  if (!isId('ord', id)) throw notFound('order');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const [record] = await withFills(tx, actor.orgId, await rowsOf(tx, actor.orgId, [id]));
    if (record === undefined) throw notFound('order');
    return record;
  });
}

export async function ordersByIds(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderRecord>> {
  authorize(actor, 'order.read');
  const records = await deps.store.withOrg(actor.orgId, async (tx) =>
    withFills(tx, actor.orgId, await rowsOf(tx, actor.orgId, ids as OrderId[])),
  );
  return new Map(records.map((record) => [record.order.id, record]));
}

export interface OrderFilter extends PageRequest {
  readonly patientId?: string | null;
  /** Only orders changed at or after this moment, oldest change first: for following live. */
  readonly changedSince?: string | null;
  /** Only orders that a person should look at: stuck, in error, with an alert, or sent and unconfirmed for too long (D5). */
  readonly needsAttention?: boolean | null;
}

/** Newest first; with `changedSince`, by time of change. */
export async function listOrders(
  deps: PrescribingDeps,
  actor: Actor,
  filter: OrderFilter,
): Promise<Page<OrderRecord>> {
  authorize(actor, 'order.read');
  const size = pageSize(filter);
  const cursor = decodeCursor(filter, ['instant', 'string']);
  const follow = filter.changedSince !== undefined && filter.changedSince !== null;
  const column = follow ? 'updated_at' : 'created_at';
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    let query = tx
      .withTables<PrescribingTables>()
      .selectFrom('orders')
      .selectAll()
      .where('org_id', '=', actor.orgId);
    if (filter.patientId !== undefined && filter.patientId !== null) {
      const patient = await findPatient(tx, actor.orgId, filter.patientId);
      if (patient === undefined) throw notFound('patient');
      query = query.where('patient_id', '=', patient.id);
    }
    if (filter.needsAttention === true)
      query = query.where('id', 'in', needingAttention(deps, tx, actor.orgId));
    if (follow && cursor === undefined)
      query = query.where('updated_at', '>=', requireInstant(filter.changedSince ?? ''));
    if (cursor !== undefined) {
      const [at, id] = cursor;
      query = query.where((eb) =>
        eb(eb.refTuple(column, 'id'), follow ? '>' : '<', eb.tuple(at, id as OrderId)),
      );
    }
    const direction = follow ? 'asc' : 'desc';
    const stored = await query
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(size + 1)
      .execute();
    const rows = stored.map((row) => openOrder(keysOf(tx), row));
    const records = new Map(
      (await withFills(tx, actor.orgId, rows)).map((record) => [record.order.id, record]),
    );
    return pageOf(
      rows,
      size,
      (row) => [row[column], row.id],
      (row) => records.get(row.id) ?? { order: row, fills: [] },
    );
  });
}

/** D5: sent and received are two facts; one without the other for too long is shown. */
export function isUnconfirmed(fill: FillRow, nowMs: number): boolean {
  return (
    fill.state === 'SENT' &&
    fill.sent_at !== null &&
    nowMs - Date.parse(fill.sent_at) > PRESCRIBING_LIMITS.unconfirmedAfterMs
  );
}

function needingAttention(deps: PrescribingDeps, tx: Tx, orgId: OrganizationId) {
  const unconfirmedBefore = new Date(
    deps.ports.clock.now() - PRESCRIBING_LIMITS.unconfirmedAfterMs,
  ).toISOString();
  return tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['STUCK', 'ERROR']),
        eb('alert', 'is not', null),
        eb.and([eb('state', '=', 'SENT'), eb('sent_at', '<', unconfirmedBefore)]),
      ]),
    );
}

function requireInstant(text: string): string {
  if (isInstant(text)) return text;
  throw new Failure(
    'INVALID_INPUT',
    'changedSince: write an ISO 8601 time with its zone, such as 2026-01-02T03:04:05Z.',
  );
}

async function rowsOf(tx: Tx, orgId: OrganizationId, ids: readonly OrderId[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => openOrder(keysOf(tx), row));
}

async function withFills(tx: Tx, orgId: OrganizationId, orders: readonly OrderRow[]): Promise<OrderRecord[]> {
  if (orders.length === 0) return [];
  const fills = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'order_id',
      'in',
      orders.map((order) => order.id),
    )
    .orderBy('line')
    .execute();
  const byOrder = Map.groupBy(fills, (fill: FillRow) => fill.order_id);
  return orders.map((order) => ({ order, fills: byOrder.get(order.id) ?? [] }));
}

/** What happened to fills, oldest first; complete, without gaps. */
export async function fillEvents(
  deps: PrescribingDeps,
  actor: Actor,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FillEventRow[]>> {
  authorize(actor, 'order.read');
  if (fillIds.length === 0) return new Map();
  const rows = await deps.store.withOrg(actor.orgId, (tx) =>
    tx
      .withTables<PrescribingTables>()
      .selectFrom('fill_event')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('fill_id', 'in', fillIds as FillId[])
      .orderBy('fill_id')
      .orderBy('number')
      .execute(),
  );
  return Map.groupBy(rows, (row) => row.fill_id);
}

export type { PrescriptionId };
