-- Roles, the organization guard and the organizations themselves.
-- Lock note: creates only.

-- Roles belong to the whole cluster, and several databases may share it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'app') then create role app nologin; end if;
  if not exists (select from pg_roles where rolname = 'courier') then create role courier nologin; end if;
  if not exists (select from pg_roles where rolname = 'door') then create role door nologin; end if;
  if not exists (select from pg_roles where rolname = 'keeper') then create role keeper nologin; end if;
end
$$;

create extension if not exists pg_trgm;

grant usage on schema public to app, courier, door, keeper;

-- Every policy calls this. A statement that forgot its organization is refused, not answered with no rows.
-- (After a transaction the setting is '' and not null, hence nullif.)
create function app_org() returns text language plpgsql stable parallel safe as $$
declare
  org text := nullif(current_setting('pestle.org', true), '');
begin
  if org is null then
    raise exception 'no organization is set for this statement' using errcode = 'PST01';
  end if;
  return org;
end
$$;

-- Ends the transaction when a guarded write found the world changed.
create function guard(holds boolean, reason text) returns boolean language plpgsql stable as $$
begin
  if holds is not true then
    raise exception '%', reason using errcode = 'PST02';
  end if;
  return true;
end
$$;

create table organization (
  org_id text primary key check (org_id like 'org\_%'),
  name text not null,
  phone text,
  -- IANA name; decides "today" where a patient has no address.
  time_zone text not null default 'America/New_York',
  environment text not null default 'production' check (environment in ('production', 'staging', 'sandbox')),
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
alter table organization enable row level security;
create policy organization_own on organization for select to app using (org_id = (select app_org()));
create policy organization_door on organization for select to door using (true);
create policy organization_keeper on organization for all to keeper using (true) with check (true);
grant select on organization to app, door;
grant select, insert, update on organization to keeper;
