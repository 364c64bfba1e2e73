// The statements by which an operator acts on one row of the outbox. Each ends the transaction when the row is not what was judged.
import type { Statement } from '../../store/store.ts';

const guarded = (update: string): string => `
with done as (${update} returning 1)
select guard(exists (select from done), 'the row is not what was judged')`;

/** $1 organization, $2 row, $3 who holds it. What is under way cannot be held. */
export const HOLD_ROW: Statement = {
  name: 'pestle_hold_row',
  onePlan: true,
  text: guarded(`
  update outbox set on_hold_since = now(), on_hold_by = $3
  where org_id = $1 and id = $2 and on_hold_since is null and fax_asked_at is null and (leased_by is null or run_at <= now())`),
};

/** $1 organization, $2 row. */
export const RELEASE_ROW: Statement = {
  name: 'pestle_release_row',
  onePlan: true,
  text: guarded(`
  update outbox set on_hold_since = null, on_hold_by = null, released_at = now(), faults = 0
  where org_id = $1 and id = $2 and on_hold_since is not null`),
};

/**
 * $1 lane, before its hold ends. Of what was tried before, each row keeps that it was held, because it may be too old for another attempt;
 * what was not tried is judged by its age in any case.
 */
export const NOTE_LANE_HOLD: Statement = {
  name: 'pestle_note_lane_hold',
  onePlan: true,
  text: `
update outbox set released_at = now() where lane = $1 and attempt > 0 and on_hold_since is null
  and exists (select from lane where key = $1 and on_hold_since is not null)`,
};

/** $1 organization, $2 row. It waits for nothing more; an attempt under way ends first. */
export const GIVE_UP_ROW: Statement = {
  name: 'pestle_give_up_row',
  onePlan: true,
  text: guarded(`
  update outbox set fax_asked_at = now(), held_by = null, quarantine_id = null,
    wait_ms = case when leased_by is not null and run_at > now() then wait_ms else 0 end,
    run_at = case when leased_by is not null and run_at > now() then run_at else least(run_at, now()) end
  where org_id = $1 and id = $2 and on_hold_since is null and fax_asked_at is null and settled_as is null and run_at <> 'infinity'`),
};
