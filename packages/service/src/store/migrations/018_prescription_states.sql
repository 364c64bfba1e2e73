-- What became of a prescription is written where its fill moves: canceled, and dispensed. Staff's requests to cancel. Nothing leaves by a machine.
-- Lock note: adds empty columns; replaces one index; brings prescriptions up to date from the history, which reads every fill and its events once.

alter table prescription
  -- When a pharmacy first reported that it dispensed it, also after a cancel: it is never sent again.
  add column dispensed_at timestamptz;

update prescription p set dispensed_at = d.at
from (
  select f.org_id, f.prescription_id, min(coalesce(f.dispensing_reported_at, e.at, f.updated_at)) as at
  from fill f
  left join lateral (
    -- Also what a pharmacy reported that the order had left, or after the cancel.
    select min(h.at) as at from fill_event h
    where h.org_id = f.org_id and h.fill_id = f.id
      and (h.to_state = 'DELIVERED' or h.event = 'reported' and h.detail ->> 'report' in ('SHIPPED', 'DELIVERED'))
  ) e on true
  where f.dispensing_reported_at is not null or f.state = 'DELIVERED' or e.at is not null
  group by f.org_id, f.prescription_id
) d
where p.org_id = d.org_id and p.id = d.prescription_id;

-- The last fill decides: one that was canceled, and then ordered again as it was allowed before, is as that order says. A fill
-- that was dispensed after its cancel was canceled nevertheless.
update prescription p set state = 'CANCELED', revision = p.revision + 1
from (
  select distinct on (org_id, prescription_id) org_id, prescription_id, id, state
  from fill order by org_id, prescription_id, created_at desc, id desc
) f
where p.org_id = f.org_id and p.id = f.prescription_id and p.state = 'ACTIVE'
  and (f.state = 'CANCELED' or exists (
    select from fill_event e where e.org_id = f.org_id and e.fill_id = f.id and e.to_state = 'CANCELED'
  ));

alter table fill
  -- Staff asked the prescriber to cancel it: when, who, and (sealed) why.
  add column cancel_asked_at timestamptz,
  add column cancel_asked_by text,
  add column sealed_cancel_ask bytea;

drop index fill_attention;
create index fill_attention on fill (org_id, order_id)
  where state in ('STUCK', 'ERROR', 'SENT') or alert is not null or cancel_not_sent_at is not null
    or cancel_asked_at is not null;

update application set scopes = array_remove(scopes, 'write:order') where kind = 'confidential' and 'write:order' = any (scopes);
