// The one statement that signs drafts and makes prescriptions and their order: everything or nothing, in one round trip (W4, W5).
import type { Statement } from '../../store/store.ts';

/**
 * Parameters: $1 organization, $2 signer, $3 draft ids, $4 content hashes, $5 prescription ids, $6 fill ids, $7 departure ids,
 * $8 now, $9 oldest acceptable review, $10 expiration date, $11–$14 idempotency key, operation, fingerprint, result,
 * $15 audit id, $16 client, $17 order id (null: prescriptions only), $18 pharmacy (null: the patient chooses),
 * $19 what is sealed of the order, $20 and $21 address and id of the request. Sealed values are moved as they are, never opened here.
 *
 * What was reviewed is compared with what is there now, row by row: a changed draft, patient or prescriber, or a treatment disabled since, leaves no row
 * in `ready`, and the guard undoes all. The drafts are locked first, so that of two submits one finds them gone.
 *
 * The text leaves the planner no choice but the primary keys (ids as an array, `offset 0`, `is true` for what another
 * index could serve): the plan is kept for a long time, and may have been made when the tables were empty.
 */
export const SIGN_STATEMENT: Statement = {
  name: 'pestle_sign',
  text: `
with input as (
  select * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    with ordinality as i(draft_id, content_hash, prescription_id, fill_id, departure_id, line)
), place as (
  select p.id,
    case
      when e.integration ->> 'stage' is distinct from 'live' then 'fax'
      when p.partner_id is not null then 'partner:' || p.partner_id
      else 'pharmacy:' || p.id
    end as lane
  from pharmacy p left join pharmacy_endpoint e on e.pharmacy_id = p.id
  where p.id = $18 and p.active and p.serves_public
), ready as (
  select i.prescription_id, i.fill_id, i.departure_id, i.line::integer as line, i.content_hash,
    d.id as draft_id, d.patient_id, d.treatment_id, d.prepared_by, d.repeat_stated,
    s.id as signable_id, s.sealed
  from input i
  join draft d on d.org_id = $1 and d.id = any ($3::text[]) and d.id = i.draft_id and (d.prescriber_id = $2) is true
  cross join lateral (
    select * from signable s where s.org_id = $1 and s.id = d.signable_id offset 0
  ) s
  cross join lateral (
    select p.revision, p.deceased from patient p where p.org_id = $1 and p.id = d.patient_id offset 0
  ) p
  join app_user u on u.org_id = $1 and u.id = $2 and u.revision = s.prescriber_revision
    and u.active and 'prescriber' = any (u.roles)
  where s.draft_revision = d.revision and s.content_hash = i.content_hash and s.created_at >= $9
    and s.signed_at is null and p.revision = s.patient_revision and not p.deceased
    and not exists (
      select from disabled_treatment x where x.org_id = $1 and x.treatment_id = d.treatment_id offset 0
    )
  for update of d
), sound as materialized (
  select guard((select count(*) from ready) = cardinality($3::text[]), 'signature')
    and guard((select count(distinct patient_id) from ready) = 1, 'patients')
    and guard(not exists (
      select from ready a join ready b on a.treatment_id = b.treatment_id and a.line < b.line and not b.repeat_stated
    ), 'repeat')
    and guard($18::text is null or exists (select from place), 'pharmacy') as ok
), key as (
  insert into idempotency_key (org_id, actor_id, key, operation, fingerprint, result)
  select $1, $2, $11, $12, $13, $14::jsonb from sound where ok
), signed as (
  update signable s set signed_at = $8 from ready r, sound where ok and s.org_id = $1 and s.id = r.signable_id
), gone as (
  delete from draft d using ready r, sound
  where ok and d.org_id = $1 and d.id = any ($3::text[]) and d.id = r.draft_id
), written as (
  insert into prescription (org_id, id, state, patient_id, prescriber_id, treatment_id, signable_id,
    content_hash, written_at, expiration_date, prepared_by, created_at)
  select $1, r.prescription_id, 'ACTIVE', r.patient_id, $2, r.treatment_id, r.signable_id,
    r.content_hash, $8, $10, r.prepared_by, $8
  from ready r, sound where ok
), ordered as (
  insert into orders (org_id, id, patient_id, state, pharmacy_id, sealed, pharmacy_count, created_by,
    client_id, created_at, updated_at)
  select $1, $17, r.patient_id, case when $18::text is null then 'ROUTING' else 'PENDING' end, $18, $19::bytea,
    case when $18::text is null then 0 else 1 end, $2, $16, $8, $8
  from ready r, sound where ok and $17::text is not null and r.line = 1
), filled as (
  insert into fill (org_id, id, order_id, prescription_id, line, state, pharmacy_id, prescriber_order_number,
    created_at, updated_at)
  select $1, r.fill_id, $17, r.prescription_id, r.line, 'QUEUED', $18,
    case when $18::text is null then null else substr($17, 5) || '-' || r.line end, $8, $8
  from ready r, sound where ok and $17::text is not null
), told as (
  insert into fill_event (org_id, fill_id, number, order_id, at, event, to_state, source)
  select $1, r.fill_id, 1, $17, $8, 'ordered', 'QUEUED', 'user'
  from ready r, sound where ok and $17::text is not null
), leaving as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
  select r.departure_id, $1, 'new', r.fill_id, place.lane, now(), $8
  from ready r, place, sound where ok and $17::text is not null
), audited as (
  insert into audit_entry (org_id, id, at, actor_kind, actor_id, client_id, action, subject_kind, subject_id,
    source_ip, request_id, detail)
  select $1, $15, $8, 'user', $2, $16, case when $17::text is null then 'prescription.sign' else 'order.create' end,
    case when $17::text is null then 'prescription' else 'order' end, coalesce($17, r.prescription_id), $20, $21,
    jsonb_build_object('patientId', r.patient_id, 'prescriptions', to_jsonb($5::text[]), 'contentHashes', to_jsonb($4::text[]))
  from ready r, sound where ok and r.line = 1
)
select r.prescription_id, r.fill_id, r.departure_id, r.line, r.draft_id, r.patient_id, r.treatment_id,
  r.prepared_by, r.signable_id, r.content_hash,
  case when $17::text is null then r.sealed end as sealed,
  (select lane from place) as lane
from ready r, sound where ok order by r.line`,
};
