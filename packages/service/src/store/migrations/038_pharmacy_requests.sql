-- What pharmacies ask of prescribers (renewals, changes), and what prescribers answer.
-- Lock note: creates tables, and grants a column of app_user. Nodes of the version before neither read nor write the tables; an
-- answer that waits in a lane (kind `response`) they leave as it is.

create table pharmacy_request (
  org_id text not null references organization,
  id text not null check (id like 'prq\_%'),
  kind text not null check (kind in ('renewal', 'change')),
  -- Whose credential it came with, and the pharmacy that asks.
  sender_id text not null,
  pharmacy_id text not null,
  message_id text not null check (length(message_id) between 1 and 35),
  -- SHA-256 of the body, in hex: the same MessageID with another body is another message.
  body_hash text not null,
  -- A keyed hash of the pharmacy's own number of the prescription, by which a later request finds the same one.
  rx_reference_hash text,
  -- What it is about, where that is known.
  order_id text,
  fill_id text,
  prescription_id text,
  patient_id text,
  -- Who is asked.
  prescriber_id text not null,
  -- The message as it was read. Sealed.
  sealed bytea not null,
  received_at timestamptz not null,
  answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, fill_id) references fill (org_id, id)
);
-- A sender does not know of organizations: its ids are unique over all of them.
create unique index pharmacy_request_message on pharmacy_request (sender_id, message_id);
create index pharmacy_request_list on pharmacy_request (org_id, received_at, id);
create index pharmacy_request_open on pharmacy_request (org_id, received_at, id) where answered_at is null;
create index pharmacy_request_rx on pharmacy_request (org_id, pharmacy_id, rx_reference_hash) where rx_reference_hash is not null;

create table pharmacy_response (
  org_id text not null references organization,
  id text not null check (id like 'prs\_%'),
  request_id text not null,
  pharmacy_id text not null,
  outcome text not null check (outcome in ('denied')),
  reason_code text not null,
  message_id text not null,
  -- `not-sent`: no electronic way leads there, and nothing left.
  state text not null check (state in ('queued', 'sending', 'accepted', 'rejected', 'exhausted', 'not-sent')),
  not_sent_reason text,
  -- The note, and the exact message. Sealed.
  sealed bytea not null,
  answered_by text not null,
  first_attempt_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, request_id) references pharmacy_request (org_id, id),
  unique (org_id, request_id)
);
create unique index pharmacy_response_message on pharmacy_response (message_id);

create table pharmacy_response_attempt (
  org_id text not null references organization,
  response_id text not null,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('ACCEPTED', 'REJECTED', 'RETRY', 'UNKNOWN')),
  http_status integer,
  reason text,
  -- Sealed.
  sealed_answer bytea,
  primary key (org_id, response_id, number),
  foreign key (org_id, response_id) references pharmacy_response (org_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['pharmacy_request', 'pharmacy_response', 'pharmacy_response_attempt'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I to app using (org_id = (select app_org())) with check (org_id = (select app_org()))', name || '_own', name);
  end loop;
end
$$;
grant select, insert, update on pharmacy_request, pharmacy_response, pharmacy_response_attempt to app;

-- The door finds the organization of an answer to one of ours, and that of a prescriber who is asked.
create policy pharmacy_response_door on pharmacy_response for select to door using (true);
grant select (org_id, id, pharmacy_id, message_id) on pharmacy_response to door;
grant select (npi) on app_user to door;
create index app_user_npi on app_user (npi) where npi is not null;
