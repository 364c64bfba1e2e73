// The statements that claim work: one attempt at a time, exact per lane, fenced by who holds the lease and for which attempt.

import { FAX_LANE } from '../../outbox/outbox.ts';
import { fillMoveSql } from '../../prescribing/inside.ts';
import { isSameMarkSql } from '../../store/inside.ts';
import type { Statement } from '../../store/store.ts';
import { recallsInForce } from '../recall/in-force-sql.ts';
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
 * What operators or a quarantine hold is not due, nor is what they have given up to fax or settled: the look for that finds it.
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
select d.id, d.org_id, d.lane, k.concurrency
from lanes l
left join lane k on k.key = l.lane
cross join lateral (
  select o.id, o.org_id, o.lane, o.run_at from outbox o
  where o.lane = l.lane and o.run_at <= now() and o.on_hold_since is null and o.quarantine_id is null and o.settled_as is null
    and (o.fax_asked_at is null or o.lane = '${FAX_LANE}')
  order by o.run_at, o.id
  limit least($1::integer, coalesce(k.concurrency, $1::integer) + 1)
) d
where l.lane is not null and coalesce(k.next_at, '-infinity') <= now() and k.on_hold_since is null
order by d.run_at
limit $2`,
};

/**
 * Locks the lane, and makes it on its first use: whoever holds it is the only one that counts and takes from it. (A
 * conflicting row is locked also where nothing is updated.) $1 key, $2 concurrency, $3 least milliseconds between claims:
 * the pharmacy's settings are applied whenever they changed.
 *
 * Tried besides: an insert and then `select … for update`, which take as long (0.98 of it on PostgreSQL, 1.01 on the embedded
 * store, the commit included: `npm run bench -- statements`, two cores).
 */
export const LOCK_LANE: Statement = {
  name: 'pestle_lane_lock',
  onePlan: true,
  text: `
insert into lane (key, concurrency, interval_ms) values ($1, $2, $3)
on conflict (key) do update set concurrency = excluded.concurrency, interval_ms = excluded.interval_ms
where lane.concurrency <> excluded.concurrency or lane.interval_ms <> excluded.interval_ms`,
};

/**
 * Taken first, as by every mover of an order, then the lane, then the outbox row: so that an order that somebody else
 * holds keeps only its own attempt waiting, and not its lane. No other text was tried: it is one look by the primary key.
 */
export const LOCK_ORDER: Statement = {
  name: 'pestle_order_lock',
  onePlan: true,
  text: 'select id from orders where org_id = $1 and id = $2 for update',
};

/**
 * Ends the transaction when the signer's row, or the prescription, is not what was judged: nothing leaves in the name of
 * somebody who has ceased to be an authorized prescriber, nothing that was dispensed, and nothing that a recall in force
 * holds back. A step of its own behind the order's lock, so that it sees what was committed before. $1 organization, $2 prescription,
 * $3 the signer's revision, $4 fill, $5 order, $6 pharmacy, $7 its partner or null.
 */
export const HOLDS: Statement = {
  name: 'pestle_holds',
  onePlan: true,
  text: `
select guard((
  select u.revision from app_user u where u.org_id = $1 and u.id = (
    select p.prescriber_id from prescription p where p.org_id = $1 and p.id = $2 and p.dispensed_at is null
  )
) = $3::bigint and not exists (
  select from prescription p where p.org_id = $1 and p.id = $2
    and exists (${recallsInForce('$4::text', '$5::text', '$6::text', '$7::text')})
), 'the signer or the prescription is not what was judged, or it was recalled')`,
};

/**
 * Takes one row when it is due, unclaimed, and its lane has room. $1 id, $2 lane, $3 attempts so far, $4 worker,
 * $5 lease in milliseconds, $6 failures after which the lane is probed by one attempt at a time, $7 pharmacy (null for a
 * text), $8 whether something leaves: an attempt that only gives up needs no room and heeds no window. What an operator holds is
 * not taken, whichever look found it; of a lane on hold what an operator gives up to fax is, because nothing of it leaves through the lane. The count
 * is exact, because the lane is locked and this statement sees what was committed before. $9 and $10 are the mark of the store that this node
 * remembers: of an older state, and of what a quarantine holds, nothing is taken, unless an operator has settled it and nothing leaves.
 *
 * Tried besides: counting in the statement that also takes the lock, by which two nodes exceed the limit; and many rows with
 * their facts, beginnings and ends in one statement each. That is 6 to 7 times as fast under a backlog, and was not taken yet:
 * decision 3 says why.
 */
export const TAKE: Statement = {
  name: 'pestle_take',
  onePlan: true,
  text: `
with room as (
  select k.on_hold_since from lane k
  where k.key = $2 and (not $8::boolean or (
    k.next_at <= now()
    and not exists (select from maintenance_window w where ${covers('$2', '$7::text')})
    and (select count(*) from outbox b where b.lane = $2 and b.leased_by is not null and b.run_at > now())
      < case when k.failures >= $6 then 1 else k.concurrency end))
), taken as (
  update outbox o set attempt = o.attempt + 1, leased_by = $4, run_at = now() + $5::integer * interval '1 millisecond',
    wait_ms = $5::integer, held_by = null
  from room where o.id = $1 and o.lane = $2 and o.attempt = $3 and o.run_at <= now()
    and o.on_hold_since is null and (room.on_hold_since is null or (not $8::boolean and o.fax_asked_at is not null))
    and (not $8::boolean or o.fax_asked_at is null or o.lane = '${FAX_LANE}')
    and (not $8::boolean or o.settled_as is null) and (o.quarantine_id is null or (not $8::boolean and o.settled_as is not null))
    and ${isSameMarkSql('$9', '$10')}
  returning o.attempt
), paced as (
  update lane k set next_at = now() + k.interval_ms * interval '1 millisecond'
  from taken where k.key = $2 and k.interval_ms > 0 and $8::boolean
)
select attempt from taken`,
};

const SENDING = fillMoveSql({
  from: 'QUEUED',
  to: 'SENDING',
  event: 'sending',
  source: 'delivery',
  at: { org: '$1', order: '$6', fill: '$7', now: '$5' },
  when: 'mine',
  and: "$9 = 'new'",
  set: { channel: '$10' },
  detail: "jsonb_build_object('transmissionId', $2::text, 'channel', $10::text)",
});

/**
 * Puts down that an attempt begins, before anything leaves: the bytes (fixed from now on), the attempt, the fill's move.
 * $1 organization, $2 transmission, $3 worker, $4 attempt number, $5 now, $6 order, $7 fill, $8 pharmacy, $9 kind,
 * $10 channel, $11 message id, $12 related message id, $13 order number, $14 sealed body, $15 content type, $16 reason.
 * An attempt that never ended was cut off: whether it arrived is unknown. Whatever was noted on the fill since the facts were
 * read, what leaves is not QUEUED any more: a combine under the same lock relies on it. Repeated by the same worker, because
 * its answer was lost, it changes nothing.
 *
 * It goes in one trip with the locks and TAKE. No other text for one row was tried; it took 0.8 ms of an order's delivery, the end
 * 1.3 and the locks of the lane 1.1 with their waits (a backlog on PostgreSQL, two cores shared with the service and the pharmacies).
 */
export const BEGIN: Statement = {
  name: 'pestle_begin',
  onePlan: true,
  text: `
with mine as (
  select 1 from outbox where org_id = $1 and id = $2 and leased_by = $3 and attempt = $4
), cut_off as (
  update attempt a set ended_at = $5, outcome = 'UNKNOWN', reason = 'interrupted'
  from mine where a.org_id = $1 and a.transmission_id = $2 and a.number < $4 and a.ended_at is null
  returning 1
), written as (
  insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
    relates_to_message_id, prescriber_order_number, state, sealed_body, content_type, reason, first_attempt_at, created_at)
  select $1, $2, $6, $7, $8, $9, $10, $11, $12, $13, 'sending', $14, $15, $16::jsonb, $5, $5 from mine
  on conflict (org_id, id) do update set
    state = 'sending',
    sealed_body = coalesce(transmission.sealed_body, excluded.sealed_body),
    content_type = coalesce(transmission.content_type, excluded.content_type),
    first_attempt_at = coalesce(transmission.first_attempt_at, excluded.first_attempt_at),
    may_have_arrived = transmission.may_have_arrived or exists (select from cut_off)
), begun as (
  insert into attempt (org_id, transmission_id, number, started_at) select $1, $2, $4, $5 from mine
  on conflict (org_id, transmission_id, number) do nothing
), ${SENDING}
select 1 as begun from mine`,
};

/** $1 key, $2 1 for a failure, 0 for a success. */
export const COUNT_LANE: Statement = {
  name: 'pestle_lane_count',
  onePlan: true,
  text: `
update lane set failures = case when $2::integer = 1 then failures + 1 else 0 end
where key = $1 and ($2::integer = 1 or failures > 0)`,
};

/** The embedded store has one process: at start, every lease is a dead process's. $1 a time not later than any due time. */
export const FREE_LEASES: Statement = {
  name: 'pestle_free_leases',
  onePlan: true,
  text: `update outbox set leased_by = null, run_at = now(), wait_ms = 0 where leased_by is not null and run_at <> 'infinity'`,
};
