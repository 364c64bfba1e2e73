// Reads orders with their fills and history: one, several, by page, changed since, or needing a person.
import type { FillId, OrderId, OrganizationId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { ReportingTables } from '../../directory/inside.ts';
import { findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { unlessDamaged } from '../../kernel/failures/damaged.ts';
import type { Page } from '../../kernel/paging.ts';
import { isInstant, pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Tx } from '../../store/store.ts';
import { cursorsOf, keysOf, openWith } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { OrderRecord } from '../records.ts';
import {
  openCancelDecline,
  openCancelReason,
  openDiscontinueReason,
  openOrder,
  openTakenBy,
} from '../sealed-rows.ts';
import type { FillEventRow, FillRow, OrderRow, PrescribingTables, StoredOrder } from '../tables.ts';
import type { OrderFilter } from './order-filter.ts';
import { readOrderFilter } from './order-filter.ts';

/** One order with its fills. Throws NOT_FOUND. */
export async function orderOf(deps: PrescribingDeps, actor: Actor, id: string): Promise<OrderRecord> {
  authorize(actor, 'order.read');
  if (!isId('ord', id)) throw notFound('order');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const [record] = await withFills(
      tx,
      actor.orgId,
      (await storedOf(tx, actor.orgId, [id])).map((row) => openOrder(keysOf(tx), row)),
    );
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

/** Newest first; with `changedSince`, by time of change. */
export async function listOrders(
  deps: PrescribingDeps,
  actor: Actor,
  filter: OrderFilter,
): Promise<Page<OrderRecord>> {
  authorize(actor, 'order.read');
  const size = pageSize(filter);
  const follow = filter.changedSince !== undefined && filter.changedSince !== null;
  const column = follow ? 'updated_at' : 'created_at';
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    let query = tx
      .withTables<PrescribingTables>()
      .selectFrom('orders')
      .selectAll()
      .where('org_id', '=', actor.orgId);
    const patientId = await patientOf(tx, actor.orgId, filter.patientId);
    if (patientId !== null) query = query.where('patient_id', '=', patientId);
    const only = await readOrderFilter(tx, actor.orgId, filter);
    for (const condition of only.conditions) query = query.where(condition);
    const attention = filter.needsAttention === true;
    if (attention)
      query = query.where((eb) =>
        eb.or([
          eb('id', 'in', needingAttention(deps, tx, actor.orgId)),
          eb('id', 'in', deps.recalledOrders(tx, actor.orgId)),
        ]),
      );
    // Whoever follows goes on from the cursor: from which moment they began is no part of the question.
    const cursors = cursorsOf(keysOf(tx), ['orders', patientId, attention, column, only.question]);
    const cursor = readCursor(filter, cursors, ['string', 'string']);
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
    const keys = keysOf(tx);
    const rows = stored.flatMap((row) => unlessDamaged(() => openOrder(keys, row)) ?? []);
    const records = new Map(
      (await withFills(tx, actor.orgId, rows)).map((record) => [record.order.id, record]),
    );
    return pageOf(
      stored,
      size,
      cursors,
      (row) => [row[column], row.id],
      // One that did not open there does not open here, and is named by the page.
      (row) => records.get(row.id) ?? { order: openOrder(keys, row), fills: [] },
    );
  });
}

/** The patient whose orders are asked for, by service id or external id; null for everybody's. Throws NOT_FOUND. */
async function patientOf(
  tx: Tx,
  orgId: OrganizationId,
  id: string | null | undefined,
): Promise<PatientId | null> {
  if (id === undefined || id === null) return null;
  const patient = await findPatient(tx, orgId, id);
  if (patient === undefined) throw notFound('patient');
  return patient.id;
}

function needingAttention(deps: PrescribingDeps, tx: Tx, orgId: OrganizationId) {
  const unconfirmedBefore = new Date(
    deps.ports.clock.now() - PRESCRIBING_LIMITS.unconfirmedAfterMs,
  ).toISOString();
  return tx
    .withTables<PrescribingTables & ReportingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['STUCK', 'ERROR']),
        eb('alert', 'is not', null),
        eb('cancel_not_sent_at', 'is not', null),
        // What is canceled needs no word about its refills.
        eb.and([eb('discontinue_not_sent_at', 'is not', null), eb('state', '<>', 'CANCELED')]),
        // As `isCancelAsked`.
        eb.and([
          eb('cancel_asked_at', 'is not', null),
          eb('cancel_requested_at', 'is', null),
          eb('state', 'not in', ['DELIVERED', 'CANCELED']),
        ]),
        // As `isRefillStopAsked`.
        eb.and([
          eb('refill_stop_asked_at', 'is not', null),
          eb('discontinued_at', 'is', null),
          eb('cancel_requested_at', 'is', null),
          eb('state', '<>', 'CANCELED'),
        ]),
        eb.and([
          eb('state', '=', 'SENT'),
          eb('sent_at', '<', unconfirmedBefore),
          eb('pharmacy_id', 'in', (inner) => inner.selectFrom('reporting_pharmacy').select('pharmacy_id')),
        ]),
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

/** Those that are there and can be read. */
async function rowsOf(tx: Tx, orgId: OrganizationId, ids: readonly OrderId[]): Promise<OrderRow[]> {
  const keys = keysOf(tx);
  return (await storedOf(tx, orgId, ids)).flatMap((row) => unlessDamaged(() => openOrder(keys, row)) ?? []);
}

async function storedOf(tx: Tx, orgId: OrganizationId, ids: readonly OrderId[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return [];
  return await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of the orders that are there and can be read, with their fills. */
export async function ordersWithFills(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly OrderId[],
): Promise<OrderRecord[]> {
  return await withFills(tx, orgId, await rowsOf(tx, orgId, ids));
}

/** Orders with their fills, in the same order. */
export async function withFills(
  tx: Tx,
  orgId: OrganizationId,
  orders: readonly OrderRow[],
): Promise<OrderRecord[]> {
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

/** What the pharmacy said when it answered a cancel, opened; null where it gave no reason. */
export async function cancelAnswerReason(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_cancel_reason: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openCancelReason(keys, id, sealed));
}

/** The same of what it answered when it was to give no more refills. */
export async function discontinueAnswerReason(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_discontinue_reason: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openDiscontinueReason(keys, id, sealed));
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

/** Why a prescriber did not cancel what staff asked for, opened; null where nobody declined it. */
export async function cancelDeclineReason(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_cancel_decline: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openCancelDecline(keys, id, sealed));
}

/** Who took it by telephone, opened; null for what was not phoned in. */
export async function takenBy(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_taken_by: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openTakenBy(keys, id, sealed));
}
