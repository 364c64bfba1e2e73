-- The audit trail and the answers kept for idempotent writes.
-- Lock note: creates only.

create table audit_entry (
  org_id text not null references organization,
  id text not null,
  at timestamptz not null default clock_timestamp(),
  -- Who: a user, a machine client, a pharmacy, or the service itself.
  actor_kind text not null check (actor_kind in ('user', 'machine', 'pharmacy', 'service')),
  actor_id text,
  client_id text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  outcome text not null default 'success' check (outcome in ('success', 'refused', 'failed')),
  -- Ids and codes only, never health information.
  detail jsonb not null default '{}',
  primary key (org_id, id)
);
create index audit_entry_subject on audit_entry (org_id, subject_id, at);
alter table audit_entry enable row level security;
create policy audit_entry_own on audit_entry to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
-- Append-only: nobody who serves requests can change or remove an entry.
grant select, insert on audit_entry to app;

create table idempotency_key (
  org_id text not null references organization,
  -- The user or machine client that sent the key: keys of two callers never meet.
  actor_id text not null,
  key text not null check (length(key) between 1 and 255),
  operation text not null,
  -- Keyed digest over the operation and its input: a plain one would confirm a guessed patient.
  fingerprint text not null,
  -- Ids of what the write made, never the answer's content.
  result jsonb not null,
  created_at timestamptz not null default now(),
  primary key (org_id, actor_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);
alter table idempotency_key enable row level security;
create policy idempotency_key_own on idempotency_key to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy idempotency_key_prune on idempotency_key for delete to courier using (created_at < now() - interval '30 days');
grant select, insert on idempotency_key to app;
grant select (created_at), delete on idempotency_key to courier;
create policy idempotency_key_age_read on idempotency_key for select to courier using (true);
