// Shows operators one order by the number that people say on the telephone: its situation and what that rests on, by ids and codes.
import type { FillId, OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { readOrderNumber } from '@pestle/rules/order-number';
import { type FillSituation, situationOf } from '@pestle/rules/situation-of';
import { worstSituation } from '@pestle/rules/situations';
import type { DirectoryTables } from '../../directory/inside.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { SETTABLE_LIMITS } from '../../kernel/limits.ts';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import { aroundFills, fillFacts } from '../../prescribing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { Channel } from '../ledger/tables.ts';
import { type FaxBecause, faxReasonsOf, underWayOf, type WaitedFor } from '../ledger/under-way.ts';

/** An order as operators see it: no patient, no medication. */
export interface OperatorOrder {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  /** IANA name of the practice's zone, in which its people read times. */
  readonly timeZone: string;
  readonly orderId: OrderId;
  /** Null of an order that was made before orders had numbers. */
  readonly number: string | null;
  /** The worst of its fills. */
  readonly situation: FillSituation;
  readonly createdAt: string;
  readonly fills: readonly OperatorFill[];
}

/** One medication of it. */
export interface OperatorFill {
  readonly fillId: FillId;
  readonly line: number;
  readonly situation: FillSituation;
  /** Since when it is in its state. */
  readonly since: string;
  readonly pharmacyId: PharmacyId | null;
  readonly pharmacyName: string | null;
  readonly pharmacyPhone: string | null;
  readonly channel: Channel | 'telephone' | null;
  readonly sentAt: string | null;
  readonly readyAt: string | null;
  readonly dispensedAfterCancelAt: string | null;
  /** Codes: why it stands still, and why its cancel could not leave. */
  readonly reason: string | null;
  readonly cancelNotSentReason: string | null;
  readonly faxReason: FaxBecause | null;
  /** Not before then; null when nothing holds it. */
  readonly leavesAt: string | null;
  readonly waitsFor: WaitedFor | null;
  /** Null before the first. */
  readonly attempt: number | null;
}

/** What an operator was told: eight digits, or an id. */
export interface OrderQuestion {
  readonly of: string;
}

/** With how long announced maintenance is waited for, in milliseconds, as the configuration says. */
export interface OrderLook {
  readonly maintenanceWaitMs?: number;
  readonly nowMs: number;
}

/**
 * A number is unique in its organization: several may have it, so that all are answered, one transaction for each organization. Throws
 * INVALID_INPUT for what is neither a number nor an id, NOT_FOUND.
 */
export async function ordersByNumber(
  store: Store,
  { of }: OrderQuestion,
  look: OrderLook,
): Promise<readonly OperatorOrder[]> {
  const sought = readSought(of);
  const organizations = await store.asDoor((tx) =>
    tx
      .withTables<OrganizationNames>()
      .selectFrom('organization')
      .select(['org_id', 'name', 'time_zone'])
      .orderBy('org_id')
      .execute(),
  );
  const found: OperatorOrder[] = [];
  for (const organization of organizations) {
    const own = await store.withOrg(organization.org_id, (tx) => ordersOf(tx, organization, sought, look));
    found.push(...own);
  }
  if (found.length === 0) throw notFound('order');
  return found;
}

type OrganizationNames = { organization: { org_id: OrganizationId; name: string; time_zone: string } };
type Sought = { readonly id: OrderId } | { readonly number: string };

function readSought(of: unknown): Sought {
  const text = typeof of === 'string' ? of.trim() : '';
  if (isId('ord', text)) return { id: text };
  const read = readOrderNumber(text);
  if (read === undefined)
    throw invalidInput([
      {
        path: 'of',
        code: 'NOT_AN_ORDER',
        message: 'Write the eight digits of an order, with or without the space, or its id: ord_…',
      },
    ]);
  if (read.mistyped)
    throw invalidInput([
      {
        path: 'of',
        code: 'MISTYPED',
        message: 'This is no number of an order: one digit, or the order of two, is wrong. Ask for it again.',
      },
    ]);
  return { number: read.number };
}

async function ordersOf(
  tx: Tx,
  { org_id: orgId, name, time_zone: timeZone }: OrganizationNames['organization'],
  sought: Sought,
  look: OrderLook,
): Promise<readonly OperatorOrder[]> {
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .select(['id', 'number', 'created_at'])
    .where('org_id', '=', orgId)
    .where((is) => ('id' in sought ? is('id', '=', sought.id) : is('number', '=', sought.number)))
    .execute();
  const orders: OperatorOrder[] = [];
  for (const { id, number, created_at: createdAt } of rows) {
    const fills = await fillsOf(tx, orgId, id, look);
    const situation = worstSituation(fills.map((fill) => fill.situation));
    if (situation === undefined) throw new Error(`order ${id} has no fills`);
    orders.push({
      organizationId: orgId,
      organizationName: name,
      timeZone,
      orderId: id,
      number,
      situation,
      createdAt,
      fills,
    });
  }
  return orders;
}

async function fillsOf(
  tx: Tx,
  orgId: OrganizationId,
  orderId: OrderId,
  { nowMs, maintenanceWaitMs = SETTABLE_LIMITS.maintenanceWaitMs }: OrderLook,
): Promise<readonly OperatorFill[]> {
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
  const ids = rows.map(({ id }) => id);
  const around = await aroundFills(tx, orgId, ids, nowMs);
  const underWay = await underWayOf(tx, orgId, ids, maintenanceWaitMs);
  const faxReasons = await faxReasonsOf(tx, orgId, ids);
  const pharmacies = await pharmaciesOf(
    tx,
    rows.flatMap(({ pharmacy_id: id }) => (id === null ? [] : [id])),
  );
  return rows.flatMap((fill) => {
    const known = around.get(fill.id);
    if (known === undefined) return [];
    const pharmacy = fill.pharmacy_id === null ? undefined : pharmacies.get(fill.pharmacy_id);
    const hasYetToLeave = fill.state === 'QUEUED' || fill.state === 'SENDING';
    const waits = hasYetToLeave ? underWay.get(fill.id) : undefined;
    return [
      {
        fillId: fill.id,
        line: fill.line,
        situation: situationOf(fillFacts(fill, known, nowMs)),
        since: fill.state_since ?? fill.created_at,
        pharmacyId: fill.pharmacy_id,
        pharmacyName: pharmacy?.name ?? null,
        pharmacyPhone: pharmacy?.phone ?? null,
        channel: fill.channel,
        sentAt: fill.sent_at,
        readyAt: fill.ready_at,
        dispensedAfterCancelAt: fill.dispensed_after_cancel_at,
        reason: fill.state_reason,
        cancelNotSentReason: fill.cancel_not_sent_reason,
        faxReason: fill.channel === 'fax' ? (faxReasons.get(fill.id) ?? null) : null,
        leavesAt: waits?.leavesAt ?? null,
        waitsFor: waits?.waitsFor ?? null,
        attempt: waits === undefined || waits.attempt === 0 ? null : waits.attempt,
      },
    ];
  });
}

async function pharmaciesOf(tx: Tx, ids: readonly PharmacyId[]) {
  if (ids.length === 0) return new Map<PharmacyId, { name: string; phone: string | null }>();
  const rows = await tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy')
    .select(['id', 'name', 'phone'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
