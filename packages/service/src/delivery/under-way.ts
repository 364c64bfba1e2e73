// Reads what is under way for fills: when each leaves, which attempt it is at, and why it went by fax.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../store/store.ts';
import type { FaxReason } from './fax/facts.ts';

export interface UnderWay {
  /** ISO 8601: not before then; null when nothing holds it. */
  readonly leavesAt: string | null;
  /** The attempt under way, or the last one; 0 before the first. */
  readonly attempt: number;
}

/** Of the fills that have yet to leave, or are leaving. */
export async function underWayOf(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, UnderWay>> {
  if (fillIds.length === 0) return new Map();
  const { rows } = await sql<{ fill_id: FillId; leaves_at: string | null; attempt: number }>`
    select distinct on (subject_id) subject_id as fill_id, attempt,
      case when leased_by is null and run_at > now() and run_at <> 'infinity' then run_at end as leaves_at
    from outbox
    where org_id = ${orgId} and subject_id in (${sql.join([...fillIds])}) and kind = 'new'
    order by subject_id, created_at desc, id desc`.execute(tx);
  return new Map(
    rows.map(({ fill_id: id, leaves_at: leavesAt, attempt }) => [id, { leavesAt, attempt }] as const),
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
  const { rows } = await sql<{ fill_id: FillId; because: FaxBecause }>`
    select distinct on (fill_id) fill_id, coalesce(reason ->> 'because', 'not-integrated') as because
    from transmission
    where org_id = ${orgId} and fill_id in (${sql.join([...fillIds])}) and kind = 'new' and channel = 'fax'
    order by fill_id, created_at desc, id desc`.execute(tx);
  return new Map(rows.map(({ fill_id: id, because }) => [id, because] as const));
}
