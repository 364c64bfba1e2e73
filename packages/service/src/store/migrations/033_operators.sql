-- Acts of the network's operators on people's accounts and on the keys that sign tokens, each with its entry in its own transaction.
-- Lock note: replaces a check without looking at the rows, which the narrower one held already; grants otherwise. Nodes of the
-- version before read an operator's entry as they read any other.

alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('user', 'machine', 'pharmacy', 'patient', 'service', 'operator')) not valid;

-- An account may have users in several organizations. What ends its sessions is one transaction of the door, which leaves an
-- entry in each of them: this one kind, and no other.
create policy audit_entry_door on audit_entry for insert to door
  with check (actor_kind = 'operator' and action = 'user.recover');
grant insert on audit_entry to door;

-- Signing keys move along as the door.
grant insert on network_audit_entry to door;
