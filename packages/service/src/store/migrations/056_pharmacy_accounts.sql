-- Pharmacies sign in: their people with what they prove themselves by, their sessions, and what they say is wrong in the directory.
-- Lock note: builds one index of transmission, for which each row is looked at once while it is not written, and adds an empty column to
-- hook_credential. Nodes of the version before neither read nor write any of it.

create table pharmacy_account (
  id text primary key check (id like 'pha\_%'),
  pharmacy_id text not null references pharmacy,
  -- In small letters: what the person signs in by.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  -- As PHC text; null until the invitation is accepted.
  password_hash text,
  -- Sealed by the identity key; null until an app is enrolled.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- A code is good once: the step of the last one that was used.
  totp_last_step bigint not null default 0,
  -- A keyed hash of the invitation's token; null once it is used up.
  invitation_hash text unique,
  invitation_until timestamptz,
  active boolean not null default true,
  invited_by text not null,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  check ((invitation_hash is null) = (invitation_until is null)),
  check (totp_confirmed_at is null or totp_secret is not null)
);
create index pharmacy_account_pharmacy on pharmacy_account (pharmacy_id, id);

create table pharmacy_session (
  -- SHA-256 of the cookie's secret, in hex.
  secret_hash text primary key check (secret_hash ~ '^[0-9a-f]{64}$'),
  account_id text not null references pharmacy_account,
  -- `enrol`: the invitation was accepted, the app is missing; `password`: the code is missing; `full`: both were proved.
  stage text not null check (stage in ('enrol', 'password', 'full')),
  begun_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index pharmacy_session_account on pharmacy_session (account_id);
create index pharmacy_session_age on pharmacy_session (last_seen_at);

-- What a pharmacy says is wrong of what we believe about it. `applied` took effect at once and is a note to the operators; `waiting` takes
-- effect when an operator confirms it.
create table pharmacy_correction (
  id text primary key check (id like 'phc\_%'),
  pharmacy_id text not null references pharmacy,
  account_id text not null references pharmacy_account,
  field text not null check (field in ('phone', 'hours', 'fax', 'endpoint', 'address')),
  -- JSON of the value before and of the one that is proposed: a pharmacy's own data, of no patient.
  before jsonb,
  proposed jsonb,
  state text not null check (state in ('waiting', 'confirmed', 'declined', 'withdrawn', 'applied', 'seen')),
  -- Names the form that was sent, so that sending it again asks for nothing twice.
  asked_once text not null,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text check (length(reason) <= 500),
  unique (account_id, asked_once)
);
-- One of a field waits at a time: the next takes its place.
create unique index pharmacy_correction_waiting on pharmacy_correction (pharmacy_id, field) where state = 'waiting';
create index pharmacy_correction_open on pharmacy_correction (id) where state in ('waiting', 'applied');
create index pharmacy_correction_pharmacy on pharmacy_correction (pharmacy_id, id);

do $$
declare
  name text;
begin
  foreach name in array array['pharmacy_account', 'pharmacy_session', 'pharmacy_correction'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I for all to door using (true) with check (true)', name || '_door', name);
    execute format('create policy %I on %I for all to keeper using (true) with check (true)', name || '_keeper', name);
  end loop;
end
$$;
-- The door signs people in; operators invite them, and decide what they say.
grant select, update on pharmacy_account to door;
grant select, insert, update on pharmacy_account to keeper;
grant select, insert, update, delete on pharmacy_session to door;
grant select, delete on pharmacy_session to keeper;
grant select, insert, update on pharmacy_correction to keeper;

-- The latest prescriptions that went to a pharmacy, of all organizations.
create index transmission_of_pharmacy on transmission (pharmacy_id, created_at desc) where kind = 'new';
grant select (created_at) on transmission to door;

-- When a report last came with it; written down once in a while.
alter table hook_credential add column last_used_at timestamptz;
grant update (last_used_at) on hook_credential to door;
