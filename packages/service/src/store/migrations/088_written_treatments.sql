-- Treatments that a practice writes itself because no drug file holds them: its own, unseen by any other, and never changed. What a compound is made
-- of stands beside the names of its ingredients.
-- Lock note: adds two columns with constant defaults to treatment, which rewrites no row, and policies. Nodes of the version before see the
-- network's treatments as before, and those that were written by the organization for which they ask.

alter table treatment add column written_by text references organization;
alter table treatment add column compound jsonb not null default '[]'
  constraint treatment_compound_check check (jsonb_typeof(compound) = 'array');
create index treatment_written on treatment (written_by) where written_by is not null;

alter table treatment enable row level security;
create policy treatment_seen on treatment for select to app using (written_by is null or written_by = (select app_org()));
create policy treatment_written_own on treatment for insert to app with check (written_by = (select app_org()));
create policy treatment_keeper on treatment for all to keeper using (true) with check (true);
grant insert on treatment to app;
