// The statements that find what a report of a pharmacy means: the same whatever is found.
import type { Statement } from '../../store/store.ts';

/** The status words of the senders' own pharmacies, each with the number of its report, from 1. $1 of each report the pharmacy, null for a partner. */
export const OWN_WORDS: Statement = {
  name: 'pestle_own_status_words',
  text: `
select i.number, p.status_words
  from unnest($1::text[]) with ordinality i (pharmacy, number) join pharmacy p on p.id = i.pharmacy`,
};

/**
 * The pharmacies that orders are or were with, as far as the senders speak for them, each with the number of its report, from 1.
 * Of each report $1 order, $2 pharmacy or null, $3 partner or null.
 *
 * Tried besides: one join with an `or` for the union takes 0.93 of the time on PostgreSQL and 0.86 on the embedded store
 * (`npm run bench -- statements`: 400 orders, 20,020 pharmacies, two cores shared with others). That is at most four
 * hundredths of a millisecond of a report, and the `or` leaves the plan to how many pharmacies there are.
 */
export const INVOLVED: Statement = {
  name: 'pestle_involved_pharmacies',
  text: `
select i.number, found.*
from unnest($1::text[], $2::text[], $3::text[]) with ordinality i (order_id, pharmacy, partner, number)
cross join lateral (
  with involved as (
    select o.org_id, f.pharmacy_id
      from orders o join fill f on f.org_id = o.org_id and f.order_id = o.id
      where o.id = i.order_id
    union
    select o.org_id, t.pharmacy_id
      from orders o
      join fill f on f.org_id = o.org_id and f.order_id = o.id
      join transmission t on t.org_id = f.org_id and t.fill_id = f.id
      where o.id = i.order_id
  )
  select v.org_id, p.id, p.status_words
    from involved v join pharmacy p on p.id = v.pharmacy_id
    where p.id = i.pharmacy or p.partner_id = i.partner
) found`,
};
