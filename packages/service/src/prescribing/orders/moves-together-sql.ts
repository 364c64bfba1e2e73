// The statements that move fills of several orders together: read without a lock, compared under it, written as `moveFill` writes of each.
import type { Statement } from '../../store/store.ts';

/** Which orders are locked, and then which of them are unchanged since they were read, from one step of a pipeline to the next. */
const FREE = 'pestle.free';
export const UNCHANGED = 'pestle.unchanged';
/** The condition that the steps before have found an order unchanged, and hold it. */
export const isUnchangedSql = (order: string): string =>
  `${order} = any(string_to_array(current_setting('${UNCHANGED}', true), ','))`;

/** Orders with their fills. $1 organization, $2 orders. No lock is taken: what is written by it is compared first. */
export const READ_ORDERS: Statement = {
  name: 'pestle_orders_read',
  onePlan: true,
  text: `
select o.revision as order_revision, o.pharmacy_id as order_pharmacy, f.*
from unnest($2::text[]) i (id)
cross join lateral (select x.id, x.revision, x.pharmacy_id from orders x where x.org_id = $1 and x.id = i.id offset 0) o
cross join lateral (select x.* from fill x where x.org_id = $1 and x.order_id = o.id offset 0) f`,
};

/**
 * Locks those of these orders that nobody else holds, and waits for none: of many, whoever waits for one while holding the others keeps
 * everybody waiting. $1 organization, $2 orders.
 */
export const LOCK_FREE_ORDERS: Statement = {
  name: 'pestle_orders_lock_free',
  onePlan: true,
  text: `
select set_config('${FREE}', coalesce(string_agg(o.id, ','), ''), true)
from unnest($2::text[]) i (id)
cross join lateral (select r.id from orders r where r.org_id = $1 and r.id = i.id for update skip locked offset 0) o`,
};

/**
 * Of the orders that are locked, those that are what was read, all their fills as well, and of whose fill nothing waits to leave. A step of its own,
 * so that what it sees is later than the locks. $1 organization; of each $2 order, $3 its revision, $4 its fills with their revisions, by id, $5 the fill.
 */
export const FIND_UNCHANGED: Statement = {
  name: 'pestle_orders_unchanged',
  onePlan: true,
  text: `
with same as materialized (
  select i.order_id from unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) i (order_id, revision, fills, fill_id)
  where i.order_id = any(string_to_array(current_setting('${FREE}', true), ','))
    and (select o.revision from orders o where o.org_id = $1 and o.id = i.order_id) = i.revision
    and (select string_agg(f.id || ':' || f.revision, ',' order by f.id collate "C") from fill f
      where f.org_id = $1 and f.order_id = i.order_id) = i.fills
    and not exists (select from outbox b where b.org_id = $1 and b.subject_id = i.fill_id)
)
select set_config('${UNCHANGED}', coalesce((select string_agg(order_id, ',') from same), ''), true)`,
};

/**
 * Of each order one fill; those that the steps before have not found unchanged are passed over. $1 organization, $2 now; of each $3 order, $4 its state
 * afterwards, $5 fill, $6 its revision afterwards, $7 state before, $8 after, $9 reason and $10 owner of that, $11 since when, $12 received, $13 first
 * reported as dispensed, $14 ready for pickup, $15 carrier, $16 tracking number, $17 event, $18 source, $19 detail, $20 the prescription that is
 * dispensed by it (null: none). Answers the orders.
 *
 * Tried besides: `moveFill` for each, in four round trips or five where this is one for all.
 */
export const MOVE_TOGETHER: Statement = {
  name: 'pestle_move_together',
  onePlan: true,
  text: `
with move as materialized (
  select * from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[],
      $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[])
    i (order_id, order_state, fill_id, revision, from_state, to_state, reason, owner, since,
      received_at, dispensed_at, ready_at, carrier, tracking_number, event, source, detail, dispensed)
  where ${isUnchangedSql('i.order_id')}
), moved as (
  update fill f set state = move.to_state, state_reason = move.reason, state_owner = move.owner, state_since = move.since,
    received_at = move.received_at, dispensing_reported_at = move.dispensed_at, ready_at = move.ready_at, carrier = move.carrier,
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
from move where o.org_id = $1 and o.id = move.order_id
returning o.id`,
};
