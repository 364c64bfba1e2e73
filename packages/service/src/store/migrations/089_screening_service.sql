-- The service of an organization's own that is asked what speaks against a drug, in place of the imported data.
-- Lock note: creates only. Nodes of the version before go on asking the imported data.
create table screening_service (
  org_id text not null references organization,
  id text not null check (id = 'cds'),
  url text not null check (length(url) between 1 and 500),
  timeout_ms integer not null check (timeout_ms between 500 and 20000),
  private_network text,
  services jsonb not null check (jsonb_typeof(services) = 'array'),
  sealed bytea not null,
  changed_at timestamptz not null,
  primary key (org_id, id)
);
alter table screening_service enable row level security;
create policy screening_service_own on screening_service to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update, delete on screening_service to app;
