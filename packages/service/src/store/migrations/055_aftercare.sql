-- Reminders of the desk by mail, the settings that they follow, and telephone numbers of patients that wait to be corrected.
-- Lock note: adds columns with defaults to organization and an empty one to wrong_number, whose rows are looked at once by its new index. Nodes of
-- the version before neither read nor write any of it: they remind nobody.

alter table organization
  -- Days on which the office is closed, by its own calendar.
  add column office_holidays date[] not null default '{}' check (cardinality(office_holidays) <= 100),
  -- Where the practice itself reads mails; null: everybody who works on its desk.
  add column desk_mail_to text check (length(desk_mail_to) <= 254),
  -- Which reminders of the desk are not sent.
  add column desk_reminders_off text[] not null default '{}',
  -- Grows with every change of a setting: whoever changes what they have seen does not undo what others changed meanwhile.
  add column revision bigint not null default 1;
create policy organization_own_settings on organization for update to app
  using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant update (settings, office_holidays, desk_mail_to, desk_reminders_off, revision) on organization to app;
create policy organization_courier on organization for select to courier using (true);
grant select (org_id) on organization to courier;

-- When each desk is looked at next: what becomes due by time alone is found by it, and no node looks at a desk that another one looks at.
create table desk_watch (
  org_id text primary key references organization,
  look_at timestamptz not null,
  looked_at timestamptz
);
create index desk_watch_due on desk_watch (look_at);

-- What happened to something on the desk: each step of each cause once, whoever looks and however often.
create table desk_step (
  org_id text not null references organization,
  cause text not null,
  subject_id text not null,
  -- The moment of the cause, in microseconds, as in desk_item.
  mark bigint not null,
  step text not null check (step in ('entered', 'late')),
  noted_at timestamptz not null,
  primary key (org_id, cause, subject_id, mark, step)
);

-- A mail about several of them to one recipient. Ids alone: what it says is read from the desk when it leaves.
create table desk_mail (
  org_id text not null references organization,
  id text not null check (id like 'dml\_%'),
  -- A user, or `practice`.
  recipient text not null check (recipient = 'practice' or recipient like 'usr\_%'),
  -- Outside of office hours it goes to whoever looks after the desk then.
  after_hours boolean not null,
  -- Ids of items.
  entered text[] not null,
  late text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'needless', 'failed')),
  created_at timestamptz not null,
  run_at timestamptz not null,
  -- Tries so far. From the first one on nothing more is added to it.
  attempt integer not null default 0,
  ended_at timestamptz,
  primary key (org_id, id)
);
create index desk_mail_due on desk_mail (run_at) where state = 'waiting';
create unique index desk_mail_open on desk_mail (org_id, recipient, after_hours) where state = 'waiting' and attempt = 0;
create index desk_mail_ended on desk_mail (org_id, recipient, ended_at) where state <> 'waiting';

do $$
declare
  name text;
begin
  foreach name in array array['desk_watch', 'desk_step', 'desk_mail'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I to app using (org_id = (select app_org())) with check (org_id = (select app_org()))', name || '_own', name);
  end loop;
end
$$;
grant select, insert, update on desk_watch to app;
grant select, insert, delete on desk_step to app;
grant select, insert, update, delete on desk_mail to app;
create policy desk_watch_courier on desk_watch for select to courier using (true);
create policy desk_mail_courier on desk_mail for select to courier using (true);
grant select on desk_watch to courier;
grant select (org_id, id, state, run_at, created_at, attempt) on desk_mail to courier;

-- When the patient got another number: until then it lies on the desk.
alter table wrong_number add column settled_at timestamptz;
create index wrong_number_open on wrong_number (org_id, reported_at) where settled_at is null;
grant update (settled_at) on wrong_number to app;
