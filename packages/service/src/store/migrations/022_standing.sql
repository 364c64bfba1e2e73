-- What pages tell of a fill: since when it is in its state, and whether its pharmacy reports at all.
-- Lock note: adds an empty column and fills it, which looks at every fill and its history once; the rest creates.

-- When it came into its state; null when it has been in it from the beginning.
alter table fill add column state_since timestamptz;

update fill set state_since = moved.at
from (
  select org_id, fill_id, max(at) as at from fill_event
  where from_state is distinct from to_state
  group by org_id, fill_id
) moved
where moved.org_id = fill.org_id and moved.fill_id = fill.id;

-- Pharmacies that have ever reported a status, of any prescription of anybody: of the others, silence says nothing (D5).
create table reporting_pharmacy (
  pharmacy_id text primary key references pharmacy
);
grant select, insert on reporting_pharmacy to app;

insert into reporting_pharmacy (pharmacy_id)
select distinct pharmacy.id from fill_event
join pharmacy on pharmacy.id = fill_event.detail ->> 'pharmacyId'
where fill_event.event = 'reported';
