-- Recalls: every order of a medicine, of a list of prescriptions or of a pharmacy, as operators select them and hold what has not left.
-- Lock note: creates, and adds a small index over rows of the outbox that are on hold. Nodes of the version before heed what was put on
-- hold when a recall started; what is signed after that they do not look at, until they are replaced.

create table recall (
  id text primary key check (id like 'rcl\_%'),
  state text not null default 'PREVIEWED' check (state in ('PREVIEWED', 'STARTED', 'ENDED')),
  kind text not null check (kind in ('medicine', 'prescriptions', 'pharmacy')),
  -- What it is of, as the operator named it: ids and codes.
  named text[] not null,
  signed_from timestamptz,
  signed_until timestamptz,
  -- Only fills that were in one of these states when they were found; none: all.
  states text[] not null default '{}',
  -- `hold` keeps back what has not left; `notify` only tells the practices.
  action text check (action in ('hold', 'notify')),
  -- For the practices: no health information of any person.
  reason text check (length(reason) between 1 and 500),
  -- Counts the walks over all organizations: a walk that was cut off goes on where it stopped.
  round integer not null default 1,
  -- When the walk of this round was over; null while it is not.
  walked_at timestamptz,
  previewed_at timestamptz not null default now(),
  previewed_by text not null,
  started_at timestamptz,
  started_by text,
  ended_at timestamptz,
  ended_by text
);
grant select, insert, update on recall to keeper;
grant select (id, state, action, reason, round, kind, signed_from, signed_until, states, started_at, started_by, ended_at, ended_by) on recall to app;

-- What a recall is of: ids of treatments, pharmacies, partners, prescriptions, orders and fills. Every claim of a prescription asks for
-- those in force, so that nothing that matches leaves from the moment a recall starts, whenever it was signed.
create table recall_target (
  recall_id text not null references recall,
  key text not null,
  in_force boolean not null default false,
  primary key (recall_id, key)
);
create index recall_target_in_force on recall_target (key) where in_force;
grant select, insert, update on recall_target to keeper;
grant select on recall_target to app;

-- The fills that a recall was found to be of, each in its organization: what was selected before anything was done, and what came after.
create table recall_fill (
  org_id text not null references organization,
  recall_id text not null references recall,
  fill_id text not null,
  order_id text not null,
  -- The pharmacy and state in which it was found.
  pharmacy_id text,
  state text not null,
  found text not null check (found in ('preview', 'start', 'later')),
  found_at timestamptz not null default now(),
  -- When it was put on hold last, and released.
  held_at timestamptz,
  released_at timestamptz,
  primary key (org_id, recall_id, fill_id)
);
create index recall_fill_order on recall_fill (org_id, order_id);

-- How far the walk of a recall has come in each organization.
create table recall_walk (
  org_id text not null references organization,
  recall_id text not null references recall,
  round integer not null,
  after text not null default '',
  done boolean not null default false,
  primary key (recall_id, org_id)
);

alter table recall_fill enable row level security;
create policy recall_fill_own on recall_fill to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update on recall_fill to app;
alter table recall_walk enable row level security;
create policy recall_walk_own on recall_walk to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy recall_walk_keeper on recall_walk for select to keeper using (true);
grant select, insert, update on recall_walk to app;
grant select on recall_walk to keeper;

create index outbox_on_hold_by on outbox (org_id, on_hold_by, id) where on_hold_by is not null;
