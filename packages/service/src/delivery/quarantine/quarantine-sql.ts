// The statements of a quarantine: what an older store still held is kept back, noted as what may have left, settled or let go.
import { FAX_LANE, messageIdSql, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Statement } from '../../store/store.ts';

/** What is noted of each message that an older state still held: whether an attempt of it was made since is unknown. */
export const OLDER_STATE = 'older-state-restored';

/** $1 id, $2 why, as a code, $3 by whom, $4 label or null. Two at a time cannot be. */
export const BEGIN_QUARANTINE: Statement = {
  name: 'pestle_quarantine_begin',
  onePlan: true,
  text: 'insert into quarantine (id, because, began_by, label) values ($1, $2, $3, $4)',
};

/** Everything that waits, by the quarantine that is open. */
export const HOLD_EVERYTHING: Statement = {
  name: 'pestle_quarantine_hold',
  onePlan: true,
  text: `
with held as (
  update outbox o set quarantine_id = q.id from quarantine q
  where q.ended_at is null and o.quarantine_id is null and o.settled_as is null returning 1
)
update quarantine set held = held + (select count(*) from held)::integer where ended_at is null`,
};

/** Organizations of which something is held that is not noted yet. */
export const TO_BE_NOTED: Statement = {
  name: 'pestle_quarantine_to_be_noted',
  text: 'select distinct org_id from outbox where quarantine_id is not null and not quarantine_noted',
};

/**
 * Notes for the messages of one organization, $3 at most, that each may have left: an attempt whose outcome is unknown, so that a cancel reaches
 * the pharmacy, a fax says so, and an answer that it was had before is no clash. An attempt under way notes that itself. Answers the attempts that
 * were put down, `channel` and `kind` null for an answer to a pharmacy. $1 organization, $2 now.
 */
export const NOTE: Statement = {
  name: 'pestle_quarantine_note',
  text: `
with found as (
  select o.id, o.kind, o.subject_id, o.lane,
    case when o.lane <> '${TEXT_LANE}' and (o.leased_by is null or o.run_at <= now()) then o.attempt + 1 end as noted
  from outbox o where o.org_id = $1 and o.quarantine_id is not null and not o.quarantine_noted
  order by o.id limit $3 for update
), counted as (
  update outbox o set quarantine_noted = true, attempt = coalesce(f.noted, o.attempt), leased_by = case when f.noted is null then o.leased_by end
  from found f where o.org_id = $1 and o.id = f.id
), written as (
  insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id, prescriber_order_number, may_have_arrived, reason, created_at)
  select $1, n.id, n.order_id, n.fill_id, n.pharmacy_id, 'new', n.channel, ${messageIdSql('n.channel', 'n.id')}, n.number, true,
    case when n.channel = 'fax' then '{"because": "not-integrated"}'::jsonb else '{}'::jsonb end, $2
  from (
    select f.id, l.order_id, l.id as fill_id, l.pharmacy_id, coalesce(l.prescriber_order_number, '') as number,
      case when f.lane = '${FAX_LANE}' then 'fax' else coalesce(e.integration ->> 'channel', 'script') end as channel
    from found f join fill l on l.org_id = $1 and l.id = f.subject_id
    left join pharmacy_endpoint e on e.pharmacy_id = l.pharmacy_id
    where f.kind = 'new' and f.noted is not null and l.pharmacy_id is not null
      and not exists (select from transmission t where t.org_id = $1 and t.id = f.id)
  ) n
  on conflict do nothing
  returning id, channel, kind
), arrived as (
  update transmission t set may_have_arrived = true from found f where f.noted is not null and t.org_id = $1 and t.id = f.id
), answered as (
  insert into pharmacy_response_attempt (org_id, response_id, number, started_at, ended_at, outcome, reason)
  select $1, f.id, f.noted, $2, $2, 'UNKNOWN', '${OLDER_STATE}' from found f where f.noted is not null and f.kind = 'response'
  on conflict do nothing
  returning response_id as id, number
), attempted as (
  insert into attempt (org_id, transmission_id, number, started_at, ended_at, outcome, reason)
  select $1, f.id, f.noted, $2, $2, 'UNKNOWN', '${OLDER_STATE}' from found f
  where f.noted is not null and f.kind in ('new', 'cancel', 'late_notice', 'discontinue')
  on conflict do nothing
  returning transmission_id as id, number
)
select 'transmission' as what, a.id, a.number, coalesce(t.channel, w.channel) as channel, coalesce(t.kind, w.kind) as kind
from attempted a left join written w on w.id = a.id left join transmission t on t.org_id = $1 and t.id = a.id
union all
select 'pharmacy-response', r.id, r.number, null, null from answered r`,
};

/** What is held of each lane. What nobody has settled waits for a person, what is settled for a second or so. */
export const HELD_LANES: Statement = {
  name: 'pestle_quarantine_lanes',
  text: `
select lane, count(*)::integer as held, count(settled_as)::integer as settled, min(created_at) as oldest_at, max(created_at) as newest_at
from outbox where quarantine_id is not null group by lane order by min(created_at), lane`,
};

/** $1 lane (null for all), $2 rows at most: those that nobody has settled, the oldest first. */
export const UNSETTLED: Statement = {
  name: 'pestle_quarantine_unsettled',
  text: `
select id from outbox where quarantine_id is not null and settled_as is null and ($1::text is null or lane = $1)
order by created_at, id limit $2`,
};

/** Ends the transaction while something is held that nobody has settled. */
export const NOTHING_UNSETTLED: Statement = {
  name: 'pestle_quarantine_nothing_unsettled',
  onePlan: true,
  text: "select guard(not exists (select from outbox where quarantine_id is not null and settled_as is null), 'something is held')",
};

/** $1 by whom. */
export const END_QUARANTINE: Statement = {
  name: 'pestle_quarantine_end',
  onePlan: true,
  text: 'update quarantine set ended_at = now(), ended_by = $1 where ended_at is null returning id',
};

/** What came to be held while its quarantine ended. */
export const LET_GO_ENDED: Statement = {
  name: 'pestle_quarantine_let_go',
  onePlan: true,
  text: `
update outbox o set quarantine_id = null, released_at = now() from quarantine q
where o.quarantine_id is not null and o.settled_as is null and q.id = o.quarantine_id and q.ended_at is not null`,
};
