// The statements of an attempt to answer a pharmacy's request: what it needs to know, and that it begins.
import type { Statement } from '../../store/store.ts';
import { REACHED_COLUMNS, REACHED_TABLES } from '../ledger/facts-sql.ts';

/** $1 organization, $2 row of the outbox. No other text was tried: looks by primary keys. */
export const RESPONSE: Statement = {
  name: 'pestle_response',
  onePlan: true,
  text: `
select o.lane, o.attempt, o.leased_by is not null and o.run_at > now() as leased,
  r.state, r.sealed, r.first_attempt_at, r.may_have_arrived, ${REACHED_COLUMNS},
  (select jsonb_agg(jsonb_build_object('number', a.number, 'outcome', a.outcome) order by a.number)
    from pharmacy_response_attempt a where a.org_id = $1 and a.response_id = o.id) as attempts
from outbox o
join pharmacy_response r on r.org_id = $1 and r.id = o.id
join pharmacy ph on ph.id = r.pharmacy_id
${REACHED_TABLES}
where o.org_id = $1 and o.id = $2`,
};

/**
 * Puts down that an attempt begins, where this worker holds it. One before it that never ended was cut off. $1 organization,
 * $2 answer, $3 worker, $4 attempt number, $5 now. Repeated by the same worker it changes nothing. No other text was tried.
 */
export const BEGIN_RESPONSE: Statement = {
  name: 'pestle_response_begin',
  onePlan: true,
  text: `
with mine as (
  select from outbox b where b.org_id = $1 and b.id = $2 and b.leased_by = $3 and b.attempt = $4
), cut_off as (
  update pharmacy_response_attempt a set ended_at = $5, outcome = 'UNKNOWN', reason = 'interrupted'
  from mine where a.org_id = $1 and a.response_id = $2 and a.number < $4 and a.ended_at is null
), begun as (
  insert into pharmacy_response_attempt (org_id, response_id, number, started_at) select $1, $2, $4, $5 from mine
  on conflict (org_id, response_id, number) do nothing
), sending as (
  update pharmacy_response r set state = 'sending', first_attempt_at = coalesce(r.first_attempt_at, $5::timestamptz)
  from mine where r.org_id = $1 and r.id = $2 and r.state in ('queued', 'sending')
)
select 1 as begun from mine`,
};
