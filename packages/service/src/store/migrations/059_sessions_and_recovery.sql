-- What people are shown of their sessions, and when a session was used last, by which it ends when nobody works in it; and the
-- requests of administrators for a person who lost every factor, which another administrator confirms.
-- Lock note: creates only, and replaces the policy by which the door leaves entries with a wider one. Nodes of the version before
-- write no row of a session: theirs are not listed, and end after 12 hours as before.

create table browser_session (
  -- The session's own name with the OpenID provider. It is not the value of its cookie, which is the secret.
  uid text primary key,
  org_id text not null,
  user_id text not null,
  begun_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz not null,
  -- Which family of browsers on which kind of system, of a short list of ours: `firefox windows`.
  browser text not null
);
create index browser_session_user on browser_session (user_id);
create index browser_session_age on browser_session (last_used_at);
alter table browser_session enable row level security;
create policy browser_session_door on browser_session for all to door using (true) with check (true);
grant select, insert, update, delete on browser_session to door;

create table recovery_request (
  org_id text not null references organization,
  user_id text not null,
  -- Made anew with each request: a form that confirms an earlier one confirms nothing.
  id text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  primary key (org_id, user_id)
);
alter table recovery_request enable row level security;
create policy recovery_request_door on recovery_request for all to door using (true) with check (true);
grant select, insert, update, delete on recovery_request to door;

-- What ends or begins a person's ways to sign in is one transaction of the door with the entries of it: of an operator, and of the
-- two administrators of a recovery. No other kind of entry is the door's to write.
drop policy audit_entry_door on audit_entry;
create policy audit_entry_door on audit_entry for insert to door
  with check (
    (actor_kind = 'operator' and action = 'user.recover')
    or (actor_kind = 'user' and action in ('user.ask-recovery', 'user.withdraw-recovery', 'user.recover'))
  );
