// The statement of the plain end, which nearly every order has: the pharmacy took the first and only message of a fill.
import { invitationIdSql, TEXT_LANE } from '../../../outbox/outbox.ts';
import { fillMoveSql, orderStateAfterSql } from '../../../prescribing/inside.ts';
import type { Statement } from '../../../store/store.ts';

const AT = { org: '$1', order: '$6', fill: '$7', now: '$5' };
const SENT = fillMoveSql({
  from: 'SENDING',
  to: 'SENT',
  event: 'sent',
  source: 'delivery',
  at: AT,
  when: 'plain',
  set: { channel: 'plain.channel', sent_at: AT.now },
  detail: "jsonb_build_object('transmissionId', $2::text, 'channel', plain.channel)",
  orderState: 'plain.order_state',
});

/**
 * What `finishAttempt` does for an acceptance, where nothing else has happened to the fill: it is ours and SENDING, no
 * cancel is asked for, and this is its only transmission. Where anything else holds, nothing is written and no row comes
 * back. The order is locked before, so that what is seen here stays.
 *
 * Tried besides: `finishAttempt` for every end, in some fifteen round trips where this is one. No other text was tried.
 *
 * $1 organization, $2 transmission, $3 worker, $4 attempt, $5 now, $6 order, $7 fill, $8 HTTP status, $9 reason,
 * $10 sealed answer, $11 delivery method, $12 audit entry, $13 its purpose, $14 its detail, $15 text, $16 sealed text.
 */
export const ACCEPT: Statement = {
  name: 'pestle_accept',
  onePlan: true,
  text: `
with plain as (
  select t.channel, ${orderStateAfterSql('SENT', AT)} as order_state
  from outbox b
  join fill f on f.org_id = $1 and f.id = $7
  join transmission t on t.org_id = $1 and t.id = $2
  where b.org_id = $1 and b.id = $2 and b.leased_by = $3 and b.attempt = $4
    and f.state = 'SENDING' and f.cancel_requested_at is null
    and t.kind = 'new' and t.state = 'sending' and t.answer is null and t.prescriber_order_number = f.prescriber_order_number
    and not exists (select from transmission x where x.org_id = $1 and x.fill_id = $7 and x.id <> $2)
    and not exists (
      select from fill x where x.org_id = $1 and x.order_id = $6 and x.id <> $7 and x.state not in ('QUEUED', 'SENDING', 'SENT')
    )
), ended as (
  update attempt a set ended_at = $5, outcome = 'ACCEPTED', http_status = $8, reason = $9, sealed_answer = $10
  from plain where a.org_id = $1 and a.transmission_id = $2 and a.number = $4
), accepted as (
  update transmission t set state = 'accepted', may_have_arrived = true, accepted_at = $5, delivery_method = $11
  from plain where t.org_id = $1 and t.id = $2
), withdrawn as (
  delete from outbox b using plain where b.org_id = $1 and b.id = $2
), ${SENT}, text as (
  insert into text_message (org_id, id, order_id, cause, sealed, state, created_at)
  select $1, $15, $6, $2, $16, 'queued', $5 from plain
  where plain.order_state = 'PLACED' and $15::text is not null and not exists (
    select from text_message x where x.org_id = $1 and x.order_id = $6 and x.id <> ${invitationIdSql('$6')}
  )
  returning id
), queued as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
  select text.id, $1, 'text', $6, '${TEXT_LANE}', now(), $5 from text
), audited as (
  insert into audit_entry (org_id, id, actor_kind, actor_id, action, subject_kind, subject_id, outcome, purpose, detail)
  select $1, $12, 'service', $3, 'transmission.attempt', 'transmission', $2, 'success', $13, $14::jsonb from plain
)
select 1 as accepted from plain`,
};
