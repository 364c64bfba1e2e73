-- What comes back from pharmacies: deliveries of their reports and messages, and the links that faxes carry.
-- Lock note: creates only.

-- The link that one fax carries. Its token (in the QR code) and its typed code are kept as hashes only.
create table secure_link (
  org_id text not null references organization,
  id text not null check (id like 'lnk\_%'),
  transmission_id text not null,
  order_id text not null,
  fill_id text not null,
  pharmacy_id text not null,
  -- 1, and one more with each re-issue: token and code are derived from it.
  generation integer not null default 1 check (generation >= 1),
  -- SHA-256, in hex.
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  -- With the prescription.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, transmission_id) references transmission (org_id, id),
  foreign key (org_id, fill_id) references fill (org_id, id),
  unique (org_id, transmission_id, generation)
);
create unique index secure_link_token on secure_link (token_hash);
create unique index secure_link_code on secure_link (code_hash);
create index secure_link_of_fill on secure_link (org_id, fill_id);
alter table secure_link enable row level security;
create policy secure_link_own on secure_link to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy secure_link_door on secure_link for select to door using (true);
grant select, insert on secure_link to app;
grant update (revoked_at) on secure_link to app;
-- The door finds the organization of a token or code.
grant select (org_id, id, token_hash, code_hash) on secure_link to door;

-- One row per delivery of a report or message, so that a repetition changes nothing (kept 90 days).
-- The key does not begin with the organization: a sender's id is unique over all organizations, and the sender
-- does not know of them. Row-level security still shows an organization only its own rows.
create table hook_delivery (
  org_id text not null references organization,
  -- The pharmacy or partner whose credential it came with.
  sender_id text not null,
  -- `webhook-id`, or `script:` and the MessageID.
  delivery_id text not null check (length(delivery_id) between 1 and 300),
  -- SHA-256 of the body, in hex.
  body_hash text not null,
  -- What was answered, without health information.
  answer jsonb not null,
  deliveries integer not null default 1,
  created_at timestamptz not null,
  last_at timestamptz not null,
  primary key (sender_id, delivery_id)
);
create index hook_delivery_age on hook_delivery (created_at);
alter table hook_delivery enable row level security;
create policy hook_delivery_own on hook_delivery to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy hook_delivery_age_read on hook_delivery for select to courier using (true);
create policy hook_delivery_prune on hook_delivery for delete to courier using (created_at < now() - interval '90 days');
grant select, insert on hook_delivery to app;
grant update (answer, deliveries, last_at) on hook_delivery to app;
grant select (created_at), delete on hook_delivery to courier;
