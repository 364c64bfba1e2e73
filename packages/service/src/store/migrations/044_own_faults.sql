-- What ends by an error of our own is tried again later and later, and given to a person in the end; answers to pharmacies remember what may have
-- arrived; carriers are asked later what became of a fax, and what was handed to them is forgotten at last.
-- Lock note: adds columns with constant defaults, an index over what was handed to carriers, and policies; no table is rewritten. Nodes of the
-- version before know none of it: they try again as often as they did, ask no later, and forget nothing.

-- An attempt of it may have left it there, whatever its answer was called: then "duplicate" speaks of our own repetition.
alter table pharmacy_response add column may_have_arrived boolean not null default false;

-- How often the work on it ended by an error of our own.
alter table outbox add column faults integer not null default 0;

-- When its carrier was asked last, after the attempts that handed it over had ended without knowing.
alter table carrier_message add column asked_at timestamptz;
create index carrier_message_age on carrier_message (handed_at);
create policy carrier_message_courier on carrier_message for select to courier using (true);
create policy carrier_message_asked on carrier_message for update to courier using (true) with check (true);
create policy carrier_message_prune on carrier_message for delete to courier using (handed_at < now() - interval '90 days');
grant select (org_id, reference, subject_id, carrier, carrier_id, state, handed_at, asked_at), update (asked_at), delete on carrier_message to courier;
