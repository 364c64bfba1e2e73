-- What was handed to carriers of faxes and texts that do not know our ids, what they call it, and how they say that it ended.
-- No health information is in it: ids, states and codes.
-- Lock note: creates only. Nodes of the version before neither read nor write it: they hand over as they did.

create table carrier_message (
  org_id text not null references organization,
  -- Our id of the fax or text, as the carrier is given it.
  reference text not null,
  -- The transmission or text that it belongs to.
  subject_id text not null,
  carrier text not null,
  carrier_id text,
  state text not null default 'handed' check (state in ('handed', 'taken', 'delivered', 'failed')),
  reason text,
  handed_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, reference)
);
-- A receipt names one of the two, and no organization.
create index carrier_message_reference on carrier_message (reference);
create index carrier_message_carrier_id on carrier_message (carrier_id) where carrier_id is not null;

alter table carrier_message enable row level security;
create policy carrier_message_own on carrier_message to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert, update on carrier_message to app;

create policy carrier_message_door on carrier_message for select to door using (true);
grant select (org_id, reference, subject_id, carrier, carrier_id) on carrier_message to door;
