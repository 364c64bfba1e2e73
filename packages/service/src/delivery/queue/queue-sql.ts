// The statement that shows operators each lane with what waits in it.
import type { Statement } from '../../store/store.ts';

/**
 * Lanes in which something waits, whose last attempt failed, or that are on hold. Reads the outbox from end to end, as the figures do. What a window of
 * maintenance holds back is due at the window's end. An `infinity` is no time that anybody could read.
 */
export const QUEUE_LANES: Statement = {
  name: 'pestle_queue_lanes',
  text: `
with waiting as (
  select lane, count(*)::integer as waiting,
    (count(*) filter (where run_at <= now()))::integer as due,
    (count(*) filter (where leased_by is not null and run_at > now()))::integer as under_way,
    min(created_at) as oldest_at,
    count(on_hold_since)::integer as on_hold,
    max(run_at) filter (where held_by is not null and leased_by is null and run_at > now()) as paused_until
  from outbox group by lane
)
select coalesce(w.lane, k.key) as lane, coalesce(w.waiting, 0) as waiting, coalesce(w.due, 0) as due,
  coalesce(w.under_way, 0) as under_way, w.oldest_at, coalesce(k.failures, 0) as failures, w.paused_until,
  coalesce(w.on_hold, 0) as on_hold, k.on_hold_since, k.on_hold_by
from waiting w full join lane k on k.key = w.lane
where w.lane is not null or k.failures > 0 or k.on_hold_since is not null
order by w.oldest_at nulls last, 1`,
};
