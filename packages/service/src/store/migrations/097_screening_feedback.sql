-- What came of the warnings of an organization's own screening service and was not taken by it yet: of which signed record, or of which fill that was
-- sent, and never what it says. A row is written with the review or with the sending; that of a review counts once the record is signed.
-- Lock note: creates only. Nodes of the version before tell by themselves, and write no row.
create table screening_feedback (
  org_id text not null references organization,
  -- The reviewed record (`sgn_…`), or the fill (`fil_…`).
  subject_id text not null,
  -- The service's own id of what answered.
  service_id text not null check (length(service_id) between 1 and 100),
  tries integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, subject_id, service_id)
);
create index screening_feedback_next on screening_feedback (next_at);
alter table screening_feedback enable row level security;
create policy screening_feedback_own on screening_feedback to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy screening_feedback_courier on screening_feedback for select to courier using (true);
grant select, insert, update, delete on screening_feedback to app;
grant select (org_id, next_at) on screening_feedback to courier;
