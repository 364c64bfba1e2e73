// The statements that count what waits in the outbox, what of it is late, and what is STUCK.
import { FAX_LANE, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Statement } from '../../store/store.ts';
import { HELD_BY_SERVICE } from '../attempt/fault/fault-sql.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

/** Bounds the statements after it in the same transaction. $1: milliseconds. */
export const BOUND: Statement = {
  name: 'pestle_figures_bound',
  text: "select set_config('statement_timeout', $1, true)",
};

const milliseconds = (parameter: string): string => `${parameter}::integer * interval '1 millisecond'`;

/** Held back by a window of maintenance that has not ended. */
const IN_WINDOW = 'o.held_by is not null and o.leased_by is null and o.run_at > now()';
/** By operators, or by a quarantine, which only they end. What the service holds itself is late as what nobody keeps: an operator must look. */
const ON_HOLD = `(o.on_hold_since is not null and o.on_hold_by <> '${HELD_BY_SERVICE}') or k.on_hold_since is not null or o.quarantine_id is not null`;

/**
 * What waits, by kind of lane. $1 to $3: after how many milliseconds an electronic message, a fax and a text is late, counted from when it
 * was written, or from the end of the hold or window that kept it. `infinity` waits for another row, which is counted itself.
 *
 * Reads the outbox from end to end: it holds only what has not left. A million rows take less than a second, so it is asked seldom.
 */
export const OUTBOX_FIGURES: Statement = {
  name: 'pestle_outbox_figures',
  text: `
with rows as (
  select split_part(o.lane, ':', 1) as lane_class, o.id, o.run_at, o.leased_by, o.on_hold_since, o.quarantine_id,
    case when o.run_at = 'infinity' then 'follows' when ${ON_HOLD} then 'hold' when ${IN_WINDOW} then 'maintenance' else 'due' end as waits_for,
    greatest(o.created_at, o.released_at, k.released_at, case when o.held_by is not null and o.run_at <= now() then o.run_at end)
      < now() - case o.lane when '${FAX_LANE}' then ${milliseconds('$2')} when '${TEXT_LANE}' then ${milliseconds('$3')} else ${milliseconds('$1')} end as late,
    greatest(o.created_at, o.released_at, k.released_at) as since
  from outbox o left join lane k on k.key = o.lane
), waiting as (
  select lane_class, count(*)::integer as waiting, count(leased_by)::integer as under_way, count(on_hold_since)::integer as on_hold,
    count(quarantine_id)::integer as in_quarantine,
    (count(*) filter (where waits_for = 'maintenance'))::integer as paused,
    (count(*) filter (where run_at <= now() and leased_by is null))::integer as due,
    coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and leased_by is null)), 0)::float8 as oldest,
    (count(*) filter (where late and waits_for = 'due'))::integer as late,
    coalesce(extract(epoch from now() - min(since) filter (where late and waits_for = 'due')), 0)::float8 as late_oldest,
    min(id collate "C") filter (where late and waits_for = 'due') as late_oldest_id,
    (count(*) filter (where late and waits_for = 'hold'))::integer as late_on_hold,
    (count(*) filter (where late and waits_for = 'maintenance'))::integer as late_paused
  from rows group by 1
), counted as (
  select split_part(key, ':', 1) as lane_class, (count(*) filter (where failures > 0))::integer as failing,
    (count(*) filter (where failures >= ${DELIVERY_LIMITS.laneFailuresToProbe}))::integer as probed,
    count(on_hold_since)::integer as on_hold
  from lane where failures > 0 or on_hold_since is not null group by 1
)
select lane_class, coalesce(w.waiting, 0) as waiting, coalesce(w.under_way, 0) as under_way, coalesce(w.due, 0) as due,
  coalesce(w.oldest, 0) as oldest, coalesce(c.failing, 0) as lanes_failing, coalesce(c.probed, 0) as lanes_probed,
  coalesce(c.on_hold, 0) as lanes_on_hold, coalesce(w.on_hold, 0) as on_hold, coalesce(w.in_quarantine, 0) as in_quarantine, coalesce(w.paused, 0) as paused,
  coalesce(w.late, 0) as late, coalesce(w.late_oldest, 0) as late_oldest, w.late_oldest_id,
  coalesce(w.late_on_hold, 0) as late_on_hold, coalesce(w.late_paused, 0) as late_paused
from waiting w full join counted c using (lane_class)
order by lane_class`,
};

const STUCK_SINCE = 'coalesce(state_since, created_at)';
const STUCK_LATE = `${STUCK_SINCE} < now() - case when state_owner = 'operator' then interval '0' else ${milliseconds('$1')} end
    and ${STUCK_SINCE} > now() - ${milliseconds('$2')}`;

/**
 * Fills that are STUCK, by reason and owner. Read from an index that holds nothing else. $1: milliseconds after which one is late that waits
 * for somebody else than an operator; $2: after which one counts as late no more.
 */
export const STUCK_FIGURES: Statement = {
  name: 'pestle_stuck_figures',
  text: `
select coalesce(state_reason, 'UNKNOWN') as reason, coalesce(state_owner, 'unknown') as owner, count(*)::integer as fills,
  extract(epoch from now() - min(${STUCK_SINCE}))::float8 as oldest,
  (count(*) filter (where ${STUCK_LATE}))::integer as late,
  coalesce(extract(epoch from now() - min(${STUCK_SINCE}) filter (where ${STUCK_LATE})), 0)::float8 as late_oldest,
  min(order_id collate "C") filter (where ${STUCK_LATE}) as late_oldest_id
from fill where state = 'STUCK'
group by 1, 2 order by 1, 2`,
};
