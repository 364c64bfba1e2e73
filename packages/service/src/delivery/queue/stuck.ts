// Lists fills that are STUCK over all organizations, each read as its own organization: reasons, ages and ids for operators.
import type { FillId, OrderId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { instant } from './lanes.ts';

export interface StuckFill {
  readonly organizationId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId | null;
  /** The last message of its prescription to this pharmacy; null where none was made. */
  readonly transmissionId: TransmissionId | null;
  /** A code. */
  readonly reason: string;
  /** Who must act, as a code. */
  readonly owner: string | null;
  readonly since: string;
}

export interface StuckFills {
  /** How many of each reason, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly fills: number; readonly oldest: string }[];
  /** The oldest, as many as are listed at most. */
  readonly fills: readonly StuckFill[];
}

/**
 * One transaction for each organization, so that row-level security holds for this as for everything: no role reads fills of
 * all organizations. That costs about a millisecond for each organization, which a person who asks can wait for.
 */
export async function stuckFills(store: Store): Promise<StuckFills> {
  const organizations = await store.asDoor((tx) =>
    tx
      .withTables<{ organization: { org_id: OrganizationId } }>()
      .selectFrom('organization')
      .select('org_id')
      .orderBy('org_id')
      .execute(),
  );
  const reasons = new Map<string, { fills: number; oldest: string }>();
  let listed: StuckFill[] = [];
  for (const { org_id: orgId } of organizations) {
    const own = await store.withOrg(orgId, (tx) => stuckOf(tx, orgId));
    if (own.length === 0) continue;
    for (const { reason, since } of own) {
      const known = reasons.get(reason) ?? { fills: 0, oldest: since };
      reasons.set(reason, {
        fills: known.fills + 1,
        oldest: since < known.oldest ? since : known.oldest,
      });
    }
    listed = [...listed, ...own]
      .sort((one, other) => (one.since < other.since ? -1 : 1))
      .slice(0, DELIVERY_LIMITS.queueRowsListedMax);
  }
  return {
    reasons: [...reasons]
      .map(([reason, found]) => ({ reason, ...found }))
      .sort((one, other) => other.fills - one.fills),
    fills: listed,
  };
}

async function stuckOf(tx: Tx, orgId: OrganizationId): Promise<StuckFill[]> {
  const rows = await tx
    .withTables<PrescribingTables & DeliveryTables>()
    .selectFrom('fill')
    .select((eb) => [
      'id',
      'order_id',
      'pharmacy_id',
      'state_reason',
      'state_owner',
      sql<string>`coalesce(${eb
        .selectFrom('fill_event')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('fill_event.org_id', '=', 'fill.org_id')
        .whereRef('fill_event.fill_id', '=', 'fill.id')
        .where('fill_event.to_state', '=', 'STUCK')}, fill.updated_at)`.as('since'),
      eb
        .selectFrom('transmission')
        .select('transmission.id')
        .whereRef('transmission.org_id', '=', 'fill.org_id')
        .whereRef('transmission.fill_id', '=', 'fill.id')
        .whereRef('transmission.prescriber_order_number', '=', 'fill.prescriber_order_number')
        .where('transmission.kind', '=', 'new')
        .orderBy('transmission.created_at', 'desc')
        .orderBy('transmission.id', 'desc')
        .limit(1)
        .as('transmission_id'),
    ])
    .where('org_id', '=', orgId)
    .where('state', '=', 'STUCK')
    .execute();
  return rows.map((row) => ({
    organizationId: orgId,
    orderId: row.order_id,
    fillId: row.id,
    pharmacyId: row.pharmacy_id,
    transmissionId: row.transmission_id,
    reason: row.state_reason ?? 'UNKNOWN',
    owner: row.state_owner,
    since: instant(row.since) as string,
  }));
}
