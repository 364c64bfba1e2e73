-- The pharmacies that a practice prefers: its people find them first. The settings of how a practice prescribes stand with its others.
-- Lock note: creates only.
create table practice_pharmacy (
  org_id text not null references organization,
  pharmacy_id text not null references pharmacy,
  preferred_at timestamptz not null,
  primary key (org_id, pharmacy_id)
);
alter table practice_pharmacy enable row level security;
create policy practice_pharmacy_own on practice_pharmacy to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, delete on practice_pharmacy to app;
