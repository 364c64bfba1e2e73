-- What a store knows of itself, so that an older state that was restored is noticed; and what is held back then until operators have reconciled it.
-- Lock note: two new tables, empty columns of outbox and small indexes over them; nothing is rewritten. Nodes of the version before know none
-- of it: until they are replaced they hold nothing back.

-- One row. The incarnation changes whenever an older state is noticed; beats only grow. A node that remembers more beats of an incarnation
-- than stand here looks at an older state.
create table store_mark (
  only_row boolean primary key default true check (only_row),
  incarnation text not null,
  beats bigint not null default 0,
  beaten_at timestamptz not null default now(),
  -- Where the store lies, as codes: a database's own numbers, or those of a directory.
  place text,
  timeline text,
  -- The last node stopped in order: a silence since then says nothing.
  stopped boolean not null default false,
  -- Incarnations that ended in this store: a node that remembers one of them only comes late.
  ended text[] not null default '{}'
) with (fillfactor = 50);
grant select, insert, update on store_mark to courier;

create table quarantine (
  id text primary key,
  began_at timestamptz not null default now(),
  -- A code.
  because text not null,
  began_by text not null,
  -- By which START_IN_QUARANTINE has begun it, once.
  label text unique,
  -- How many rows it held when it began.
  held integer not null default 0,
  ended_at timestamptz,
  ended_by text
);
create unique index quarantine_open on quarantine ((true)) where ended_at is null;
grant select, insert, update on quarantine to keeper;
grant select, update on quarantine to courier;
grant select on quarantine to app;

-- The quarantine that holds it; whether it is noted that it may have left; and how operators have settled it: nothing of it leaves then.
alter table outbox add column quarantine_id text, add column quarantine_noted boolean not null default false;
alter table outbox add column settled_as text check (settled_as in ('left', 'received')), add column settled_by text;
create index outbox_quarantine on outbox (quarantine_id) where quarantine_id is not null;
create index outbox_settled on outbox (id) where settled_as is not null;
