// The one statement by which orders and prescriptions come to be: it signs drafts, makes an order or adds lines to one, each request whole or not at all (W4, W5).
import { offeredSql } from '../../catalog/inside.ts';
import { takesPrescriptionsSql } from '../../directory/inside.ts';
import {
  offCatalogSql,
  refusesSameSql,
  reviewPoliciesSql,
  writtenTreatmentsSql,
} from '../../organization/inside.ts';
import { electronicLaneSql, FAX_LANE } from '../../outbox/outbox.ts';
import type { Statement } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { NEW_ORDER_STEPS } from '../orders/new-order.ts';
import { DRAFT_IDS_SQL, LINES_SQL, REQUESTS_SQL } from './sign-parameters.ts';

/** Why a request was not done: nothing was written for it. */
export type SignProblem = 'signature' | 'patients' | 'repeat' | 'pharmacy' | 'key';

/**
 * The version of a pharmacy `ph`, its endpoint `e` and its partner `n`: who last wrote each row. Whoever remembers how a
 * pharmacy is reached compares it with what the signing saw.
 */
export const PHARMACY_VERSION_SQL =
  "concat_ws(':', ph.xmin::text, coalesce(e.xmin::text, '-'), coalesce(n.xmin::text, '-'))";

/**
 * Requests of one organization, which share the cost of a statement and of a commit; `no` counts them from 1. A request
 * with a problem writes nothing and does not keep the others.
 *
 * What was reviewed is compared with what is there now, row by row: a changed draft, patient or prescriber, or a treatment
 * disabled since, in no list of a practice that prescribes nothing else, or written by hand where that is allowed no longer, leaves no row in `ready`, which is a problem of its request; so do
 * policies of the practice other than those of the review, and what was likely prescribed to the patient since by another signature, where no reason for a duplicate stands or is enough. (Of two signatures at the very same moment
 * neither sees the other.) The drafts are locked first, so that of two submits one finds them gone. A key that was used
 * before, also by a request of this very statement, is one too.
 *
 * A line without a draft names a prescription that was saved before. Whether that may be sent depends on what is sealed of
 * it, so that `saved.ts` locks and judges it first, in the same transaction, and asks no reason again for what repeats.
 * Everything after `ready` is the same for both.
 *
 * The text leaves the planner no choice but the primary keys (ids as an array, `offset 0`, `is true` for what another
 * index could serve) and a patient's prescriptions in their order: the plan is kept for a long time, and may have been made
 * when the tables were empty. (Lines without a draft come by `signWithin` alone, planned for their values.)
 *
 * Tried besides: the same rows in `begin … commit`, a statement each from a bare handler, accept 0.65 of the orders per second
 * on PostgreSQL and 0.28 on the embedded store (`npm run bench -- orders`, two cores shared by the store, the service and the load).
 */
export const SIGN_STATEMENT: Statement = {
  name: 'pestle_sign',
  onePlan: true,
  text: `
with asked as (
  select * from ${REQUESTS_SQL}
), input as (
  select * from ${LINES_SQL}
), destination as (
  select a.no, p.lane, p.version
  from asked a
  cross join lateral (
    select case when ${takesPrescriptionsSql({ pharmacy: 'ph', endpoint: 'e', partner: 'n' })}
      then ${electronicLaneSql('ph.id', 'ph.partner_id')} else '${FAX_LANE}' end as lane, ${PHARMACY_VERSION_SQL} as version
    from pharmacy ph left join pharmacy_endpoint e on e.pharmacy_id = ph.id left join partner n on n.id = ph.partner_id
    where ph.id = a.pharmacy and ph.active and ph.serves_public offset 0
  ) p
), drafted as (
  select i.no, i.line, i.prescription_id, i.fill_id, i.departure_id, i.content_hash,
    d.id as draft_id, d.patient_id, d.treatment_id, d.prepared_by, d.repeat_stated,
    s.id as signable_id, s.sealed, s.prescriber_revision
  from input i
  join asked a on a.no = i.no
  join draft d on d.org_id = $1 and d.id = any (${DRAFT_IDS_SQL}) and d.id = i.draft_id and (d.prescriber_id = a.signer) is true
  cross join lateral (
    select * from signable s where s.org_id = $1 and s.id = d.signable_id offset 0
  ) s
  cross join lateral (
    select p.revision, p.deceased from patient p where p.org_id = $1 and p.id = d.patient_id offset 0
  ) p
  cross join lateral (
    select u.revision, u.active, u.roles from app_user u where u.org_id = $1 and u.id = a.signer offset 0
  ) u
  where s.draft_revision = d.revision and s.content_hash = i.content_hash and s.created_at >= a.oldest_review
    and s.signed_at is null and p.revision = s.patient_revision and not p.deceased
    and u.revision = s.prescriber_revision and u.active and 'prescriber' = any (u.roles)
    and not exists (
      select from disabled_treatment x where x.org_id = $1 and x.treatment_id = d.treatment_id offset 0
    )
    and (${offCatalogSql('$1')} or ${offeredSql({ orgId: '$1', treatmentId: 'd.treatment_id', userId: 'a.signer' })})
    and (${writtenTreatmentsSql('$1')} or not exists (
      select from treatment t where t.id = d.treatment_id and t.written_by is not null offset 0
    ))
    and (s.policies is null or s.policies = ${reviewPoliciesSql('$1')})
    and (d.duplicate_stated and not ${refusesSameSql('$1')} or not exists (
      select from (
        select e.treatment_id, e.written_at from prescription e where e.org_id = $1 and e.patient_id = d.patient_id
        order by e.written_at desc limit ${PRESCRIBING_LIMITS.signedSinceReviewMax}
      ) e
      cross join lateral (select t.ingredients from treatment t where t.id = e.treatment_id offset 0) earlier
      cross join lateral (select t.ingredients from treatment t where t.id = d.treatment_id offset 0) drafted
      where e.written_at > s.created_at and (e.treatment_id = d.treatment_id or earlier.ingredients && drafted.ingredients)
      offset 0
    ))
  for update of d
), saved as (
  select i.no, i.line, i.prescription_id, i.fill_id, i.departure_id, e.content_hash,
    null::text, e.patient_id, e.treatment_id, e.prepared_by, true, null::text, null::bytea, null::bigint
  from input i
  cross join lateral (
    select * from prescription e where e.org_id = $1 and e.id = i.prescription_id and e.state <> 'CANCELED' offset 0
  ) e
  where i.draft_id is null
), ready as materialized (
  select * from drafted union all select * from saved
), verdict as materialized (
  select a.no, case
    when (select count(*) from ready r where r.no = a.no) <> a.lines then 'signature'
    when (select count(distinct r.patient_id) from ready r where r.no = a.no) <> 1 then 'patients'
    when exists (
      select from ready x join ready y on y.no = x.no and y.treatment_id = x.treatment_id and y.line > x.line
      where x.no = a.no and not y.repeat_stated
    ) then 'repeat'
    when a.pharmacy is not null and not exists (select from destination where destination.no = a.no) then 'pharmacy'
    when exists (select from asked b where b.signer = a.signer and b.key = a.key and b.no < a.no) then 'key'
  end as problem
  from asked a
), key as (
  insert into idempotency_key (org_id, actor_id, key, operation, fingerprint, result)
  select $1, a.signer, a.key, a.operation, a.fingerprint, a.result
  from asked a join verdict v on v.no = a.no where v.problem is null
  on conflict do nothing returning actor_id, key
), accepted as materialized (
  select a.* from asked a join verdict v on v.no = a.no join key k on k.actor_id = a.signer and k.key = a.key
  where v.problem is null
), signed as (
  update signable s set signed_at = a.at from ready r join accepted a on a.no = r.no
  where s.org_id = $1 and s.id = r.signable_id
), drafts_deleted as (
  delete from draft d using ready r join accepted a on a.no = r.no
  where d.org_id = $1 and d.id = any (${DRAFT_IDS_SQL}) and d.id = r.draft_id
), written as (
  insert into prescription (org_id, id, state, patient_id, prescriber_id, treatment_id, signable_id,
    content_hash, written_at, expiration_date, prepared_by, created_at)
  select $1, r.prescription_id, 'ACTIVE', r.patient_id, a.signer, r.treatment_id, r.signable_id,
    r.content_hash, a.at, a.expires, r.prepared_by, a.at
  from ready r join accepted a on a.no = r.no where r.draft_id is not null
), noted as (
  insert into change (org_id, kind, subject_id, patient_id)
  select $1, 'patient', min(r.patient_id), min(r.patient_id) from ready r join accepted a on a.no = r.no
  where a.order_id is null group by a.no
), ${NEW_ORDER_STEPS}, audited as (
  insert into audit_entry (org_id, id, at, actor_kind, actor_id, client_id, action, subject_kind, subject_id,
    source_ip, request_id, detail)
  select $1, a.audit_id, a.at, 'user', a.signer, a.client,
    case when a.order_id is null then 'prescription.sign' when a.lines_before = 0 then 'order.create' else 'order.combine' end,
    case when a.order_id is null then 'prescription' else 'order' end, coalesce(a.order_id, min(r.prescription_id)),
    a.source_ip, a.request_id,
    jsonb_build_object('patientId', min(r.patient_id), 'prescriptions', jsonb_agg(r.prescription_id order by r.line),
      'contentHashes', jsonb_agg(r.content_hash order by r.line))
  from ready r join accepted a on a.no = r.no
  group by a.no, a.audit_id, a.at, a.signer, a.client, a.order_id, a.lines_before, a.source_ip, a.request_id
)
select v.no, case when a.no is null then coalesce(v.problem, 'key') end as problem,
  r.prescription_id, r.fill_id, r.departure_id, r.patient_id, r.treatment_id, r.prepared_by, r.signable_id,
  r.prescriber_revision, r.content_hash,
  case when a.order_id is null or a.pharmacy is not null then r.sealed end as sealed, destination.lane, destination.version,
  ordered.number
from verdict v left join accepted a on a.no = v.no left join ordered on ordered.order_id = a.order_id left join ready r on r.no = a.no left join destination on destination.no = v.no
order by v.no, r.line`,
};

/**
 * True while the patient of a prescription is what was reviewed and signed, telephone number and address among it: no change has been counted
 * since. Both are SQL expressions. Patient and signable are looked at by their primary keys.
 */
export function patientAsSignedSql(organization: string, prescription: string): string {
  return `exists (
        select from prescription c
        join signable s on s.org_id = ${organization} and s.id = c.signable_id
        join patient p on p.org_id = ${organization} and p.id = s.patient_id and p.revision = s.patient_revision
        where c.org_id = ${organization} and c.id = ${prescription}
      )`;
}
