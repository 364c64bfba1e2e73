// The statements that find what has been due for too long.
import { FAX_LANE, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Statement } from '../../store/store.ts';
import { EACH_LANE } from './claim-sql.ts';

/** How many departures have been due for longer than $1 milliseconds and are not under way, by lane. */
export const OVERDUE: Statement = {
  name: 'pestle_overdue',
  onePlan: true,
  text: `
select lane, count(*) as departures from outbox
where run_at < now() - $1::integer * interval '1 millisecond' group by lane order by lane`,
};

const LATE_SINCE = `now() - case when coalesce(k.failures, 0) > 0 then $1::integer else $2::integer end * interval '1 millisecond'`;

/**
 * Electronic messages that have been due, and free, for longer than $1 milliseconds in a lane whose last attempt failed, or longer than $2 in
 * one that works: the oldest of each lane, $3 at most in all. Found by skipping from lane to lane over the index.
 * What an operator or a quarantine holds waits for the release, and time before it does not count.
 */
export const WAITED_TOO_LONG: Statement = {
  name: 'pestle_waited_too_long',
  onePlan: true,
  text: `
${EACH_LANE}
select d.id, d.org_id, d.lane
from lanes l
left join lane k on k.key = l.lane
cross join lateral (
  select o.id, o.org_id, o.lane, o.run_at from outbox o
  where o.lane = l.lane and o.kind in ('new', 'cancel', 'discontinue') and o.leased_by is null and o.on_hold_since is null
    and o.quarantine_id is null and o.settled_as is null
    and o.run_at < ${LATE_SINCE} and coalesce(greatest(o.released_at, k.released_at), '-infinity') < ${LATE_SINCE}
  order by o.run_at, o.id
  limit $3
) d
where l.lane is not null and l.lane not in ('${FAX_LANE}', '${TEXT_LANE}') and k.on_hold_since is null
order by d.run_at
limit $3`,
};

/** What operators have given up to fax and is free, the first asked for first. $1 rows at most. */
export const FAX_ASKED: Statement = {
  name: 'pestle_fax_asked',
  onePlan: true,
  text: `
select id, org_id, lane from outbox
where fax_asked_at is not null and run_at <= now() and on_hold_since is null and quarantine_id is null and settled_as is null
  and lane <> '${FAX_LANE}'
order by fax_asked_at
limit $1`,
};

/** What operators have settled and is free, $1 rows at most; not what the service holds because its end cannot be put down. */
export const SETTLED: Statement = {
  name: 'pestle_settled',
  onePlan: true,
  text: `
select id, org_id, lane, settled_as from outbox
where settled_as is not null and run_at <= now() and on_hold_since is null and lane <> '${TEXT_LANE}' order by id limit $1`,
};
