// Whether a recall in force keeps a prescription from leaving, as an expression for the statements of a claim; and what a claim then puts down.
import type { Statement } from '../../store/store.ts';

/**
 * The recalls that hold back a prescription `p` (its row of the table), given expressions for its fill, order, pharmacy and partner. Hardly ever is one
 * in force: then it is one look into an empty index.
 */
export function recallsInForce(fill: string, order: string, pharmacy: string, partner: string): string {
  return `select t.recall_id from recall_target t join recall c on c.id = t.recall_id
    where t.in_force and t.key in (p.treatment_id, p.id, ${fill}, ${order}, ${pharmacy}, ${partner})
      and (c.signed_from is null or p.written_at >= c.signed_from)
      and (c.signed_until is null or p.written_at < c.signed_until)`;
}

/** Acts that end or start a recall take this lock alone, claims that put something on hold for one share it: so nothing stays on hold for what has ended. */
export const SHARE_RECALLS: Statement = {
  name: 'pestle_share_recalls',
  text: 'select pg_advisory_xact_lock_shared(7046037)',
};
export const LOCK_RECALLS: Statement = {
  name: 'pestle_lock_recalls',
  text: 'select pg_advisory_xact_lock(7046037)',
};

/**
 * Puts a due row on hold for a recall in force, and its fill among those of the recall. $1 organization, $2 row, $3 attempts so far, $4 recall, $5 fill. No row
 * where somebody else has it, or the recall is over.
 */
export const HOLD_RECALLED: Statement = {
  name: 'pestle_hold_recalled',
  text: `
with held as (
  update outbox o set on_hold_since = now(), on_hold_by = $4, leased_by = null
  where o.org_id = $1 and o.id = $2 and o.attempt = $3 and o.on_hold_since is null and o.run_at <= now()
    and exists (select from recall_target t where t.recall_id = $4 and t.in_force)
  returning 1
)
insert into recall_fill (org_id, recall_id, fill_id, order_id, pharmacy_id, state, found, held_at)
select $1, $4, f.id, f.order_id, f.pharmacy_id, f.state, 'later', now()
from fill f where f.org_id = $1 and f.id = $5 and exists (select from held)
on conflict (org_id, recall_id, fill_id) do update set held_at = excluded.held_at, released_at = null
returning order_id`,
};
