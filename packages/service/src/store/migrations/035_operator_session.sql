-- Sessions of the operators' console and the tokens that operators make for scripts. Both name a user; whether that user is an
-- operator is judged from current rows each time.
-- Lock note: creates only. Nodes of the version before open no console.

create table operator_session (
  -- A hash of the cookie's value, which is the secret.
  secret_hash text primary key,
  user_id text not null,
  -- When the person proved who they are, with the second factor.
  proven_at timestamptz not null,
  begun_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index operator_session_user on operator_session (user_id);
create index operator_session_age on operator_session (last_seen_at);
alter table operator_session enable row level security;
create policy operator_session_door on operator_session for all to door using (true) with check (true);
grant select, insert, update, delete on operator_session to door;

create table operator_token (
  id text primary key,
  user_id text not null,
  name text not null,
  -- A hash of the token, which is shown once.
  secret_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz
);
create index operator_token_user on operator_token (user_id, created_at);
alter table operator_token enable row level security;
create policy operator_token_door on operator_token for all to door using (true) with check (true);
grant select, insert, update, delete on operator_token to door;
