// The statement that reads what attempts need to know.
import { PHARMACY_VERSION_SQL } from '../../prescribing/inside.ts';
import type { Statement } from '../../store/store.ts';
import { covers, FIRST_WINDOW, waits } from '../lanes/windows-sql.ts';
import { recallsInForce } from '../recall/in-force-sql.ts';

/** The columns of a pharmacy and of how it is reached, and the tables behind them: for `pharmacyOf` and `reachedBy`. */
export const REACHED_COLUMNS = `ph.id as pharmacy_id, ph.npi, ph.ncpdp_id, ph.name, ph.street1, ph.street2, ph.city, ph.state, ph.postal_code,
  ph.country, ph.phone, ph.fax, ph.time_zone, ph.active, e.integration,
  e.sealed as integration_sealed, n.id as partner_id, n.endpoint as partner_endpoint, n.sealed as partner_sealed, n.active as partner_active`;
export const REACHED_TABLES = `left join pharmacy_endpoint e on e.pharmacy_id = ph.id
left join partner n on n.id = ph.partner_id`;

/**
 * $1 organization, $2 rows of the outbox, $3 how long one may wait for the end of maintenance in all, in milliseconds.
 *
 * Tried besides: the same in five statements of one trip takes 1.3 times as long on PostgreSQL and 1.2 times on the embedded store;
 * planned anew for each attempt it takes 18 and 14 times as long (`npm run bench -- statements`: medians in turns, two cores
 * shared with others). Fastest is not to ask: what was signed is handed over to the first attempt (decision 3).
 */
export const FACTS: Statement = { name: 'pestle_facts', onePlan: true, text: factsFrom('outbox o') };

/** The same of a transmission of which nothing is to leave any more: what became of it may be learnt later. */
export const PAST_FACTS: Statement = {
  name: 'pestle_past_facts',
  onePlan: true,
  text: factsFrom(`(select t.org_id, t.id, t.kind, 'past' as lane, t.fill_id as subject_id, 0 as attempt, null::text as leased_by,
  t.created_at as run_at, null::timestamptz as held_since, false as quarantine_noted, null::text as quarantine_id, null::timestamptz as released_at from transmission t) o`),
};

/** What attempts need to know of rows with the columns of the outbox. */
function factsFrom(row: string): string {
  return `
select a.* from unnest($2::text[]) i (id) cross join lateral (select o.id, o.kind, o.lane, o.attempt, o.leased_by is not null and o.run_at > now() as leased,
  o.released_at is not null or o.held_since is not null or (o.quarantine_noted and o.quarantine_id is not null) as was_held_back,
  f.id as fill_id, f.order_id, f.state as fill_state, f.pharmacy_id as fill_pharmacy_id,
  f.prescriber_order_number, f.cancel_requested_at is not null as cancel_requested,
  p.id as prescription_id, p.written_at, p.expiration_date, p.dispensed_at is not null as dispensed,
  u.revision as signer_revision, u.revision is distinct from s.prescriber_revision as signer_changed, s.id as signable_id, s.sealed, r.sealed as order_sealed,
  ${REACHED_COLUMNS},
  ${PHARMACY_VERSION_SQL} as pharmacy_version,
  t.id as transmission_id, t.kind as transmission_kind, t.channel, t.message_id, t.relates_to_message_id,
  t.prescriber_order_number as transmission_order_number, t.state as transmission_state, t.may_have_arrived, t.sealed_body,
  t.content_type, t.reason, t.first_attempt_at,
  (select jsonb_agg(jsonb_build_object('number', a.number, 'outcome', a.outcome) order by a.number)
    from attempt a where a.org_id = $1 and a.transmission_id = o.id) as attempts,
  (select case when ${waits('o.held_since', '$3::bigint')} then 'waits' else 'too-long' end
    from maintenance_window w where ${covers('o.lane', 'ph.id')} ${FIRST_WINDOW}) as held,
  case when o.kind = 'new' then (${recallsInForce('f.id', 'f.order_id', 'ph.id', 'ph.partner_id')} order by 1 limit 1) end as recalled_by
from ${row}
left join transmission t on t.org_id = $1 and t.id = o.id
join fill f on f.org_id = $1 and f.id = case when o.kind = 'discontinue' then t.fill_id else o.subject_id end
join orders r on r.org_id = $1 and r.id = f.order_id
join prescription p on p.org_id = $1 and p.id = f.prescription_id
join signable s on s.org_id = $1 and s.id = p.signable_id
left join app_user u on u.org_id = $1 and u.id = p.prescriber_id
join pharmacy ph on ph.id = coalesce(t.pharmacy_id, f.pharmacy_id)
${REACHED_TABLES}
where o.org_id = $1 and o.id = i.id offset 0) a`;
}
