// The statements by which operators dispose of one row that a quarantine holds. Each ends the transaction when the row is not what was judged.
import type { Statement } from '../../store/store.ts';

const HELD = `org_id = $1 and id = $2 and quarantine_id is not null and settled_as is null and (leased_by is null or run_at <= now())`;

const guarded = (change: string): string => `
with done as (${change} returning 1)
select guard(exists (select from done), 'the row is not what was judged')`;

/** $1 organization, $2 row. It leaves as soon as there is room; what follows its prescription goes on waiting for that. */
export const LEAVE_ROW: Statement = {
  name: 'pestle_quarantine_leave_row',
  onePlan: true,
  text: guarded(`
  update outbox set quarantine_id = null, released_at = now(), run_at = case when run_at = 'infinity' then run_at else least(run_at, now()) end
  where ${HELD}`),
};

/** $1 organization, $2 row, $3 as what, $4 by whom. Its end is put down by a delivery. */
export const SETTLE_ROW: Statement = {
  name: 'pestle_quarantine_settle_row',
  onePlan: true,
  text: guarded(`
  update outbox set settled_as = $3, settled_by = $4, run_at = least(run_at, now()), wait_ms = 0, held_by = null,
    on_hold_since = null, on_hold_by = null
  where ${HELD}`),
};

/** $1 organization, $2 text. It counts as sent: nobody is told twice. */
export const SETTLE_TEXT: Statement = {
  name: 'pestle_quarantine_settle_text',
  onePlan: true,
  text: `
with done as (delete from outbox where ${HELD} returning id), sent as (
  update text_message t set state = 'sent' from done where t.org_id = $1 and t.id = done.id
)
select guard(exists (select from done), 'the row is not what was judged')`,
};

/** $1 organization, $2 a prescriber's answer to a pharmacy. It counts as taken. */
export const SETTLE_RESPONSE: Statement = {
  name: 'pestle_quarantine_settle_response',
  onePlan: true,
  text: `
with done as (delete from outbox where ${HELD} returning id), taken as (
  update pharmacy_response r set state = 'accepted', accepted_at = now(), not_sent_reason = null from done where r.org_id = $1 and r.id = done.id
)
select guard(exists (select from done), 'the row is not what was judged')`,
};
