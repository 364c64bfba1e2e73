// Locks the order of a fill that is named by its own id.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import type { LockedOrder, PrescribingTables } from '../../prescribing/inside.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';

/** Undefined for a fill that is nobody's here. */
export async function lockOrderOfFill(
  tx: Tx,
  orgId: OrganizationId,
  fillId: FillId,
): Promise<LockedOrder | undefined> {
  const row = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where('id', '=', fillId)
    .executeTakeFirst();
  return row === undefined ? undefined : await lockOrder(tx, orgId, row.order_id);
}
