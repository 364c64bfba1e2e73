-- The audit trail's chain: what every entry says besides, the queue of entries to chain, the links and the signed checkpoints.
-- Lock note: adds columns with constant defaults (no rewrite) and a trigger to audit_entry; creates otherwise.

-- Why: HL7 PurposeOfUse (treatment, operations of the practice, administration of the system).
alter table audit_entry add column purpose text not null default 'TREAT' check (purpose in ('TREAT', 'HOPERAT', 'HSYSADMIN'));
-- From where: the address that the request came from, and the request's id as the log and the answer name it.
alter table audit_entry add column source_ip text check (length(source_ip) <= 64);
alter table audit_entry add column request_id text check (length(request_id) <= 128);

-- Entries that are committed and not chained yet. An entry comes here in its own transaction, so that one which commits
-- after later ones were chained is found here when it does, and never skipped.
create table audit_pending (
  org_id text not null,
  entry_id text not null,
  primary key (org_id, entry_id)
);
alter table audit_pending enable row level security;

-- The chain of each organization: h(n) = SHA-256(0x01 || h(n-1) || entry). No foreign key to the entry: a link outlives what
-- somebody removed, and shows that it was there.
create table audit_link (
  org_id text not null references organization,
  -- From 1, without gaps.
  number bigint not null check (number >= 1),
  entry_id text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (org_id, number),
  unique (org_id, entry_id)
);
alter table audit_link enable row level security;

-- Signed heads of the chain. Each names the one before it, so that none can be taken out.
create table audit_checkpoint (
  org_id text not null references organization,
  number bigint not null check (number >= 1),
  hash bytea not null check (length(hash) = 32),
  -- The number of the checkpoint before; 0 for the first.
  previous bigint not null check (previous >= 0 and previous < number),
  at timestamptz not null,
  key_id text not null,
  -- Ed25519.
  signature bytea not null check (length(signature) = 64),
  primary key (org_id, number),
  unique (org_id, previous)
);
alter table audit_checkpoint enable row level security;

-- By the owner, so that nobody who serves can write the queue, and whoever writes an entry cannot leave it out.
create function audit_queue() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_pending (org_id, entry_id) select org_id, id from fresh;
  return null;
end
$$;
revoke execute on function audit_queue() from public;
create trigger audit_entry_queue after insert on audit_entry
  referencing new table as fresh for each statement execute function audit_queue();
insert into audit_pending (org_id, entry_id) select org_id, id from audit_entry;

-- The courier chains: it reads entries (ids and codes, no health information), appends links and checkpoints, and takes
-- from the queue only what is linked. Nobody who serves can change or remove a link, a checkpoint or an entry.
create policy audit_entry_courier on audit_entry for select to courier using (true);
create policy audit_pending_courier on audit_pending for select to courier using (true);
create policy audit_pending_linked on audit_pending for delete to courier using (exists (
  select from audit_link l where l.org_id = audit_pending.org_id and l.entry_id = audit_pending.entry_id
));
create policy audit_link_courier on audit_link for select to courier using (true);
create policy audit_link_append on audit_link for insert to courier with check (true);
create policy audit_checkpoint_courier on audit_checkpoint for select to courier using (true);
create policy audit_checkpoint_append on audit_checkpoint for insert to courier with check (true);
grant select on audit_entry to courier;
grant select, delete on audit_pending to courier;
grant select, insert on audit_link, audit_checkpoint to courier;
