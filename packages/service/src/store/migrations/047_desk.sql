-- The practice's desk: who looks after what needs a person, notes, what was handled, questions of pharmacists, and reminders. What stands on the desk
-- is derived from fills, orders, drafts, requests and questions each time it is read; nothing here can lose it.
-- Lock note: adds columns with defaults to organization; builds two indexes of fill and one of orders, for which each row is looked at once while
-- they are not written. Nodes of the version before neither read nor write any of it.

alter table organization
  -- Who is told outside of office hours, and in place of somebody who has left; null: the practice.
  add column after_hours_owner_id text check (after_hours_owner_id like 'usr\_%'),
  -- By the organization's own clock; ISO days, Monday is 1.
  add column office_opens text not null default '08:00' check (office_opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column office_closes text not null default '18:00' check (office_closes ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and office_closes > office_opens),
  add column office_days smallint[] not null default '{1,2,3,4,5}'
    check (cardinality(office_days) between 1 and 7 and office_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]);
create policy organization_own_hours on organization for update to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant update (after_hours_owner_id, office_opens, office_closes, office_days) on organization to app;

-- What people have done about something on the desk. `mark` is the moment of the cause, in microseconds: what was handled comes back with the next.
create table desk_item (
  org_id text not null references organization,
  cause text not null,
  -- The fill, order, draft, request or question.
  subject_id text not null,
  owner_id text,
  owned_since timestamptz,
  -- Who said so: the owner who took it, or who handed it over.
  owned_by text,
  handled_mark bigint,
  handled_at timestamptz,
  handled_by text,
  -- Sealed: why.
  sealed_reason bytea,
  revision bigint not null default 1,
  primary key (org_id, cause, subject_id)
);

create table desk_note (
  org_id text not null references organization,
  id text not null check (id like 'dnt\_%'),
  cause text not null,
  subject_id text not null,
  -- Sealed: it may name the patient.
  sealed bytea not null,
  written_by text not null,
  written_at timestamptz not null,
  primary key (org_id, id)
);
create index desk_note_item on desk_note (org_id, cause, subject_id, written_at, id);

-- What a pharmacist asks of the prescriber on the page behind a fax.
create table pharmacy_question (
  org_id text not null references organization,
  id text not null check (id like 'qst\_%'),
  fill_id text not null,
  pharmacy_id text not null references pharmacy,
  -- Names the form that was sent, so that sending it again asks nothing twice.
  asked_once text not null,
  asked_at timestamptz not null,
  -- Sealed, both.
  sealed_question bytea not null,
  sealed_answer bytea,
  answered_by text,
  answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, fill_id) references fill (org_id, id),
  unique (org_id, fill_id, asked_once)
);
create index pharmacy_question_open on pharmacy_question (org_id, asked_at, id) where answered_at is null;
create index pharmacy_question_fill on pharmacy_question (org_id, fill_id, asked_at);

do $$
declare
  name text;
begin
  foreach name in array array['desk_item', 'desk_note', 'pharmacy_question'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I to app using (org_id = (select app_org())) with check (org_id = (select app_org()))', name || '_own', name);
  end loop;
end
$$;
grant select, insert, update on desk_item, pharmacy_question to app;
grant select, insert on desk_note to app;

-- Only what needs a person is in it.
create index fill_desk on fill (org_id, order_id)
  where state in ('STUCK', 'ERROR') or alert is not null or dispensed_after_cancel_at is not null or cancel_not_sent_at is not null
    or discontinue_not_sent_at is not null or cancel_asked_at is not null or cancel_answer = 'denied';
-- By pharmacy, so that those that never report are stepped over.
create index fill_unconfirmed on fill (org_id, pharmacy_id, sent_at) where state = 'SENT';
create index orders_routing on orders (org_id, created_at) where state = 'ROUTING';
