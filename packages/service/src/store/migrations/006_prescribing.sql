-- The outbox with its lanes; drafts, what was reviewed and signed, prescriptions, orders and fills.
-- Lock note: creates only.

-- One row per thing that has yet to leave. No health information: the courier sees all of it.
create table outbox (
  -- The id of what leaves: a transmission's, a text message's.
  id text primary key,
  org_id text not null references organization,
  -- `new`, `cancel`, `late_notice` (of a fill), `text`.
  kind text not null,
  subject_id text not null,
  lane text not null,
  -- When the row is next of interest: due time while waiting, end of the lease while leased, infinity while held.
  run_at timestamptz not null,
  attempt integer not null default 0,
  leased_by text,
  created_at timestamptz not null default now()
);
create index outbox_lane on outbox (lane, run_at, id);
create index outbox_subject on outbox (org_id, subject_id);
alter table outbox enable row level security;
create policy outbox_own on outbox to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy outbox_courier on outbox to courier using (true) with check (true);
grant select, insert, update, delete on outbox to app;
grant select, update, delete on outbox to courier;

-- One row per destination that has ever had something to claim; locked while its work is claimed.
create table lane (
  key text primary key,
  concurrency integer not null default 4 check (concurrency between 1 and 256),
  -- Least time between two claims of this lane.
  interval_ms integer not null default 0 check (interval_ms >= 0),
  next_at timestamptz not null default '-infinity',
  -- The breaker and maintenance windows: nothing leaves before this time.
  paused_until timestamptz not null default '-infinity',
  failures integer not null default 0
);
grant select, insert, update on lane to courier, keeper;

create table draft (
  org_id text not null references organization,
  id text not null,
  patient_id text not null,
  -- The prescriber who will sign; drafts are keyed by user, application and patient (W2).
  prescriber_id text not null,
  application_id text not null,
  prepared_by text not null,
  treatment_id text not null,
  dispense_quantity text,
  dispense_unit text,
  dispense_as_written boolean not null default false,
  fills_allowed integer not null default 1,
  days_supply integer,
  do_not_fill_before_date date,
  -- Sealed: external id, instructions, notes, diagnosis codes, supervisor, the reason of a repetition, source.
  sealed bytea not null,
  -- Whether it is stated why the same treatment is ordered twice (tapers).
  repeat_stated boolean not null default false,
  -- Digest of where a prefill came from (`template:…`, `prescription:…`, `initial:…`), so that it is not made twice.
  source_digest bytea,
  -- What was last shown for signing; gone as soon as the draft changes.
  signable_id text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index draft_desk on draft (org_id, prescriber_id, patient_id, application_id, created_at);
create unique index draft_source on draft (org_id, prescriber_id, application_id, patient_id, source_digest)
  where source_digest is not null;

-- What a prescriber was shown and may sign, word for word. Never changed; removed with its draft unless it was signed.
create table signable (
  org_id text not null references organization,
  id text not null,
  draft_id text not null,
  draft_revision integer not null,
  patient_id text not null,
  patient_revision bigint not null,
  prescriber_id text not null,
  prescriber_revision bigint not null,
  -- Sealed: the clinical content; the addresses and telephone numbers as they were, which go into messages and are not
  -- clinical content; and what the prescription takes over of its draft.
  sealed bytea not null,
  -- SHA-256 of the canonical form of the clinical content, which holds a salt: the hash cannot be guessed from a name.
  content_hash text not null,
  created_at timestamptz not null default now(),
  signed_at timestamptz,
  primary key (org_id, id)
);

create table prescription (
  org_id text not null references organization,
  id text not null,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DEPLETED', 'EXPIRED', 'CANCELED')),
  patient_id text not null,
  prescriber_id text not null,
  treatment_id text not null,
  signable_id text not null,
  content_hash text not null,
  written_at timestamptz not null,
  expiration_date date not null,
  prepared_by text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, signable_id) references signable (org_id, id),
  unique (org_id, signable_id)
);
create index prescription_of_patient on prescription (org_id, patient_id, written_at desc);

create table orders (
  org_id text not null references organization,
  id text not null,
  patient_id text not null,
  state text not null check (state in ('ROUTING', 'PENDING', 'PLACED', 'COMPLETED', 'CANCELED', 'ERROR')),
  pharmacy_id text,
  -- Sealed: the external id, and the patient's address for this order and its messages where it differs from the record.
  sealed bytea,
  -- How many pharmacies the order has had: the suffix of its PrescriberOrderNumbers from the second on (D9).
  pharmacy_count integer not null default 0,
  created_by text not null,
  client_id text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index orders_recent on orders (org_id, created_at desc, id desc);
create index orders_changed on orders (org_id, updated_at, id);
create index orders_of_patient on orders (org_id, patient_id, created_at desc);
create unique index orders_id on orders (id);

create table fill (
  org_id text not null references organization,
  id text not null,
  order_id text not null,
  prescription_id text not null,
  line integer not null,
  state text not null check (state in
    ('QUEUED', 'SENDING', 'SENT', 'RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'CANCELED', 'ERROR', 'STUCK')),
  -- Why it is STUCK or ERROR, as a code, and who must act.
  state_reason text,
  state_owner text,
  pharmacy_id text,
  -- `<ULID of the order>-<line>`, and `-<n>` from the n-th pharmacy on (D9).
  prescriber_order_number text,
  -- How it reached the pharmacy: script, api or fax.
  channel text,
  carrier text,
  tracking_number text,
  sent_at timestamptz,
  received_at timestamptz,
  dispensing_reported_at timestamptz,
  cancel_requested_at timestamptz,
  cancel_requested_by text,
  -- `confirmed`, `denied` or null while a sent cancel is unanswered (D10: recorded, never acted on).
  cancel_answer text,
  alert text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, order_id) references orders (org_id, id),
  foreign key (org_id, prescription_id) references prescription (org_id, id),
  unique (org_id, order_id, line)
);
-- A prescription is on at most one open order (contract 0).
create unique index fill_open on fill (org_id, prescription_id) where state not in ('DELIVERED', 'CANCELED');
-- What people should look at (D5): few rows of many.
create index fill_attention on fill (org_id, order_id) where state in ('STUCK', 'ERROR', 'SENT') or alert is not null;
create unique index fill_order_number on fill (prescriber_order_number);

-- Everything that happened to a fill, without gaps: `number` counts from 1.
create table fill_event (
  org_id text not null references organization,
  fill_id text not null,
  number integer not null,
  order_id text not null,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  -- Who or what caused it: `user`, `delivery`, `pharmacy`, `link`, `patient`, `service`.
  source text not null,
  -- Codes and ids for the timeline; no health information.
  detail jsonb not null default '{}',
  primary key (org_id, fill_id, number)
);
create index fill_event_order on fill_event (org_id, order_id, at);

do $$
declare
  name text;
begin
  foreach name in array array['draft', 'signable', 'prescription', 'orders', 'fill', 'fill_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I to app using (org_id = (select app_org())) with check (org_id = (select app_org()))', name || '_own', name);
  end loop;
end
$$;
grant select, insert, update, delete on draft, signable to app;
grant select, insert, update on prescription, orders, fill to app;
grant select, insert on fill_event to app;

-- The door finds the organization of an order that a pharmacy names; no health information in these columns.
create policy orders_door on orders for select to door using (true);
create policy fill_door on fill for select to door using (true);
grant select (org_id, id, pharmacy_id) on orders to door;
grant select (org_id, id, order_id, pharmacy_id, prescriber_order_number) on fill to door;
