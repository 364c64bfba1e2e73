-- Windows of maintenance in which nothing leaves for a pharmacy, a partner or anybody, and the trail of what operators do.
-- Lock note: creates, and adds empty columns to outbox with a small index over them; windows that integrations declared move to their table.

-- One row per announced window: of one pharmacy, of one partner (all its pharmacies), or, with neither, of the whole service.
create table maintenance_window (
  id text primary key check (id like 'mnt\_%'),
  pharmacy_id text references pharmacy,
  partner_id text references partner,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When it was ended early, or taken back before it began; null otherwise.
  ended_at timestamptz,
  -- Shown to everybody whom the window concerns; no health information.
  note text check (length(note) between 1 and 200),
  -- True while the integration of the pharmacy or partner declares it.
  declared boolean not null default false,
  set_by text not null,
  set_at timestamptz not null default now(),
  changed_by text,
  changed_at timestamptz,
  check (ends_at > starts_at),
  check (num_nonnulls(pharmacy_id, partner_id) <= 1)
);
create index maintenance_window_end on maintenance_window (ends_at);
grant select (id, pharmacy_id, partner_id, starts_at, ends_at, ended_at, note) on maintenance_window to app, courier, door;
grant select, insert, update on maintenance_window to keeper;

-- What operators do to the network, which belongs to no organization: written with the act, never changed.
create table network_audit_entry (
  id text primary key check (id like 'aud\_%'),
  at timestamptz not null default clock_timestamp(),
  -- Who, as the operator's command names them.
  operator text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- Ids, codes and times only, never health information.
  detail jsonb not null default '{}'
);
create index network_audit_entry_subject on network_audit_entry (subject_id, at);
grant select, insert on network_audit_entry to keeper;

-- A row that waits for the end of a window: which one, and since when it has waited for windows.
alter table outbox add column held_by text;
alter table outbox add column held_since timestamptz;
create index outbox_held on outbox (held_by) where held_by is not null;

-- Windows took the place of `lane.paused_until`. The column stays for nodes of the version before, which still read it while
-- they are replaced one at a time.

-- From now on windows stand in one place: those that integrations declared and that are not over. A day that no calendar has
-- was accepted before; such a window never began.
do $$
declare
  declared record;
begin
  for declared in
    select e.pharmacy_id, w.value ->> 'start' as start, w.value ->> 'end' as ends
    from pharmacy_endpoint e cross join lateral jsonb_array_elements(coalesce(e.integration -> 'maintenance', '[]'::jsonb)) w
  loop
    begin
      insert into maintenance_window (id, pharmacy_id, starts_at, ends_at, declared, set_by)
      select 'mnt_0' || upper(substr(md5(random()::text || declared.pharmacy_id), 1, 25)), declared.pharmacy_id,
        declared.start::timestamptz, declared.ends::timestamptz, true, 'integration'
      where declared.ends::timestamptz > now();
    exception when datetime_field_overflow or invalid_datetime_format or check_violation then
      null;
    end;
  end loop;
end
$$;
update pharmacy_endpoint set integration = integration - 'maintenance' where integration ? 'maintenance';
