// Reads what is under way for fills: when each leaves, which attempt it is at, and why it went by fax.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import type { Tx } from '../../store/store.ts';
import type { FaxReason } from '../fax/facts.ts';
import type { DeliveryTables } from './tables.ts';
import { underWayRows, type WaitedFor } from './under-way-sql.ts';

export type { WaitedFor } from './under-way-sql.ts';

export interface UnderWay {
  /** ISO 8601: not before then; null when nothing holds it. */
  readonly leavesAt: string | null;
  /** Whose announced maintenance ends then, or that a quarantine holds it; null when nothing does. */
  readonly waitsFor: WaitedFor | null;
  /** The attempt under way, or the last one; 0 before the first. */
  readonly attempt: number;
}

/** Of the fills that have yet to leave, or are leaving. Windows of maintenance are judged now, as the next claim would judge them. */
export async function underWayOf(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
  maintenanceWaitMs: number,
): Promise<ReadonlyMap<string, UnderWay>> {
  if (fillIds.length === 0) return new Map();
  const rows = await underWayRows(tx, orgId, fillIds, maintenanceWaitMs);
  return new Map(
    rows.map(
      ({ fill_id: id, leaves_at: leavesAt, waits_for: waitsFor, attempt }) =>
        [id, { leavesAt, waitsFor, attempt }] as const,
    ),
  );
}

export type FaxBecause = FaxReason['because'];

/** Why each of the fills went by fax; nothing for those that did not. */
export async function faxReasonsOf(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, FaxBecause>> {
  if (fillIds.length === 0) return new Map();
  const rows = await tx
    .withTables<DeliveryTables>()
    .selectFrom('transmission')
    .select(['fill_id', 'reason'])
    .distinctOn('fill_id')
    .where('org_id', '=', orgId)
    .where('fill_id', 'in', fillIds as FillId[])
    .where('kind', '=', 'new')
    .where('channel', '=', 'fax')
    .orderBy('fill_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    rows.map(
      ({ fill_id: id, reason }) => [id, 'because' in reason ? reason.because : 'not-integrated'] as const,
    ),
  );
}
