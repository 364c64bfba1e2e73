// Reads what is under way for fills: when each leaves, which attempt it is at, and why it went by fax.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { FaxReason } from '../fax/facts.ts';
import { covers, FIRST_WINDOW, waits } from '../lanes/windows-sql.ts';
import type { DeliveryTables } from './tables.ts';

/** Whose maintenance holds a fill back. */
export const WAITED_FOR = ['SERVICE', 'PARTNER', 'PHARMACY'] as const;

export interface UnderWay {
  /** ISO 8601: not before then; null when nothing holds it. */
  readonly leavesAt: string | null;
  /** Whose announced maintenance ends then; null when it waits for none. */
  readonly waitsFor: (typeof WAITED_FOR)[number] | null;
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
  const { rows } = await sql<{
    fill_id: FillId;
    leaves_at: string | null;
    waits_for: UnderWay['waitsFor'];
    attempt: number;
  }>`
    select distinct on (o.subject_id) o.subject_id as fill_id, o.attempt,
      case when o.leased_by is null or o.run_at <= now() then greatest(
        case when o.run_at > now() and o.run_at <> 'infinity' then o.run_at end, w.ends_at
      ) end as leaves_at,
      case when o.leased_by is null or o.run_at <= now() then w.whose end as waits_for
    from outbox o
    left join fill f on f.org_id = ${orgId} and f.id = o.subject_id
    left join transmission t on t.org_id = ${orgId} and t.id = o.id
    left join lateral (
      select w.ends_at, case when w.pharmacy_id is not null then 'PHARMACY' when w.partner_id is not null then 'PARTNER'
        else 'SERVICE' end as whose
      from maintenance_window w
      where w.id = (
        select w.id from maintenance_window w
        where ${sql.raw(covers('o.lane', 'coalesce(t.pharmacy_id, f.pharmacy_id)'))} ${sql.raw(FIRST_WINDOW)}
      ) and ${sql.raw(waits('o.held_since', String(maintenanceWaitMs)))}
    ) w on true
    where o.org_id = ${orgId} and o.subject_id in (${sql.join([...fillIds])}) and o.kind = 'new'
    order by o.subject_id, o.created_at desc, o.id desc`.execute(tx);
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
