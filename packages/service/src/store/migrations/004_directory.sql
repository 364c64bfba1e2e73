-- ZIP codes, pharmacies with their endpoints and hook credentials, and patients.
-- Lock note: creates only.

-- How often each kind of network reference data was changed: what is kept in memory is read anew when its number moved.
create table reference_version (
  kind text primary key check (kind in ('pharmacy', 'zip', 'treatment')),
  version bigint not null default 1
);
insert into reference_version (kind) values ('pharmacy'), ('zip'), ('treatment');
grant select on reference_version to app, keeper;
grant update on reference_version to keeper;

create table zip (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  city text,
  state text not null,
  county text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180)
);
create index zip_city on zip (state, lower(city));
grant select on zip to app;
grant select, insert, update on zip to keeper;

-- A network that takes messages for pharmacies (D1). Its endpoint carries secrets: no API type shows it.
create table partner (
  id text primary key check (id like 'ptn\_%'),
  name text not null,
  endpoint jsonb not null,
  active boolean not null default true,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select on partner to app;
grant select, insert, update on partner to keeper;

-- Pharmacies belong to the network, not to an organization.
create table pharmacy (
  id text primary key check (id like 'phr\_%'),
  npi text check (npi ~ '^[0-9]{10}$'),
  ncpdp_id text check (ncpdp_id ~ '^[0-9]{7}$'),
  name text not null check (length(name) between 1 and 70),
  kind text not null check (kind in ('LOCAL_PICKUP', 'MAIL_ORDER')),
  pharmacy_type text not null,
  serves_public boolean not null,
  street1 text not null,
  street2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null default 'US',
  phone text check (phone ~ '^[0-9]{10}$'),
  fax text check (fax ~ '^[0-9]{10}$'),
  -- Null where the source contradicts itself: such a pharmacy is found by name, never by distance.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text,
  opening_hours jsonb,
  active boolean not null default true,
  partner_id text references partner,
  -- The pharmacy's own words for the accepted statuses (contract 8), such as {"ON THE WAY": "SHIPPED"}.
  status_words jsonb not null default '{}',
  -- Words people search by: lower case, ASCII, single blanks.
  search_words text collate "C" not null,
  search tsvector generated always as (array_to_tsvector(string_to_array(search_words, ' '))) stored,
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create unique index pharmacy_npi on pharmacy (npi) where npi is not null;
create unique index pharmacy_ncpdp_id on pharmacy (ncpdp_id) where ncpdp_id is not null;
create index pharmacy_search on pharmacy using gin (search);
create index pharmacy_list on pharmacy (name collate "C", id collate "C") where active;
create index pharmacy_partner on pharmacy (partner_id) where partner_id is not null;
grant select on pharmacy to app, keeper;
grant insert, update on pharmacy to keeper;
-- The status hook finds out which pharmacy a partner speaks for, and its own words, before an organization is known.
grant select (id, partner_id, active, status_words, ncpdp_id) on pharmacy to door;

-- How a pharmacy is reached (D6–D8), with its secrets; apart, so that no query for pharmacies can show them.
create table pharmacy_endpoint (
  pharmacy_id text primary key references pharmacy,
  integration jsonb not null,
  revision bigint not null default 1,
  updated_at timestamptz not null default now()
);
grant select on pharmacy_endpoint to app;
grant select, insert, update, delete on pharmacy_endpoint to keeper;

-- How a pharmacy or partner proves itself at the status hook (H1). Two may be valid at once: that is how they rotate.
create table hook_credential (
  id text primary key check (id like 'hkc\_%'),
  pharmacy_id text references pharmacy,
  partner_id text references partner,
  kind text not null check (kind in ('bearer', 'standard-webhooks')),
  -- SHA-256 of a bearer key, in hex.
  key_hash text unique check (key_hash ~ '^[0-9a-f]{64}$'),
  -- The name of a signing key (`webhook-key-id`), and the secret that verifies its signatures.
  key_id text,
  secret text,
  valid_from timestamptz not null,
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(pharmacy_id, partner_id) = 1),
  check ((kind = 'bearer') = (key_hash is not null)),
  check ((kind = 'standard-webhooks') = (key_id is not null and secret is not null)),
  check (valid_until > valid_from)
);
create index hook_credential_key_id on hook_credential (key_id) where key_id is not null;
create index hook_credential_pharmacy on hook_credential (pharmacy_id) where pharmacy_id is not null;
create index hook_credential_partner on hook_credential (partner_id) where partner_id is not null;
grant select on hook_credential to door;
grant select, insert, update on hook_credential to keeper;

create table patient (
  org_id text not null references organization,
  id text not null check (id like 'pat\_%'),
  -- Digest of the organization's own id; that id is among what is sealed.
  external_digest bytea,
  -- Sealed: everything that tells who the patient is and of their health; each value is checked before it is sealed.
  sealed bytea not null,
  -- Plain, because a signature is refused in SQL for a patient who has died (W8).
  deceased boolean not null default false,
  preferred_pharmacy_id text references pharmacy,
  -- Counts every change: what a signature was made over is compared with it.
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index patient_external_id on patient (org_id, external_digest) where external_digest is not null;
alter table patient enable row level security;
create policy patient_own on patient to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update on patient to app;

-- What a patient is found by: keyed digests of every beginning of every word of the name, and of the date of birth.
create table patient_token (
  org_id text not null,
  token bytea not null,
  patient_id text not null,
  primary key (org_id, token, patient_id),
  foreign key (org_id, patient_id) references patient (org_id, id)
);
create index patient_token_patient on patient_token (org_id, patient_id);
alter table patient_token enable row level security;
create policy patient_token_own on patient_token to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, delete on patient_token to app;
