-- The keys that seal health information, each wrapped by the master key of the configuration.
-- Lock note: creates only.

create table data_key (
  org_id text not null references organization,
  -- `data` keys seal values; the `index` key makes the digests by which sealed values are found, and stays.
  purpose text not null check (purpose in ('data', 'index')),
  version integer not null check (version >= 1),
  -- Names the master key; says nothing of it.
  master_id text not null,
  -- Nonce, AES-256-GCM ciphertext of 32 bytes, tag.
  wrapped bytea not null check (octet_length(wrapped) = 60),
  -- From when it seals: later than its creation, so that every node has read it before.
  active_from timestamptz not null,
  -- Nothing is sealed with an older version any more. The old keys stay: a backup may still hold what they sealed.
  resealed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, purpose, version)
);
alter table data_key enable row level security;
create policy data_key_own on data_key to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy data_key_keeper on data_key to keeper using (true) with check (true);
grant select, insert on data_key to app;
grant update (resealed_at) on data_key to app;
grant select, insert, update on data_key to keeper;
