// When an order that waits for its patient goes to the pharmacy that the patient prefers, where the prescriber chose that: a row of `patient_timer`.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Tx } from '../store/store.ts';

type TimerTables = {
  patient_timer: { org_id: OrganizationId; order_id: string; kind: string; due_at: string };
};

/** Milliseconds since 1970, of those orders that wait so. */
export async function preferredAt(
  tx: Tx,
  orgId: OrganizationId,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx
    .withTables<TimerTables>()
    .selectFrom('patient_timer')
    .select(['order_id', 'due_at'])
    .where('org_id', '=', orgId)
    .where('kind', '=', 'preferred')
    .where('order_id', 'in', [...orderIds])
    .execute();
  return new Map(rows.map((row) => [row.order_id, Date.parse(row.due_at)]));
}
