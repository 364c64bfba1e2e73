-- A table whose rows only change is not counted anew any more: each new count makes every connection plan all its statements again, and the outbox
-- changes with every order. What makes a plan wrong is a table that was small when it was made.
-- Lock note: replaces a function; no table is touched. Nodes of the version before call it as they did.

-- New statistics for small tables that have more than twice the rows that were counted last, which makes every connection plan anew; autovacuum looks
-- once a minute only. Returns how many. $1 rows beside twice those counted last; $2 tables at most; $3 rows above which autovacuum is soon enough.
create or replace function analyze_grown(changes bigint, tables_max integer, rows_max bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  analyzed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('pestle.analyze_grown', 0)) then
    return 0;
  end if;
  for name in
    select c.oid::regclass::text from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and pg_stat_get_live_tuples(c.oid) > changes + 2 * greatest(c.reltuples, 0) and pg_stat_get_live_tuples(c.oid) < rows_max
      and pg_stat_get_mod_since_analyze(c.oid) > changes
    order by pg_stat_get_mod_since_analyze(c.oid) desc limit tables_max
  loop
    execute 'analyze ' || name;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end
$$;
