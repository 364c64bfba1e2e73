-- What left the house: transmissions with their attempts, and text messages.
-- Lock note: creates only.

create table transmission (
  org_id text not null references organization,
  id text not null,
  order_id text not null,
  fill_id text not null,
  pharmacy_id text not null,
  -- `new` delivers a prescription; `cancel` withdraws it; `late_notice` tells a pharmacy that both a fax and an electronic copy exist.
  kind text not null check (kind in ('new', 'cancel', 'late_notice')),
  channel text not null check (channel in ('script', 'api', 'fax')),
  message_id text not null,
  relates_to_message_id text,
  prescriber_order_number text not null,
  state text not null default 'queued' check (state in
    ('queued', 'sending', 'accepted', 'rejected', 'exhausted', 'withdrawn')),
  -- True once the bytes of any attempt may have reached the receiver without a clear refusal (D4).
  may_have_arrived boolean not null default false,
  -- Fixed at the first attempt, so that every attempt sends the same bytes (I5). A fax is drawn anew from the same facts.
  -- Sealed.
  sealed_body bytea,
  content_type text,
  -- Why this transmission exists, as codes: `{"because": "not-integrated"}`, `{"because": "electronic-failed", "of": "trm_…"}`.
  reason jsonb not null default '{}',
  -- How the receiver says that it was delivered: 1 electronic, 2 facsimile (SCRIPT's PrescriptionDeliveryMethod).
  delivery_method text,
  -- CancelRxResponse, Verify or Error that came later, as recorded facts.
  answer jsonb,
  first_attempt_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, fill_id) references fill (org_id, id)
);
create unique index transmission_message on transmission (message_id);
create index transmission_of_fill on transmission (org_id, fill_id, created_at);

create table attempt (
  org_id text not null references organization,
  transmission_id text not null,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('ACCEPTED', 'REJECTED', 'RETRY', 'UNKNOWN')),
  http_status integer,
  -- A code: `timeout`, `connection-refused`, `script-error-900` …
  reason text,
  -- Sealed.
  sealed_answer bytea,
  primary key (org_id, transmission_id, number),
  foreign key (org_id, transmission_id) references transmission (org_id, id)
);

-- Text messages to patients.
create table text_message (
  org_id text not null references organization,
  id text not null,
  order_id text not null,
  -- The transmission whose end is told.
  cause text not null,
  -- Sealed: recipient and text.
  sealed bytea not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['transmission', 'attempt', 'text_message'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I to app using (org_id = (select app_org())) with check (org_id = (select app_org()))', name || '_own', name);
  end loop;
end
$$;
grant select, insert, update on transmission, attempt, text_message to app;

create policy transmission_door on transmission for select to door using (true);
grant select (org_id, id, fill_id, pharmacy_id, message_id) on transmission to door;
