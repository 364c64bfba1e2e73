// The statements that read what decides whether a report on a fill is a plain one, and put down its delivery.
import { isUnchangedSql, UNCHANGED } from '../../prescribing/inside.ts';
import type { Statement } from '../../store/store.ts';

/**
 * Of each fill of these orders: to which pharmacies it was sent before, and under which numbers; whether anything of it waits to leave or is leaving; and
 * whether the pharmacy that has it is known to report. $1 organization, $2 orders.
 */
export const AROUND_REPORT: Statement = {
  name: 'pestle_around_report',
  onePlan: true,
  text: `
select f.id,
  coalesce((
    select jsonb_agg(distinct jsonb_build_object('fill_id', t.fill_id, 'pharmacy_id', t.pharmacy_id, 'prescriber_order_number', t.prescriber_order_number))
    from transmission t where t.org_id = $1 and t.fill_id = f.id
  ), '[]') as sent,
  exists (select from outbox b where b.org_id = $1 and b.subject_id = f.id) as leaves,
  exists (select from reporting_pharmacy r where r.pharmacy_id = f.pharmacy_id) as reports
from unnest($2::text[]) i (id)
cross join lateral (select x.id, x.pharmacy_id from fill x where x.org_id = $1 and x.order_id = i.id offset 0) f`,
};

/**
 * Puts down those of the deliveries that have not come before, with their answers, and keeps among the orders that are unchanged those of which that
 * is so, or that came without an id. $1 organization, $2 now; of each $3 order, $4 sender, $5 delivery id (null: none), $6 hash of the body, $7 answer. One that
 * another transaction is putting down is waited for, in the order of their names; the orders are locked before, so that nobody waits in a circle. The body besides
 * the id: two that come together under one id are one delivery only if they say the same.
 */
export const CLAIM_DELIVERIES: Statement = {
  name: 'pestle_hook_deliveries',
  onePlan: true,
  text: `
with asked as materialized (
  select i.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) i (order_id, sender_id, delivery_id, body_hash, answer)
  where ${isUnchangedSql('i.order_id')}
), fresh as (
  insert into hook_delivery (org_id, sender_id, delivery_id, body_hash, answer, deliveries, created_at, last_at)
  select $1, sender_id, delivery_id, body_hash, answer::jsonb, 1, $2::timestamptz, $2::timestamptz
  from asked where delivery_id is not null order by sender_id, delivery_id, body_hash
  on conflict (sender_id, delivery_id) do nothing
  returning sender_id, delivery_id, body_hash
)
select set_config('${UNCHANGED}', coalesce(string_agg(a.order_id, ','), ''), true) from asked a
where a.delivery_id is null or exists (
  select from fresh f where f.sender_id = a.sender_id and f.delivery_id = a.delivery_id and f.body_hash = a.body_hash
)`,
};
