// The statements that read what attempts of text messages need to know, which numbers want none, and record that texts are sent.
import type { Statement } from '../../store/store.ts';

/** What attempts of texts need to know. $1 organization, $2 rows of the outbox. No other text was tried: looks by primary keys. */
export const TEXTS: Statement = {
  name: 'pestle_texts',
  onePlan: true,
  text: `
select a.* from unnest($2::text[]) i (id) cross join lateral (
  select o.id, t.sealed, t.created_at, t.cause, o.kind, o.subject_id, o.attempt, o.leased_by is not null and o.run_at > now() as leased
  from outbox o left join text_message t on t.org_id = $1 and t.id = o.id where o.org_id = $1 and o.id = i.id offset 0) a`,
};

/** The texts whose number wants none. Of each $1 text, $2 a hash of its number: one row for each key. */
export const STOPPED: Statement = {
  name: 'pestle_texts_stopped',
  onePlan: true,
  text: `select distinct i.id from unnest($1::text[], $2::text[]) i (id, phone_hash) join text_stop s on s.phone_hash = i.phone_hash`,
};

/**
 * Ends attempts of texts that the carrier took, where the row is still this worker's: the text is sent, and nothing of it leaves again. Whoever
 * has learnt of another end, such as a receipt, has taken the row. Answers those that it ended. $1 organization, $2 worker, $3 texts,
 * $4 their attempts.
 */
export const TEXTS_SENT: Statement = {
  name: 'pestle_texts_sent',
  onePlan: true,
  text: `
with mine as (
  delete from outbox o using unnest($3::text[], $4::integer[]) i (id, attempt)
  where o.org_id = $1 and o.id = i.id and o.leased_by = $2 and o.attempt = i.attempt
  returning o.id, o.kind, o.subject_id
), noted as (
  insert into change (org_id, kind, subject_id, order_id) select $1, 'order', mine.subject_id, mine.subject_id from mine where mine.kind = 'invitation'
), sent as (
  update text_message t set state = 'sent' from mine where t.org_id = $1 and t.id = mine.id
)
select id from mine`,
};
