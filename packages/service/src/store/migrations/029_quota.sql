-- What has been used of the quotas of API and hooks within the minute: one count for all nodes, which they add to in parts.
-- Lock note: creates only. Nodes of the version before count for themselves until they are replaced.
-- Unlogged: a count lives for a minute, and one that a crash forgets lets a minute's calls through once more.

create unlogged table quota (
  -- A keyed hash of whose quota it is: neither addresses nor ids.
  key text primary key,
  points integer not null,
  -- When the minute ends, in milliseconds since 1970.
  expire bigint not null
);
alter table quota enable row level security;
create policy quota_door on quota for all to door using (true) with check (true);
grant select, insert, update, delete on quota to door;
