-- People, applications and what proves who they are.
-- Lock note: creates only.

-- A person who signs in, across organizations. Only the door sees these rows: a room knows users of its organization.
create table account (
  id text primary key check (id like 'acc\_%'),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  -- Argon2id in PHC form; null until the person has chosen one.
  password_hash text,
  active boolean not null default true,
  -- Tokens and sessions from before this moment are dead (sign-out everywhere, changed password).
  tokens_not_before timestamptz not null default '1970-01-01 00:00:00+00',
  -- AES-256-GCM by the identity key; the row's id is authenticated with it.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The last time step that was accepted: one code works once (RFC 6238, 5.2).
  totp_last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table account enable row level security;
create policy account_door on account for all to door using (true) with check (true);
grant select, insert, update on account to door;

-- A WebAuthn credential.
create table passkey (
  account_id text not null references account,
  id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (account_id, id)
);
create unique index passkey_id on passkey (id);
alter table passkey enable row level security;
create policy passkey_door on passkey for all to door using (true) with check (true);
grant select, insert, update, delete on passkey to door;

-- One-time codes for a lost second factor, kept as keyed hashes.
create table recovery_code (
  account_id text not null references account,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
alter table recovery_code enable row level security;
create policy recovery_code_door on recovery_code for all to door using (true) with check (true);
grant select, insert, update, delete on recovery_code to door;

-- Links sent by e-mail: invitations and forgotten passwords, kept as hashes.
create table account_link (
  token_hash text primary key,
  account_id text not null references account,
  purpose text not null check (purpose in ('invitation', 'password')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index account_link_account on account_link (account_id);
alter table account_link enable row level security;
create policy account_link_door on account_link for all to door using (true) with check (true);
grant select, insert, update, delete on account_link to door;

-- Who somebody is at the OpenID issuer of their own organization.
create table external_identity (
  issuer text not null,
  subject text not null,
  account_id text not null references account,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identity_account on external_identity (account_id);
alter table external_identity enable row level security;
create policy external_identity_door on external_identity for all to door using (true) with check (true);
grant select, insert, delete on external_identity to door;

-- A person's place in one organization.
create table app_user (
  org_id text not null references organization,
  id text not null check (id like 'usr\_%'),
  account_id text not null references account,
  -- The account's e-mail, for the organization's list of users.
  email text not null,
  first_name text not null check (length(first_name) between 1 and 35),
  middle_name text check (length(middle_name) between 1 and 35),
  last_name text not null check (length(last_name) between 1 and 35),
  name_suffix text check (length(name_suffix) between 1 and 10),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['prescriber', 'staff', 'admin', 'operator']),
  active boolean not null default true,
  -- Copied from the account, so that one look at this row tells who may sign.
  second_factor boolean not null default false,
  npi text check (npi ~ '^[12][0-9]{9}$'),
  credentials text check (length(credentials) between 1 and 35),
  -- Ten digits.
  phone text check (phone ~ '^[2-9][0-9]{9}$'),
  phone_extension text check (phone_extension ~ '^[0-9]{1,8}$'),
  fax text check (fax ~ '^[2-9][0-9]{9}$'),
  practice_name text check (length(practice_name) between 1 and 70),
  practice_street1 text check (length(practice_street1) between 1 and 40),
  practice_street2 text check (length(practice_street2) between 1 and 40),
  practice_city text check (length(practice_city) between 1 and 35),
  practice_state text check (practice_state ~ '^[A-Z]{2}$'),
  practice_postal_code text check (practice_postal_code ~ '^[0-9]{5}(-[0-9]{4})?$'),
  licence_states text[] not null default '{}',
  -- The signature attestation the prescriber agreed to last.
  attestation_version text,
  attestation_hash text,
  attested_at timestamptz,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (org_id, id)
);
create unique index app_user_account on app_user (org_id, account_id);
create index app_user_of_account on app_user (account_id);
create index app_user_name on app_user (org_id, last_name, first_name, id);
alter table app_user enable row level security;
create policy app_user_own on app_user to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy app_user_door on app_user for select to door using (true);
create policy app_user_door_factor on app_user for update to door using (true) with check (true);
grant select, insert, update on app_user to app;
-- What a sign-in needs before the organization is known.
grant select (org_id, id, account_id, email, first_name, last_name, roles, active, second_factor) on app_user to door;
grant update (second_factor, revision) on app_user to door;
grant select (revision) on app_user to door;

-- A client of the API.
create table application (
  org_id text not null references organization,
  id text not null check (id like 'app\_%'),
  name text not null check (length(name) between 1 and 100),
  -- public: elements in a browser (code + PKCE); confidential: a machine (client credentials).
  kind text not null check (kind in ('public', 'confidential')),
  -- Where a sign-in may return to: exact.
  callback_urls text[] not null default '{}',
  -- Web origins that may call the token endpoint and the API.
  origins text[] not null default '{}',
  scopes text[] not null default '{}',
  -- Our own portal serves users of every organization; set by the keeper of the network only.
  any_organization boolean not null default false,
  active boolean not null default true,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index application_id on application (id);
create index application_origins on application using gin (origins);
alter table application enable row level security;
create policy application_own on application to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy application_door on application for select to door using (true);
create policy application_keeper on application for all to keeper using (true) with check (true);
grant select on application to app;
grant insert (org_id, id, name, kind, callback_urls, origins, scopes) on application to app;
grant update (name, callback_urls, origins, scopes, active, revision, updated_at) on application to app;
grant select on application to door;
grant select, insert, update on application to keeper;

-- Secrets of confidential clients: several are valid at a time while one is rotated.
create table application_secret (
  org_id text not null,
  application_id text not null,
  id text not null,
  -- SHA-256, hex: the secrets have 256 bits of their own.
  secret_hash text not null,
  created_at timestamptz not null default now(),
  -- Null while it is the newest one.
  expires_at timestamptz,
  primary key (org_id, application_id, id),
  foreign key (org_id, application_id) references application
);
alter table application_secret enable row level security;
create policy application_secret_own on application_secret to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy application_secret_door on application_secret for select to door using (true);
grant select (org_id, application_id, id, created_at, expires_at) on application_secret to app;
grant insert, delete on application_secret to app;
grant update (expires_at) on application_secret to app;
grant select on application_secret to door;

-- What the OpenID provider keeps: sessions, grants, codes, refresh tokens, sign-ins under way.
create table oidc_artifact (
  model text not null,
  -- SHA-256 of the artifact's own id, which for codes and refresh tokens is the secret itself.
  id_hash text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  account_id text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oidc_artifact_grant on oidc_artifact (grant_id) where grant_id is not null;
create index oidc_artifact_uid on oidc_artifact (model, uid) where uid is not null;
create index oidc_artifact_account on oidc_artifact (account_id) where account_id is not null;
create index oidc_artifact_age on oidc_artifact (expires_at);
alter table oidc_artifact enable row level security;
create policy oidc_artifact_door on oidc_artifact for all to door using (true) with check (true);
grant select, insert, update, delete on oidc_artifact to door;

-- Keys that sign tokens.
create table signing_key (
  kid text primary key,
  -- next: published, not signing yet; current: signs; retired: published until its tokens have ended.
  state text not null check (state in ('next', 'current', 'retired')),
  public_jwk jsonb not null,
  -- AES-256-GCM by the identity key; the kid is authenticated with it.
  private_jwk_sealed bytea not null,
  created_at timestamptz not null,
  state_at timestamptz not null
);
create unique index signing_key_current on signing_key (state) where state = 'current';
alter table signing_key enable row level security;
create policy signing_key_door on signing_key for all to door using (true) with check (true);
grant select, insert, update, delete on signing_key to door;

-- Counts of failed proofs, by keyed hash of what is slowed down (account, address, device).
create table sign_in_throttle (
  bucket text primary key,
  -- Falls with time; see the room's throttle.
  level double precision not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_throttle_age on sign_in_throttle (expires_at);
alter table sign_in_throttle enable row level security;
create policy sign_in_throttle_door on sign_in_throttle for all to door using (true) with check (true);
grant select, insert, update, delete on sign_in_throttle to door;
