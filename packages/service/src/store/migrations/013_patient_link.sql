-- The link by which a patient chooses the pharmacy of an order, and the patient as somebody who acts.
-- Lock note: creates, and replaces a check of the audit trail, which looks at every entry once.

-- One link per order. Its token is derived, and kept as a hash only.
create table patient_link (
  org_id text not null references organization,
  id text not null check (id like 'plk\_%'),
  order_id text not null,
  -- SHA-256, in hex.
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, order_id) references orders (org_id, id),
  unique (org_id, order_id)
);
create unique index patient_link_token on patient_link (token_hash);
create unique index patient_link_id on patient_link (id);
alter table patient_link enable row level security;
create policy patient_link_own on patient_link to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy patient_link_door on patient_link for select to door using (true);
grant select, insert on patient_link to app;
-- A link whose key does not count any more gets a new token.
grant update (revoked_at, token_hash) on patient_link to app;
-- The door finds the organization of a token or a visit.
grant select (org_id, id, token_hash) on patient_link to door;

alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('user', 'machine', 'pharmacy', 'patient', 'service'));
