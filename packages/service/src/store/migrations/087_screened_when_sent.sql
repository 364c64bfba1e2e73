-- What screening said of a saved prescription when it was sent, and why it was sent all the same: beside what was signed, which stays as it is.
-- Lock note: creates only. Nodes of the version before write no row; what they send was screened when it was signed.
create table sent_screening (
  org_id text not null references organization,
  fill_id text not null,
  screened_at timestamptz not null,
  -- Sealed: findings, data and answers.
  sealed bytea not null,
  primary key (org_id, fill_id),
  foreign key (org_id, fill_id) references fill (org_id, id)
);
alter table sent_screening enable row level security;
create policy sent_screening_own on sent_screening to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update on sent_screening to app;
