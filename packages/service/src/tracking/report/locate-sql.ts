// The statements that find what a report of a pharmacy means: the same whatever is found.
import type { Statement } from '../../store/store.ts';

/** The status words of the senders' own pharmacies, each with the number of its report, from 1. $1 of each report the pharmacy, null for a partner. */
export const OWN_WORDS: Statement = {
  name: 'pestle_own_status_words',
  onePlan: true,
  text: `
select i.number, p.status_words
  from unnest($1::text[]) with ordinality i (pharmacy, number)
  cross join lateral (select x.status_words from pharmacy x where x.id = i.pharmacy offset 0) p`,
};

/**
 * The pharmacies that orders are or were with, as far as the senders speak for them, each with the number of its report, from 1.
 * Of each report $1 order, $2 pharmacy or null, $3 partner or null. From each step to the next by its keys, whatever the planner knows of the tables.
 *
 * Tried besides, of 30 reports with 300 orders in the store: joins in the planner's order take three times as long, and more than a
 * hundred times where nobody has counted the rows of the tables yet. One join with an `or` for the union leaves the plan to how many pharmacies
 * there are (`npm run bench -- statements`).
 */
export const INVOLVED: Statement = {
  name: 'pestle_involved_pharmacies',
  onePlan: true,
  text: `
with named as materialized (
  select i.number, f.org_id, f.id, f.pharmacy_id
  from unnest($1::text[]) with ordinality i (order_id, number)
  cross join lateral (select x.org_id, x.id from orders x where x.id = i.order_id offset 0) o
  cross join lateral (select x.org_id, x.id, x.pharmacy_id from fill x where x.org_id = o.org_id and x.order_id = o.id offset 0) f
), involved as (
  select n.number, n.org_id, n.pharmacy_id from named n
  union
  select n.number, n.org_id, t.pharmacy_id from named n
  cross join lateral (select x.pharmacy_id from transmission x where x.org_id = n.org_id and x.fill_id = n.id offset 0) t
)
select v.number, v.org_id, p.id, p.status_words
from involved v
join unnest($2::text[], $3::text[]) with ordinality i (pharmacy, partner, number) on i.number = v.number
cross join lateral (select x.id, x.partner_id, x.status_words from pharmacy x where x.id = v.pharmacy_id offset 0) p
where p.id = i.pharmacy or p.partner_id = i.partner`,
};
