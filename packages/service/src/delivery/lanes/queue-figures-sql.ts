// The statement that counts what waits in the outbox.
import type { Statement } from '../../store/store.ts';

/** Reads the outbox from end to end: it holds only what has not left. A million rows take a quarter of a second, so it is asked seldom. */
export const QUEUE_FIGURES: Statement = {
  name: 'pestle_queue_figures',
  text: `
with waiting as (
  select split_part(lane, ':', 1) as lane_class, count(*)::integer as waiting, count(leased_by)::integer as under_way,
    count(on_hold_since)::integer as on_hold,
    (count(*) filter (where run_at <= now() and leased_by is null))::integer as due,
    coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and leased_by is null)), 0)::float8 as oldest
  from outbox group by 1
), counted as (
  select split_part(key, ':', 1) as lane_class, (count(*) filter (where failures > 0))::integer as failing,
    count(on_hold_since)::integer as on_hold
  from lane where failures > 0 or on_hold_since is not null group by 1
)
select lane_class, coalesce(w.waiting, 0) as waiting, coalesce(w.under_way, 0) as under_way, coalesce(w.due, 0) as due,
  coalesce(w.oldest, 0) as oldest, coalesce(c.failing, 0) as lanes_failing, coalesce(c.on_hold, 0) as lanes_on_hold,
  coalesce(w.on_hold, 0) as on_hold
from waiting w full join counted c using (lane_class)
order by lane_class`,
};
