-- Credentials of pharmacies and partners, and secrets that sign their reports, are sealed with keys of the network.
-- Lock note: adds empty columns and replaces one check; what is plain is sealed in the background, by who has the keys.

-- As `data_key`, for what belongs to no organization.
create table network_key (
  purpose text not null check (purpose in ('data', 'index')),
  version integer not null check (version >= 1),
  master_id text not null,
  wrapped bytea not null check (octet_length(wrapped) = 60),
  active_from timestamptz not null,
  resealed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (purpose, version)
);
grant select, insert, update on network_key to keeper;

-- How the service proves itself there, and its extra headers; null where there is nothing secret.
alter table partner add column sealed bytea;
alter table pharmacy_endpoint add column sealed bytea;

alter table hook_credential add column sealed bytea;
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'hook_credential'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%secret IS NOT NULL%';
  execute format('alter table hook_credential drop constraint %I', name);
end
$$;
alter table hook_credential add constraint hook_credential_secret check (
  (kind = 'standard-webhooks') = (key_id is not null and num_nonnulls(secret, sealed) = 1)
  and (kind = 'standard-webhooks' or num_nonnulls(key_id, secret, sealed) = 0)
);
