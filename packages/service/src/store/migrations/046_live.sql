-- What changed of what pages show, so that whoever looks is told of it: each row carries the transaction that wrote it, and a reader asks for
-- those that its last look could not see. A number from a sequence would not do: a lower one may be committed after a higher one was read.
-- Lock note: an empty column of fill_event, and an index over it, for which every row is looked at once while histories are not written; a
-- new table and a view. Nodes of the version before write the column without knowing it.

alter table fill_event add column changed_in xid8;
-- Apart from the column, so that rows of before are not rewritten: what is older than this is nobody's news.
alter table fill_event alter column changed_in set default pg_current_xact_id();
create index fill_event_changed on fill_event (changed_in) where changed_in is not null;

-- What changed besides orders, whose history says it: kinds and ids, no health information. Kept for minutes.
create table change (
  org_id text not null references organization,
  -- No sequence: a store that is moved is its rows.
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('order', 'desk', 'draft', 'patient')),
  subject_id text not null,
  order_id text,
  patient_id text,
  changed_in xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create index change_changed on change (changed_in);
alter table change enable row level security;
create policy change_own on change to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy change_courier on change to courier using (true);
grant insert on change to app;
grant select (at), delete on change to courier;

-- All of it under one form. It is read with the rights of its owner: the courier sees these ids and nothing else of a history.
create view live_change as
  select e.org_id, 'order' as kind, e.order_id as subject_id, e.order_id, o.patient_id, e.changed_in
  from fill_event e join orders o on o.org_id = e.org_id and o.id = e.order_id
  where e.changed_in is not null
  union all
  select c.org_id, c.kind, c.subject_id, c.order_id, coalesce(c.patient_id, o.patient_id), c.changed_in
  from change c left join orders o on o.org_id = c.org_id and o.id = c.order_id;
revoke all on live_change from public;
grant select on live_change to courier;
