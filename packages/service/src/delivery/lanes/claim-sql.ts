// The statements that claim work: one attempt at a time, exact per lane, fenced by who holds the lease and for which attempt.

import { FAX_LANE } from '../../outbox/outbox.ts';
import { fillMoveSql } from '../../prescribing/inside.ts';
import { isSameMarkSql } from '../../store/inside.ts';
import type { Statement } from '../../store/store.ts';
import { recallsInForce } from '../recall/in-force-sql.ts';
import { cutOffEntered } from './cut-off-sql.ts';
import { shareSql } from './nodes-sql.ts';
import { covers } from './windows-sql.ts';

/** Every lane with something in it, found by skipping from one to the next over the index; the last row is null. */
export const EACH_LANE = `with recursive lanes as (
  (select lane from outbox order by lane limit 1)
  union all
  select (select o.lane from outbox o where o.lane > l.lane order by o.lane limit 1) from lanes l where l.lane is not null
)`;

/**
 * What is due, fairly: of every lane the oldest few (one more than it takes at a time: so it is seen that more wait),
 * found by skipping from lane to lane over the index, so that one lane's backlog cannot hide the others. $1 rows per lane at most, $2 rows in all.
 * What operators or a quarantine hold is not due, nor is what they have given up to fax or settled: the look for that finds it. A node, $3 (null where
 * it is the only one), finds what waits in its own part of the lanes and has not just been written ($5 milliseconds): two that claim in the same lane wait for each other's
 * commits. The parts are those of the nodes that were seen within $4 milliseconds when this looks, so that one that has just come shares at once. Where it helps, $6 is
 * how long a row of others' lanes has been due then, and of a lane it finds as many as have room beside those under way; null where it does not. Lanes of the kinds $7 are left
 * out: the node holds them.
 *
 * Tried besides, with 8,400 rows waiting in 41 lanes: all rows numbered within their lane take 15 times as long on PostgreSQL
 * and 9 times on the embedded store, lanes found by `distinct` twice as long on both. Medians in turns, two cores shared with
 * the bench and others (`npm run bench -- statements`).
 */
export const DUE: Statement = {
  name: 'pestle_due',
  onePlan: true,
  text: `
${EACH_LANE}
, share as (${shareSql('$3', '$4')})
select d.id, d.org_id, d.lane, d.faults, k.concurrency
from share s
cross join lanes l
left join lane k on k.key = l.lane
cross join lateral (
  select o.id, o.org_id, o.lane, o.run_at, o.faults from outbox o
  where o.lane = l.lane and o.run_at <= now() and o.on_hold_since is null and o.quarantine_id is null and o.settled_as is null
    and (o.fax_asked_at is null or o.lane = '${FAX_LANE}')
    and (s.nodes <= 1 or (
      (o.attempt > 0 or o.run_at <= now() - $5::integer * interval '1 millisecond')
      and (mod(abs(hashtext(l.lane)::bigint), s.nodes) = s.own or o.run_at <= now() - $6::integer * interval '1 millisecond')))
  order by o.run_at, o.id
  limit least($1::integer, greatest(0, coalesce(k.concurrency, $1::integer) + case when $6::integer is null then 1
    else -(select count(*) from outbox b where b.lane = l.lane and b.leased_by is not null and b.run_at > now())::integer end))
) d
where l.lane is not null and split_part(l.lane, ':', 1) <> all($7::text[])
  and coalesce(k.next_at, '-infinity') <= now() and k.on_hold_since is null
order by d.run_at
limit $2`,
};

/** Which orders of a pipeline are locked, and then which of their rows may leave, from one of its steps to the next. */
const LOCKED = 'pestle.locked';
const MAY_LEAVE = 'pestle.may_leave';

const appended = (setting: string, ids: string): string =>
  `set_config('${setting}', concat_ws(',', nullif(current_setting('${setting}', true), ''), ${ids}), true)`;
const listed = (setting: string): string => `any(string_to_array(current_setting('${setting}', true), ','))`;
/** The condition that an order was locked by the step before. */
export const isLockedSql = (order: string): string => `${order} = ${listed(LOCKED)}`;

/** One order by itself is waited for. Of many, those that somebody else holds are passed over, so that nobody waits for a lock while holding others. */
function lockOrders(name: string, skipLocked: boolean): Statement {
  return {
    name,
    onePlan: true,
    text: `
select ${appended(LOCKED, "string_agg(o.id, ',')")}
from unnest($2::text[]) i (id)
cross join lateral (
  select r.id from orders r where r.org_id = $1 and r.id = i.id for update${skipLocked ? ' skip locked' : ''} offset 0
) o`,
  };
}

/**
 * Taken first, as by every mover of an order, then the lane, then the outbox row: so that an order that somebody else
 * holds keeps only its own attempt waiting, and not its lane. $1 organization, $2 orders.
 */
export const LOCK_ORDERS = {
  one: lockOrders('pestle_order_lock', false),
  many: lockOrders('pestle_orders_lock', true),
} as const;

/**
 * Which rows may leave: their order is locked, and signer and prescription are what was judged: nothing leaves in the name of
 * somebody who has ceased to be an authorized prescriber, nothing that was dispensed, and nothing that a recall in force
 * holds back. $1 organization; of each $2 row, $3 order, $4 prescription (null: leaves whoever signed it), $5 the revision of its signer's row, $6 fill,
 * $7 pharmacy, $8 its partner or null. A step of its own, so that what it sees is later than the locks. Answers the rows whose order is
 * locked, and whether each may leave.
 */
export const JUDGE: Statement = {
  name: 'pestle_judge',
  onePlan: true,
  text: `
with judged as materialized (
  select i.id, i.prescription is null or coalesce((
    select u.revision from app_user u where u.org_id = $1 and u.id = (
      select p.prescriber_id from prescription p where p.org_id = $1 and p.id = i.prescription and p.dispensed_at is null
    )
  ) = i.revision and not exists (
    select from prescription p where p.org_id = $1 and p.id = i.prescription
      and exists (${recallsInForce('i.fill', 'i.order_id', 'i.pharmacy', 'i.partner')})
  ), false) as holds
  from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[])
    i (id, order_id, prescription, revision, fill, pharmacy, partner)
  where ${isLockedSql('i.order_id')}
), passed as (
  select ${appended(MAY_LEAVE, "string_agg(j.id, ',')")} as may_leave from judged j where j.holds
)
select j.id, j.holds from judged j, passed`,
};

/**
 * Locks lanes, in their order, and makes them on their first use: whoever holds one is the only one that counts and takes from it. (A
 * conflicting row is locked also where nothing is updated.) $1 keys, $2 concurrency, $3 least milliseconds between claims:
 * the pharmacies' settings are applied whenever they changed.
 *
 * Tried besides, for one lane: an insert and then `select … for update`, which take as long (0.98 of it on PostgreSQL, 1.01 on the embedded
 * store, the commit included: `npm run bench -- statements`, two cores).
 */
export const LOCK_LANES: Statement = {
  name: 'pestle_lanes_lock',
  onePlan: true,
  text: `
insert into lane (key, concurrency, interval_ms)
select i.key, i.concurrency, i.interval_ms from unnest($1::text[], $2::integer[], $3::integer[]) i (key, concurrency, interval_ms) order by i.key
on conflict (key) do update set concurrency = excluded.concurrency, interval_ms = excluded.interval_ms
where lane.concurrency <> excluded.concurrency or lane.interval_ms <> excluded.interval_ms`,
};

/**
 * Takes rows that are due and unclaimed, as many of each lane as it has room for, in the order given. $1 ids, $2 lanes, $3 attempts so
 * far, $4 leases in milliseconds, $5 pharmacies (null for a text), $6 whether something leaves: an attempt that only gives up needs no room
 * and heeds no window; $7 worker, $8 failures after which a lane is probed by one attempt at a time, $9 whether only what the steps before
 * have locked and judged. What an operator holds is not taken, whichever look found it; of a lane on hold what an operator gives up
 * to fax is, because nothing of it leaves through the lane. The count is exact, because the lanes are locked and this statement
 * sees what was committed before. A row that somebody else holds is passed over. $10 and $11 are the mark of the store that this node
 * remembers: of an older state, and of what a quarantine holds, nothing is taken, unless an operator has settled it and nothing leaves.
 *
 * Tried besides: counting in the statement that also takes the locks, by which two nodes exceed the limit.
 */
export const TAKE: Statement = {
  name: 'pestle_take',
  onePlan: true,
  text: `
with wanted as materialized (
  select i.* from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::boolean[]) with ordinality
    i (id, lane, attempt, lease_ms, pharmacy, leaves, place)
  where not $9::boolean or i.id = ${listed(MAY_LEAVE)}
), room as materialized (
  select k.key, k.on_hold_since, case when k.next_at > now() then 0 else least(
    case when k.interval_ms > 0 then 1 end,
    case when k.failures >= $8 then 1 else k.concurrency end
      - (select count(*) from outbox b where b.lane = k.key and b.leased_by is not null and b.run_at > now())) end as free
  from (select distinct lane from wanted) w
  cross join lateral (select l.* from lane l where l.key = w.lane offset 0) k
), open as (
  select n.id, n.lane, n.leaves, n.lease_ms, room.free, row_number() over (partition by n.lane, n.leaves order by n.place) as number
  from wanted n
  join room on room.key = n.lane
  cross join lateral (
    select o.id from outbox o where o.id = n.id and o.lane = n.lane and o.attempt = n.attempt and o.run_at <= now()
      and o.on_hold_since is null and (room.on_hold_since is null or (not n.leaves and o.fax_asked_at is not null))
      and (not n.leaves or o.fax_asked_at is null or o.lane = '${FAX_LANE}')
      and (not n.leaves or o.settled_as is null) and (o.quarantine_id is null or (not n.leaves and o.settled_as is not null))
    for update skip locked offset 0
  ) o
  where ${isSameMarkSql('$10', '$11')}
    and (not n.leaves or not exists (select from maintenance_window w where ${covers('n.lane', 'n.pharmacy')}))
), taken as (
  update outbox o set attempt = o.attempt + 1, leased_by = $7, run_at = now() + open.lease_ms * interval '1 millisecond',
    wait_ms = open.lease_ms, held_by = null
  from open where o.id = open.id and (not open.leaves or open.number <= open.free) and o.id = any(array(select id from open))
  returning o.id, o.lane, open.leaves
), paced as (
  update lane k set next_at = now() + k.interval_ms * interval '1 millisecond'
  where k.interval_ms > 0 and k.key = any(array(select lane from taken where leaves))
)
select id from taken`,
};

const SENDING = fillMoveSql({
  from: 'QUEUED',
  to: 'SENDING',
  event: 'sending',
  source: 'delivery',
  at: { org: '$1', order: 'mine.order_id', fill: 'mine.fill_id', now: '$3' },
  when: 'mine',
  and: "mine.kind = 'new'",
  set: { channel: 'mine.channel' },
  detail: "jsonb_build_object('transmissionId', mine.id, 'channel', mine.channel)",
});

/**
 * Puts down that attempts begin, before anything leaves: the bytes (fixed from now on), the attempts, the fills' moves.
 * $1 organization, $2 worker, $3 now; of each attempt $4 transmission, $5 number, $6 order, $7 fill, $8 pharmacy, $9 kind,
 * $10 channel, $11 message id, $12 related message id, $13 order number, $14 where its sealed body begins in $16 (null: none), $15 its length,
 * $17 content type, $18 reason, $19 audit entry for an attempt that was cut off before (null for a first one), $20 its purpose, $21 its detail. Those that this worker has not taken are passed over.
 * An attempt that never ended was cut off: whether it arrived is unknown, and its entry in the trail says so. Whatever was noted on the fill since the facts were
 * read, what leaves is not QUEUED any more: a combine under the same lock relies on it. Repeated by the same worker, because
 * its answer was lost, it changes nothing.
 */
export const BEGIN: Statement = {
  name: 'pestle_begin',
  onePlan: true,
  text: `
with mine as materialized (
  select i.* from unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
      $12::text[], $13::text[], $14::integer[], $15::integer[], $17::text[], $18::text[], $19::text[])
    i (id, attempt, order_id, fill_id, pharmacy_id, kind, channel, message_id,
      relates_to_message_id, prescriber_order_number, body_at, body_length, content_type, reason, audit_id)
  cross join lateral (
    select 1 from outbox o where o.id = i.id and o.org_id = $1 and o.leased_by = $2 and o.attempt = i.attempt offset 0
  ) o
), cut_off as (
  update attempt a set ended_at = $3, outcome = 'UNKNOWN', reason = 'interrupted'
  from mine where a.org_id = $1 and a.transmission_id = mine.id and a.number < mine.attempt and a.ended_at is null
  returning a.transmission_id, a.number, mine.audit_id
), ${cutOffEntered({ entry: 'audit_id', worker: '$2', purpose: '$20', detail: '$21' })}, written as (
  insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
    relates_to_message_id, prescriber_order_number, state, sealed_body, content_type, reason, first_attempt_at, created_at)
  select $1, id, order_id, fill_id, pharmacy_id, kind, channel, message_id, relates_to_message_id, prescriber_order_number, 'sending',
    substring($16::bytea from body_at for body_length), content_type, reason::jsonb, $3, $3 from mine
  on conflict (org_id, id) do update set
    state = 'sending',
    sealed_body = coalesce(transmission.sealed_body, excluded.sealed_body),
    content_type = coalesce(transmission.content_type, excluded.content_type),
    first_attempt_at = coalesce(transmission.first_attempt_at, excluded.first_attempt_at),
    may_have_arrived = transmission.may_have_arrived or exists (select from cut_off c where c.transmission_id = excluded.id)
), begun as (
  insert into attempt (org_id, transmission_id, number, started_at) select $1, id, attempt, $3 from mine
  on conflict (org_id, transmission_id, number) do nothing
), ${SENDING}
select id from mine`,
};

/** $1 key, $2 1 for a failure, 0 for a success. */
export const COUNT_LANE: Statement = {
  name: 'pestle_lane_count',
  onePlan: true,
  text: `
update lane set failures = case when $2::integer = 1 then failures + 1 else 0 end
where key = $1 and ($2::integer = 1 or failures > 0)`,
};

/** Counts a success for each of these lanes, in their order. $1 keys. */
export const LANES_WELL: Statement = {
  name: 'pestle_lanes_well',
  onePlan: true,
  text: `
with failed as materialized (
  select l.key from (select distinct key from unnest($1::text[]) n (key) order by key) i
  cross join lateral (select k.key from lane k where k.key = i.key and k.failures > 0 for update offset 0) l
)
update lane k set failures = 0 from failed where k.key = failed.key`,
};

/** The embedded store has one process: at start, every lease is a dead process's. $1 a time not later than any due time. */
export const FREE_LEASES: Statement = {
  name: 'pestle_free_leases',
  onePlan: true,
  text: `update outbox set leased_by = null, run_at = now(), wait_ms = 0 where leased_by is not null and run_at <> 'infinity'`,
};
