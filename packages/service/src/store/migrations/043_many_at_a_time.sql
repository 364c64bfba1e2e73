-- Plans are made once per connection: they must not be those of empty tables.
-- Lock note: the outbox is locked while its index is made; it holds only what has yet to leave.

-- Its rows are found by their own keys: an index that begins with the organization looked as good while the table was empty.
create index outbox_of_subject on outbox (subject_id);
drop index outbox_subject;

-- New statistics for small tables that have grown much since their last ones, which makes every connection plan anew; autovacuum looks once a
-- minute only. Returns how many. $1 changes since, beside a fifth of the rows; $2 tables at most; $3 rows above which autovacuum is soon enough.
create function analyze_grown(changes bigint, tables_max integer, rows_max bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  analyzed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('pestle.analyze_grown', 0)) then
    return 0;
  end if;
  for name in
    select format('%I.%I', s.schemaname, s.relname) from pg_stat_user_tables s
    where s.schemaname = current_schema() and s.n_mod_since_analyze > changes + s.n_live_tup / 5 and s.n_live_tup < rows_max
    order by s.n_mod_since_analyze desc limit tables_max
  loop
    execute 'analyze ' || name;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end
$$;
revoke execute on function analyze_grown from public;
grant execute on function analyze_grown to courier;

-- The nodes that deliver, each known by its worker, so that they share what waits instead of preparing the same. Who has not been seen for some
-- seconds has no share.
create table node (
  id text primary key,
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on node to courier;
