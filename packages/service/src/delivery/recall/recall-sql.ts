// The statements of a recall's walk through one organization: which fills it is of, what is put on hold and released, and what is counted and listed.
// Rows are found by arrays of keys, spans and lateral looks, because what a walk has just written is in no statistics yet: planned as joins the same
// took time by the square of what was found.
import type { Statement } from '../../store/store.ts';

/**
 * Looks at one page of the fills, by id, and notes those that the recall is of. $1 organization, $2 recall, $3 the fill after which the page begins, $4 fills of a page,
 * $5 how they were found. Each fill is looked at by the primary keys of its prescription and targets, so that no index over a medicine burdens every signature.
 */
export const WALK_PAGE: Statement = {
  name: 'pestle_recall_walk_page',
  text: `
with page as materialized (
  select id, order_id, prescription_id, pharmacy_id, state from fill
  where org_id = $1 and id > $3 order by id limit $4::integer
), found as (
  insert into recall_fill (org_id, recall_id, fill_id, order_id, pharmacy_id, state, found)
  select $1, $2, g.id, g.order_id, g.pharmacy_id, g.state, $5
  from page g
  join recall c on c.id = $2
  cross join lateral (
    select * from prescription where org_id = $1 and id = g.prescription_id offset 0
  ) p
  left join pharmacy h on h.id = g.pharmacy_id
  where (c.states = '{}' or g.state = any(c.states))
    and (c.signed_from is null or p.written_at >= c.signed_from)
    and (c.signed_until is null or p.written_at < c.signed_until)
    and (select true from recall_target t where t.recall_id = $2
      and t.key in (p.treatment_id, p.id, g.id, g.order_id, g.pharmacy_id, h.partner_id) limit 1)
  on conflict (org_id, recall_id, fill_id) do nothing
  returning 1
)
select (select max(id) from page) as last, (select count(*) from page)::integer as looked,
  (select count(*) from found)::integer as found`,
};

/** Looks through the span of what was changed only, each row once: planned as a join it is through the whole recall, for each page. */
function isAmong(fill: string, changed: string): string {
  return `${fill} between (select min(subject_id) from ${changed}) and (select max(subject_id) from ${changed})
    and (${fill} in (select subject_id from ${changed})) is true`;
}

/**
 * Puts on hold what waits of the fills of one page. What another transaction has in hand at this moment is passed over: its claim finds the recall by itself, and
 * so does that of an attempt that was cut off. $1 organization, $2 recall, $3 the fill after which the page begins, $4 its last (null: all that follow).
 */
export const HOLD_PAGE: Statement = {
  name: 'pestle_recall_hold_page',
  text: `
with free as materialized (
  select o.id from outbox o
  where o.org_id = $1 and o.subject_id = any(array(
      select r.fill_id from recall_fill r
      where r.org_id = $1 and r.recall_id = $2 and r.fill_id > $3 and ($4::text is null or r.fill_id <= $4)))
    and o.kind = 'new' and o.on_hold_since is null and o.leased_by is null
  order by o.id
  for update skip locked
), held as (
  update outbox set on_hold_since = now(), on_hold_by = $2 where id = any(array(select id from free)) returning subject_id
), noted as (
  update recall_fill set held_at = now(), released_at = null
  where org_id = $1 and recall_id = $2 and ${isAmong('fill_id', 'held')}
)
select count(*)::integer as held from held`,
};

/** Releases rows that this recall holds. $1 organization, $2 recall, $3 rows at most. */
export const RELEASE_PAGE: Statement = {
  name: 'pestle_recall_release_page',
  text: `
with held as materialized (
  select id from outbox where org_id = $1 and on_hold_by = $2 order by id limit $3::integer for update skip locked
), released as (
  update outbox set on_hold_since = null, on_hold_by = null, released_at = now()
  where id = any(array(select id from held)) returning subject_id
), noted as (
  update recall_fill set released_at = now()
  where org_id = $1 and recall_id = $2 and ${isAmong('fill_id', 'released')}
)
select count(*)::integer as released from released`,
};

/** Whether a fill `f` has left, or may have: some pharmacy may hold it. */
const HAS_LEFT = `(f.sent_at is not null or f.state not in ('QUEUED') and exists (select from transmission t
  where t.org_id = f.org_id and t.fill_id = f.id and t.kind = 'new'
    and (t.state in ('sending', 'accepted') or t.may_have_arrived)))`;

/** `is not distinct from`: an equality would be looked up among all that the recall holds, for each fill. */
const IS_HELD = `(f.state in ('QUEUED', 'SENDING') and exists (select from outbox o
  where o.org_id = f.org_id and o.subject_id = f.id and o.on_hold_by is not distinct from r.recall_id))`;

/** The fill of a row `r`, by its key. */
const ITS_FILL = `cross join lateral (select * from fill where org_id = r.org_id and id = r.fill_id offset 0) f`;

/**
 * What a page of a recall is of in one organization: in all, by state and by pharmacy, as the fills are now. $1 organization, $2 recall, $3 the fill after which the
 * page begins, $4 fills of a page.
 */
export const COUNTS_PAGE: Statement = {
  name: 'pestle_recall_counts_page',
  text: `
select case grouping(state, pharmacy_id) when 1 then 'state' when 2 then 'pharmacy' else 'all' end as by,
  state, pharmacy_id, max(fill_id) as last, count(*)::integer as fills,
  (count(*) filter (where is_held))::integer as held, (count(*) filter (where has_left))::integer as "left",
  (count(*) filter (where found <> 'preview'))::integer as since
from (
  select f.state, f.pharmacy_id, r.fill_id, r.found, ${IS_HELD} as is_held, ${HAS_LEFT} as has_left
  from (
    select * from recall_fill where org_id = $1 and recall_id = $2 and fill_id > $3 order by fill_id limit $4::integer
  ) r ${ITS_FILL}
) of
group by grouping sets ((state), (pharmacy_id), ())
having count(*) > 0`,
};

/** The orders that those fills are of. $1 organization, $2 recall. */
export const COUNT_ORDERS: Statement = {
  name: 'pestle_recall_count_orders',
  text: `
select count(distinct order_id)::integer as orders from recall_fill where org_id = $1 and recall_id = $2`,
};

/** Orders that were found after the preview, the oldest first. $1 organization, $2 recall, $3 how many at most. */
export const APPEARED_SINCE: Statement = {
  name: 'pestle_recall_appeared_since',
  text: `
select order_id from recall_fill where org_id = $1 and recall_id = $2 and found <> 'preview'
group by order_id order by order_id limit $3::integer`,
};

/** Of the ids that a recall names, those that this organization has. $1 recall, $2 organization. */
export const KNOWN_TARGETS: Statement = {
  name: 'pestle_recall_known_targets',
  text: `
select key from recall_target t where t.recall_id = $1 and (
  exists (select from fill f where f.org_id = $2 and f.id = t.key)
  or exists (select from orders r where r.org_id = $2 and r.id = t.key)
  or exists (select from prescription p where p.org_id = $2 and p.id = t.key))`,
};

/**
 * What a recall is of, a page by fill: one row for each pharmacy that has it or may have it, and one for a fill that none has. $1 organization, $2 recall,
 * $3 the fill after which the page begins, $4 fills of a page.
 */
export const LIST_PAGE: Statement = {
  name: 'pestle_recall_list_page',
  text: `
select r.fill_id, r.order_id, r.found, f.state, f.prescriber_order_number, ${IS_HELD} as is_held,
  coalesce(x.pharmacy_id, f.pharmacy_id) as pharmacy_id, h.name, h.phone, h.ncpdp_id,
  x.message_ids, x.order_numbers, x.pharmacy_id is not null as has_left
from (
  select * from recall_fill where org_id = $1 and recall_id = $2 and fill_id > $3 order by fill_id limit $4::integer
) r
${ITS_FILL}
left join lateral (
  select t.pharmacy_id, array_agg(t.message_id order by t.created_at) as message_ids,
    array_agg(distinct t.prescriber_order_number) as order_numbers
  from transmission t
  where t.org_id = $1 and t.fill_id = f.id and t.kind = 'new'
    and (t.state in ('sending', 'accepted') or t.may_have_arrived)
  group by t.pharmacy_id
) x on true
left join pharmacy h on h.id = coalesce(x.pharmacy_id, f.pharmacy_id)
order by r.fill_id, x.pharmacy_id`,
};

/** The recalls that orders are in, started or ended, with what became of their fills. $1 organization, $2 orders. */
export const RECALLS_OF_ORDERS: Statement = {
  name: 'pestle_recalls_of_orders',
  text: `
select r.order_id, c.id, c.started_at, c.ended_at, c.reason, array_agg(r.fill_id order by f.line) as fill_ids,
  bool_or(${IS_HELD}) as is_held, bool_or(${HAS_LEFT}) as has_left
from recall_fill r
join recall c on c.id = r.recall_id and c.started_at is not null
join fill f on f.org_id = $1 and f.id = r.fill_id
where r.org_id = $1 and r.order_id = any($2::text[])
group by r.order_id, c.id, c.started_at, c.ended_at, c.reason
order by c.started_at, c.id`,
};
