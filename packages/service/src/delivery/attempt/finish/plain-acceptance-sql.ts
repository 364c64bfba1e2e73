// The statement of the plain end, which nearly every order has: the pharmacy took the first and only message of a fill.
import { textsAtNightSql } from '../../../organization/inside.ts';
import { invitationIdSql, TEXT_LANE } from '../../../outbox/outbox.ts';
import { fillMoveSql, orderStateAfterSql, patientAsSignedSql } from '../../../prescribing/inside.ts';
import type { Statement } from '../../../store/store.ts';
import { isLockedSql } from '../../lanes/claim-sql.ts';

const AT = { org: '$1', order: 'plain.order_id', fill: 'plain.fill_id', now: '$3' };
const SENT = fillMoveSql({
  from: 'SENDING',
  to: 'SENT',
  event: 'sent',
  source: 'delivery',
  at: AT,
  when: 'plain',
  set: { channel: 'plain.channel', sent_at: AT.now },
  detail: "jsonb_build_object('transmissionId', plain.id, 'channel', plain.channel)",
  orderState: 'plain.order_state',
});

/**
 * What `finishAttempt` does for acceptances, where nothing else has happened to the fill: it is ours and SENDING, no
 * cancel is asked for, and this is its only transmission. Where anything else holds, nothing is written of it and its row does not come
 * back. The orders are locked before, so that what is seen here stays; those that are not are passed over.
 *
 * Tried besides: `finishAttempt` for every end, in some fifteen round trips where this is one.
 *
 * $1 organization, $2 worker, $3 now; of each $4 transmission, $5 attempt, $6 order, $7 fill, $8 HTTP status, $9 reason,
 * $10 where its sealed answer begins in $12 (null: none), $11 its length, $13 delivery method, $14 audit entry, $15 its purpose, $16 its detail,
 * $17 text (null: nobody to text), $18 where the sealed text begins in $12, $19 its length, $20 the link in it, $21 the hash of that, $22 until when
 * it opens, $23 whether it is night where the patient is. An order whose patient has a link already, a number that was somebody else's, or is not what
 * was signed is for `finishAttempt`: the text was written to the number of the signature, and $17 is null for whoever had none then.
 */
export const ACCEPT: Statement = {
  name: 'pestle_accept',
  onePlan: true,
  text: `
with plain as materialized (
  select i.*, t.channel, t.order_state
  from unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::integer[], $9::text[], $10::integer[], $11::integer[],
      $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::integer[], $19::integer[],
      $20::text[], $21::text[], $22::timestamptz[], $23::boolean[])
    i (id, attempt, order_id, fill_id, http_status, reason, answer_at, answer_length,
      delivery_method, audit_id, audit_purpose, audit_detail, text_id, text_at, text_length, link_id, link_hash, link_until, at_night)
  cross join lateral (
    select t.channel, ${orderStateAfterSql('SENT', { ...AT, order: 'i.order_id', fill: 'i.fill_id' })} as order_state
    from outbox b
    join fill f on f.org_id = $1 and f.id = i.fill_id
    join transmission t on t.org_id = $1 and t.id = i.id
    where b.org_id = $1 and b.id = i.id and b.leased_by = $2 and b.attempt = i.attempt
      and f.state || '' = 'SENDING' and f.cancel_requested_at is null
      and t.kind = 'new' and t.state = 'sending' and t.answer is null and t.prescriber_order_number = f.prescriber_order_number
      and not exists (select from transmission x where x.org_id = $1 and x.fill_id = i.fill_id and x.id <> i.id)
      and ${patientAsSignedSql('$1', 'f.prescription_id')}
      and not exists (select from patient_link l where l.org_id = $1 and l.order_id = i.order_id)
      and not exists (
        select from orders x join wrong_number w on w.org_id = $1 and w.patient_id = x.patient_id where x.org_id = $1 and x.id = i.order_id
      )
      and not exists (
        select from fill x where x.org_id = $1 and x.order_id = i.order_id and x.id <> i.fill_id and x.state not in ('QUEUED', 'SENDING', 'SENT')
      )
    offset 0
  ) t
  where ${isLockedSql('i.order_id')}
), ended as (
  update attempt a set ended_at = $3, outcome = 'ACCEPTED', http_status = plain.http_status, reason = plain.reason,
    sealed_answer = substring($12::bytea from plain.answer_at for plain.answer_length)
  from plain where a.org_id = $1 and a.transmission_id = plain.id and a.number = plain.attempt
), accepted as (
  update transmission t set state = 'accepted', may_have_arrived = true, accepted_at = $3, delivery_method = plain.delivery_method
  from plain where t.org_id = $1 and t.id = plain.id
), withdrawn as (
  delete from outbox b using plain where b.org_id = $1 and b.id = plain.id
), told as materialized (
  select ${textsAtNightSql('o')} <> 'all' as night_waits from organization o where o.org_id = $1 and not 'sent' = any(o.patient_texts_off)
), tellable as (
  select plain.*, plain.at_night and told.night_waits as waits from plain cross join told
  where plain.order_state = 'PLACED' and plain.text_id is not null and not exists (
    select from text_message x where x.org_id = $1 and x.order_id = plain.order_id and x.id <> ${invitationIdSql('plain.order_id')}
      and coalesce(x.about, 'sent') = 'sent'
  )
), waiting as (
  insert into patient_timer (org_id, order_id, kind, due_at, began_at)
  select $1, tellable.order_id, 'sent', $3, $3 from tellable where tellable.waits on conflict do nothing
), ${SENT}, text as (
  insert into text_message (org_id, id, order_id, cause, sealed, about, state, created_at)
  select $1, plain.text_id, plain.order_id, plain.id, substring($12::bytea from plain.text_at for plain.text_length), 'sent', 'queued', $3
  from tellable plain where not plain.waits
  returning id, order_id
), linked as (
  insert into patient_link (org_id, id, order_id, token_hash, expires_at, created_at)
  select $1, plain.link_id, plain.order_id, plain.link_hash, plain.link_until, $3 from text join plain on plain.text_id = text.id
), queued as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
  select text.id, $1, 'text', text.order_id, '${TEXT_LANE}', now(), $3 from text
), audited as (
  insert into audit_entry (org_id, id, actor_kind, actor_id, action, subject_kind, subject_id, outcome, purpose, detail)
  select $1, plain.audit_id, 'service', $2, 'transmission.attempt', 'transmission', plain.id, 'success', plain.audit_purpose, plain.audit_detail::jsonb
  from plain
)
select plain.id, text.id as text_id from plain left join text on text.id = plain.text_id`,
};
