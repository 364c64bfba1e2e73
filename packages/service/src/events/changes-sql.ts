// The statement by which a node reads what changed since its last look.
import type { Statement } from '../store/store.ts';

/**
 * What was committed since a look: the changes of all transactions that its snapshot could not see and this one can, each subject once with
 * the latest transaction, beside the snapshot of this look (`upto`). Exact in whichever order transactions end, and on any number of nodes, because
 * nothing is counted: a long transaction of somebody else delays nothing. $1 the snapshot of the look before (null: only this one's is asked for),
 * $2 rows at most.
 *
 * What was copied from another cluster carries transactions that are still to come here: it is passed over.
 *
 * Tried besides: a number from a sequence with a window in which lower ones are awaited (late by the window, and wrong behind it); NOTIFY from
 * the writing transactions (their commits then wait for each other, over all organizations, for a moment that a look every 150 ms makes up).
 */
export const READ_CHANGES: Statement = {
  name: 'pestle_read_changes',
  onePlan: true,
  text: `
select n.snapshot::text as upto, c.org_id, c.kind, c.subject_id, c.order_id, c.patient_id, c.at
from (select pg_current_snapshot() as snapshot) n
left join lateral (
  select v.org_id, v.kind, v.subject_id, v.order_id, v.patient_id, max(v.changed_in::text::bigint) as at
  from live_change v
  where v.changed_in >= pg_snapshot_xmin($1::text::pg_snapshot) and v.changed_in < pg_snapshot_xmax(n.snapshot)
    and not pg_visible_in_snapshot(v.changed_in, $1::text::pg_snapshot)
  group by v.org_id, v.kind, v.subject_id, v.order_id, v.patient_id
  limit $2
) c on true`,
};
