// The statements that find and move times which a wrong clock put down: those further ahead than anything may wait.
import type { Statement } from '../../store/store.ts';

/** Smaller differences are the clock being disciplined, and right themselves. */
const TOLERANCE = "interval '1 second'";

/** The store's own time. */
export const STORE_TIME: Statement = {
  name: 'pestle_store_time',
  onePlan: true,
  text: `select extract(epoch from clock_timestamp()) * 1000 as "nowMs"`,
};

/**
 * Moves forward what was put down while the clock was ahead: a departure waits as long as was meant, from now on; a lease ends as long after
 * now as it was given for. Rows that somebody works on at this moment are left to the next time.
 */
export const MOVE_FORWARD: Statement = {
  name: 'pestle_move_forward',
  onePlan: true,
  text: `
with late as (
  select id from outbox
  where run_at <> 'infinity' and run_at > now() + wait_ms * interval '1 millisecond' + ${TOLERANCE}
  for update skip locked
), lanes as (
  select key from lane where next_at > now() + interval_ms * interval '1 millisecond' + ${TOLERANCE}
  for update skip locked
), paced as (
  update lane k set next_at = now() from lanes where k.key = lanes.key
)
update outbox o set run_at = now() + o.wait_ms * interval '1 millisecond' from late where o.id = late.id
returning o.id, o.lane`,
};
