-- Wrong tries of passwords, codes, dates of birth and second facts: one count for all nodes, taken before anything is compared.
-- Lock note: creates only. Nodes of the version before count in sign_in_throttle until they are replaced; afterwards nothing writes there.

create table wrong_try (
  -- A keyed hash of what is slowed down (an account, an address, a link): neither addresses nor e-mails nor ids.
  name text primary key,
  -- When all of its tries will be had again: each one that is taken moves this away by what it takes to come back.
  empty_at timestamptz not null
);
create index wrong_try_age on wrong_try (empty_at);
alter table wrong_try enable row level security;
create policy wrong_try_door on wrong_try for all to door using (true) with check (true);
grant select, insert, update, delete on wrong_try to door;

-- Takes one try from every budget and answers 0, or takes none and answers the seconds until each of them has one. A budget
-- holds so many tries (`sizes`), and one comes back every `seconds_each`. Called at the same moment it is answered one after another.
create function reserve_try(names text[], sizes float8[], seconds_each float8[], at timestamptz)
returns float8 language plpgsql as $$
declare
  seconds float8;
begin
  -- The first look is without a lock, so that hammering a used-up budget writes nothing and holds nobody up; the second decides.
  for look in 1..2 loop
    if look = 2 then
      -- Makes what is missing and locks what is there, in one order, so that two calls never wait for each other.
      insert into wrong_try (name, empty_at) select b, at from unnest(names) b order by b
        on conflict (name) do update set empty_at = excluded.empty_at where false;
    end if;
    select coalesce(max(extract(epoch from t.empty_at - at)::float8 - (b.size - 1) * b.each), 0) into seconds
      from unnest(names, sizes, seconds_each) as b (name, size, each) join wrong_try t on t.name = b.name
      -- Nothing can be this far away but by a clock that ran ahead: it must not lock anybody out.
      where t.empty_at <= at + 2 * b.size * b.each * interval '1 second';
    if seconds > 0 then
      return seconds;
    end if;
  end loop;
  update wrong_try t
    set empty_at = b.each * interval '1 second'
      + case when t.empty_at > at + 2 * b.size * b.each * interval '1 second' then at else greatest(t.empty_at, at) end
    from unnest(names, sizes, seconds_each) as b (name, size, each) where t.name = b.name;
  return 0;
end
$$;
