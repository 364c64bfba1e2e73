// The statement that reads what is under way for fills. It is put together for the fills of one page and planned for them.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import { covers, FIRST_WINDOW, waits } from '../lanes/windows-sql.ts';

/** What holds a fill back: whose maintenance, or a quarantine. */
export type WaitedFor = 'SERVICE' | 'PARTNER' | 'PHARMACY' | 'QUARANTINE';

export interface UnderWayRow {
  readonly fill_id: FillId;
  readonly leaves_at: string | null;
  readonly waits_for: WaitedFor | null;
  readonly attempt: number;
}

/** Of each fill its newest departure. Windows of maintenance are judged now, as the next claim would judge them. */
export async function underWayRows(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
  maintenanceWaitMs: number,
): Promise<readonly UnderWayRow[]> {
  const { rows } = await sql<UnderWayRow>`
    select distinct on (o.subject_id) o.subject_id as fill_id, o.attempt,
      case when o.quarantine_id is null and (o.leased_by is null or o.run_at <= now()) then greatest(
        case when o.run_at > now() and o.run_at <> 'infinity' then o.run_at end, w.ends_at
      ) end as leaves_at,
      case when o.leased_by is not null and o.run_at > now() then null
        when o.quarantine_id is not null then 'QUARANTINE' else w.whose end as waits_for
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
  return rows;
}
