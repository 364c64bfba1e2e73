-- How long a departure may wait, so that a clock that was wrong for a while is seen in the row; and what the store is.
-- Lock note: a column with a constant default and a new table; nothing is rewritten.

-- Milliseconds between the moment when run_at was set and run_at itself: the delay of a repetition, or the length of a lease. A row whose
-- run_at lies further ahead than that was written while the clock was ahead.
alter table outbox add column wait_ms integer not null default 0 check (wait_ms >= 0);

-- One row: production, staging or sandbox. What was opened as the one is never served as the other.
create table store_identity (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('production', 'staging', 'sandbox')),
  created_at timestamptz not null default now()
);
grant select, insert on store_identity to keeper;
grant select on store_identity to door;
-- A store that is older than this table is what its organizations are, where they agree.
insert into store_identity (environment)
  select min(environment) from organization having count(distinct environment) = 1;
