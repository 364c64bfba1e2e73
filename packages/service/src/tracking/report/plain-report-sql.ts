// The statement that reads what decides whether a report on a fill is a plain one.
import type { Statement } from '../../store/store.ts';

/**
 * Of each fill: to which pharmacies it was sent before, and under which numbers; whether anything of it waits to leave or is leaving; and whether the
 * pharmacy that has it is known to report. $1 organization; of each $2 fill, $3 its pharmacy or null. The orders are locked before, so that
 * nobody enqueues anything meanwhile.
 */
export const AROUND_REPORT: Statement = {
  name: 'pestle_around_report',
  text: `
select i.id,
  coalesce((
    select jsonb_agg(distinct jsonb_build_object('fill_id', t.fill_id, 'pharmacy_id', t.pharmacy_id, 'prescriber_order_number', t.prescriber_order_number))
    from transmission t where t.org_id = $1 and t.fill_id = i.id
  ), '[]') as sent,
  exists (select from outbox b where b.org_id = $1 and b.subject_id = i.id) as leaves,
  exists (select from reporting_pharmacy r where r.pharmacy_id = i.pharmacy) as reports
from unnest($2::text[], $3::text[]) i (id, pharmacy)`,
};
