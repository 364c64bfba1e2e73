// The door of the room `events` for other rooms' transactions: what changed is noted in the transaction that changes it.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Tx } from '../store/store.ts';
import type { ChangeKind, ChangeTables } from './tables.ts';

export type { PatientStreams } from './events.ts';
export { LIVE_LIMITS } from './limits.ts';
export type { ChangeKind } from './tables.ts';

/** What changed, by ids alone. */
export interface NotedChange {
  readonly kind: ChangeKind;
  /** Of the order, draft, patient or item of the desk. */
  readonly id: string;
  /** The order that it is about. */
  readonly orderId?: string | null;
  /** The patient that it is about: pages of others need not look. */
  readonly patientId?: string | null;
}

/**
 * Says that something a page shows has changed, in the transaction that changes it: whoever follows the organization hears of it after
 * the commit. What a fill's history has an entry of needs no note.
 */
export async function noteChange(
  tx: Tx,
  orgId: string,
  { kind, id, orderId = null, patientId = null }: NotedChange,
): Promise<void> {
  await tx
    .withTables<ChangeTables>()
    .insertInto('change')
    .values({
      org_id: orgId as OrganizationId,
      kind,
      subject_id: id,
      order_id: orderId,
      patient_id: patientId,
    })
    .execute();
}
