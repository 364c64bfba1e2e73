-- What patients are told after sending, and when; that a medication is ready for pickup.
-- Lock note: adds empty columns and creates tables; fills the new column of text_message, which looks at every text once; replaces a check of
-- text_message and two indexes of patient_link. Nodes of the version before go on as they were: they send no texts but the two that they know.

-- Since when it can be picked up, as the pharmacy said. Any later move of the fill clears it.
alter table fill add column ready_at timestamptz;

-- Which text it is; null for those of before, of which one per order invites and the rest tell that it was sent. `withheld`: its number wants no
-- texts.
alter table text_message add column about text check (about in
  ('invitation', 'reminder', 'sent', 'ready', 'shipped', 'delivered', 'problem', 'canceled'));
alter table text_message drop constraint text_message_state_check;
alter table text_message add constraint text_message_state_check check (state in ('queued', 'sent', 'failed', 'withheld'));

-- What an organization does not have its patients told of.
alter table organization add column patient_texts_off text[] not null default '{}';
create policy organization_own_texts on organization for update to app
  using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant update (patient_texts_off) on organization to app;

-- What is to be looked at for an order's patient, and when: it is judged then, from what is known then, and the row goes with the act.
create table patient_timer (
  org_id text not null references organization,
  order_id text not null,
  kind text not null check (kind in
    ('ready', 'shipped', 'delivered', 'problem', 'canceled', 'first-reminder', 'second-reminder', 'preferred')),
  due_at timestamptz not null,
  -- Since when: a problem that is solved soon is not told.
  began_at timestamptz not null,
  primary key (org_id, order_id, kind),
  foreign key (org_id, order_id) references orders (org_id, id)
);
create index patient_timer_due on patient_timer (due_at);
alter table patient_timer enable row level security;
create policy patient_timer_own on patient_timer to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
create policy patient_timer_courier on patient_timer for select to courier using (true);
grant select, insert, update, delete on patient_timer to app;
grant select on patient_timer to courier;

-- Wherever a fill moves, its patient may have to be told. A trigger, because fills are moved by several statements, and none may forget it.
create function tell_patient() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  told text := case
    when new.ready_at is not null and old.ready_at is null then 'ready'
    when new.state = old.state then null
    when new.state = 'SHIPPED' then 'shipped'
    when new.state = 'DELIVERED' then 'delivered'
    when new.state in ('ERROR', 'STUCK') then 'problem'
    when new.state = 'CANCELED' then 'canceled'
  end;
begin
  if told is not null then
    insert into patient_timer (org_id, order_id, kind, due_at, began_at)
    values (new.org_id, new.order_id, told, new.updated_at, new.updated_at)
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger fill_tells_patient after update on fill for each row
  when (new.ready_at is distinct from old.ready_at
    or (new.state is distinct from old.state and new.state in ('SHIPPED', 'DELIVERED', 'ERROR', 'STUCK', 'CANCELED')))
  execute function tell_patient();

-- Telephone numbers that want no texts (STOP), over all organizations, because one number sends for all. Keyed hashes.
create table text_stop (
  phone_hash text primary key check (phone_hash ~ '^[0-9a-f]{64}$'),
  stopped_at timestamptz not null
);
grant select, insert, delete on text_stop to courier;

-- Numbers whose holder said that they are not this patient.
create table wrong_number (
  org_id text not null references organization,
  patient_id text not null,
  phone_hash text not null check (phone_hash ~ '^[0-9a-f]{64}$'),
  order_id text not null,
  reported_at timestamptz not null,
  primary key (org_id, patient_id, phone_hash),
  foreign key (org_id, order_id) references orders (org_id, id)
);
alter table wrong_number enable row level security;
create policy wrong_number_own on wrong_number to app using (org_id = (select app_org())) with check (org_id = (select app_org()));
grant select, insert on wrong_number to app;

-- A link that ended because it reached somebody else gives way to another, once the number is another.
alter table patient_link drop constraint patient_link_org_id_order_id_key;
create unique index patient_link_open on patient_link (org_id, order_id) where revoked_at is null;
create index patient_link_of_order on patient_link (org_id, order_id);
