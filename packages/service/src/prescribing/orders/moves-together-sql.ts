// The statement that moves fills of several orders: the rows that `moveFill` writes of each.
import type { Statement } from '../../store/store.ts';

/**
 * Of each order one fill; its order is locked, and the row is what was read since. $1 organization, $2 now; of each $3 order, $4 its state afterwards,
 * $5 fill, $6 its revision afterwards, $7 state before, $8 after, $9 reason and $10 owner of that, $11 since when, $12 received, $13 first
 * reported as dispensed, $14 carrier, $15 tracking number, $16 event, $17 source, $18 detail, $19 the prescription that is dispensed by it (null: none).
 *
 * Tried besides: `moveFill` for each, in four round trips or five where this is one for all.
 */
export const MOVE_TOGETHER: Statement = {
  name: 'pestle_move_together',
  text: `
with move as materialized (
  select * from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[],
      $12::timestamptz[], $13::timestamptz[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[])
    i (order_id, order_state, fill_id, revision, from_state, to_state, reason, owner, since,
      received_at, dispensed_at, carrier, tracking_number, event, source, detail, dispensed)
), moved as (
  update fill f set state = move.to_state, state_reason = move.reason, state_owner = move.owner, state_since = move.since,
    received_at = move.received_at, dispensing_reported_at = move.dispensed_at, carrier = move.carrier,
    tracking_number = move.tracking_number, revision = move.revision, updated_at = $2
  from move where f.org_id = $1 and f.id = move.fill_id
), recorded as (
  insert into fill_event (org_id, fill_id, number, order_id, at, event, from_state, to_state, source, detail)
  select $1, fill_id, revision, order_id, $2, event, from_state, to_state, source, detail::jsonb from move
), dispensed as (
  update prescription p set dispensed_at = coalesce(p.dispensed_at, $2), revision = p.revision + 1
  from move where p.org_id = $1 and p.id = move.dispensed
)
update orders o set state = move.order_state, revision = o.revision + 1, updated_at = $2
from move where o.org_id = $1 and o.id = move.order_id`,
};
