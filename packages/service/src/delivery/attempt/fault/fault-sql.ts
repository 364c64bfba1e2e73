// The statements that follow an error of our own in the work on one row of the outbox: it waits longer each time, and is held in the end.
import type { Statement } from '../../../store/store.ts';

/** Who holds what could not be given to anybody else, as the queue shows it. */
export const HELD_BY_SERVICE = 'service';

/** The row is free, or this worker's. */
const OWN =
  "o.id = $1 and o.run_at <> 'infinity' and (o.leased_by is null or o.leased_by = $2 or o.run_at <= now())";

/**
 * Counts a fault and gives the row back, to be due again after the next of the delays; after the last of them it is given up. $1 row, $2 worker,
 * $3 delays in milliseconds, $4 how much of it was counted before the work began. No row where somebody else has it, or holds it.
 */
export const NOTE_FAULT: Statement = {
  name: 'pestle_note_fault',
  onePlan: true,
  text: `
update outbox o set faults = o.faults + 1, leased_by = null, wait_ms = d.ms, run_at = now() + d.ms * interval '1 millisecond'
from (select b.id, ($3::integer[])[least(b.faults + 1 - $4::integer, cardinality($3::integer[]))] as ms from outbox b where b.id = $1) d
where d.id = o.id and ${OWN} and o.on_hold_since is null
returning o.faults - $4::integer as faults`,
};

/** Makes a row that was put off due after so many milliseconds. $1 row, $2 worker, $3 milliseconds. */
export const DUE_AFTER: Statement = {
  name: 'pestle_fault_due_after',
  onePlan: true,
  text: `
update outbox o set leased_by = null, wait_ms = $3::integer, run_at = now() + $3::integer * interval '1 millisecond'
where ${OWN} and o.on_hold_since is null`,
};

/** Touches nothing but the row itself: that goes where nothing else does. $1 row, $2 worker. */
export const HOLD_FAULTY: Statement = {
  name: 'pestle_hold_faulty',
  onePlan: true,
  text: `
update outbox o set on_hold_since = now(), on_hold_by = '${HELD_BY_SERVICE}', leased_by = null
where ${OWN} and o.on_hold_since is null
returning o.id`,
};

/** Whether a row of a kind that this version knows still waits, and is free: then what it names should be there. $1 row. */
export const STILL_WAITS: Statement = {
  name: 'pestle_still_waits',
  onePlan: true,
  text: `
select 1 from outbox o where o.id = $1 and o.kind in ('new', 'cancel', 'late_notice', 'discontinue') and o.run_at <= now()
  and o.on_hold_since is null`,
};
