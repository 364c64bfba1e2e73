// The statements that heed windows of maintenance: which window covers a row, holding it back until the end, letting it go when the window is over (D6, D12).
import { electronicLaneSql, FAX_LANE } from '../../outbox/outbox.ts';
import type { Statement } from '../../store/store.ts';
import { cutOffEntered } from './cut-off-sql.ts';

/**
 * Whether a window `w` holds back what goes through a lane to a pharmacy, by the store's time. A pharmacy's or partner's window
 * says that its system takes no messages: its fax machine is another device, and faxes go.
 */
export function covers(lane: string, pharmacyId: string): string {
  return `w.ended_at is null and w.starts_at <= now() and w.ends_at > now() and (
    (w.pharmacy_id is null and w.partner_id is null)
    or (${lane} <> '${FAX_LANE}' and (w.pharmacy_id = ${pharmacyId} or ${electronicLaneSql('w.pharmacy_id', 'w.partner_id')} = ${lane})))`;
}

/** Everybody's window before a pharmacy's own; of several the one that ends last. */
export const FIRST_WINDOW =
  'order by (w.pharmacy_id is null and w.partner_id is null) desc, w.ends_at desc limit 1';

/**
 * Whether what has waited since `heldSince` (null: not yet) waits for the window's end, at most `waitMs` in all; else it goes
 * by fax. A clock that was ahead when the wait began does not make it longer.
 */
export function waits(heldSince: string, waitMs: string): string {
  return `((w.pharmacy_id is null and w.partner_id is null)
    or w.ends_at <= least(${heldSince}, now()) + ${waitMs} * interval '1 millisecond')`;
}

/**
 * Before a row is held back: an attempt that never ended was cut off, and it is unknown whether it arrived. The row says
 * afterwards that nobody works on it. $1 organization, $2 transmission, $3 now, $4 worker, $5 its entry in the trail, $6 purpose, $7 detail of that.
 */
export const CUT_OFF: Statement = {
  name: 'pestle_cut_off',
  onePlan: true,
  text: `
with cut_off as (
  update attempt a set ended_at = $3, outcome = 'UNKNOWN', reason = 'interrupted'
  from outbox o
  where o.org_id = $1 and o.id = $2 and o.run_at <= now()
    and a.org_id = $1 and a.transmission_id = $2 and a.ended_at is null
  returning a.transmission_id, a.number
), ${cutOffEntered({ entry: '$5', worker: '$4', purpose: '$6', detail: '$7' })}
update transmission set may_have_arrived = true where org_id = $1 and id = $2 and exists (select from cut_off)`,
};

/**
 * Holds a due row back until the end of the window that covers it. $1 id, $2 attempts so far, $3 pharmacy (null for a text),
 * $4 how long it may wait in all, in milliseconds.
 */
export const HOLD: Statement = {
  name: 'pestle_hold',
  onePlan: true,
  text: `
update outbox o set run_at = w.ends_at, wait_ms = ceil(extract(epoch from w.ends_at - now()) * 1000)::integer,
  held_by = w.id, held_since = coalesce(o.held_since, now()), leased_by = null
from maintenance_window w
where o.id = $1 and o.attempt = $2 and o.run_at <= now()
  and w.id = (select w.id from maintenance_window w where ${covers('o.lane', '$3::text')} ${FIRST_WINDOW})
  and ${waits('o.held_since', '$4::bigint')}
returning o.id`,
};

/** Rows whose window was ended early, moved or taken back are due again; the next look judges them anew. */
export const LET_GO: Statement = {
  name: 'pestle_let_go',
  onePlan: true,
  text: `
update outbox o set run_at = now(), wait_ms = 0, held_by = null
where o.held_by is not null and o.leased_by is null and o.run_at > now()
  and not exists (
    select from maintenance_window w where w.id = o.held_by and w.ended_at is null and w.ends_at = o.run_at
  )`,
};
