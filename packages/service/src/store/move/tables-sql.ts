// The statements that read which tables a store has, of what columns, how large they are, and what stands in the way of a copy.
import type { Statement } from '../store.ts';

/** What migrations keep of themselves: each end has its own. */
const NOT_MOVED = "('schema_migration', 'schema_migration_lock')";

/** Tables of the store, with their columns in order, their primary keys, the tables they refer to, and whether triggers of ours hang on them. */
export const TABLES: Statement = {
  name: 'pestle_move_tables',
  text: `
select c.relname as name,
  (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'generated', a.attgenerated <> '')
      order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.n), '[]')
    from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, n)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where i.indrelid = c.oid and i.indisprimary) as key,
  (select coalesce(jsonb_agg(distinct f.relname), '[]') from pg_constraint r join pg_class f on f.oid = r.confrelid
    where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid) as "refersTo",
  exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ${NOT_MOVED}
order by c.relname`,
};

/** Whether migrations ever ran here, and whether the schema holds any table at all. */
export const WHAT_IS_THERE: Statement = {
  name: 'pestle_move_there',
  text: `
select to_regclass('public.schema_migration') is not null as migrated,
  exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')) as tables`,
};

/** What a server must be. */
export const SERVER: Statement = {
  name: 'pestle_move_server',
  text: `
select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby`,
};

/** Rows and bytes of one table. */
export function sizeOf(table: string): Statement {
  return {
    name: `pestle_move_size_${table}`,
    text: `select count(*) as rows, pg_total_relation_size('public.${quoted(table)}') as bytes from public.${quoted(table)}`,
  };
}

export function hasRows(table: string): Statement {
  return {
    name: `pestle_move_has_rows_${table}`,
    text: `select exists (select from public.${quoted(table)}) as rows`,
  };
}

/** Nobody writes to them, or reads, until the transaction ends. */
export function lockAll(tables: readonly string[]): Statement {
  return {
    name: 'pestle_move_lock',
    text: `lock table ${list(tables)} in access exclusive mode`,
  };
}

/** All at once, because they refer to each other. */
export function emptyAll(tables: readonly string[]): Statement {
  return { name: 'pestle_move_empty', text: `truncate table ${list(tables)}` };
}

export function analyzeTable(table: string): Statement {
  return { name: `pestle_move_analyze_${table}`, text: `analyze public.${quoted(table)}` };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function list(tables: readonly string[]): string {
  return tables.map((table) => `public.${quoted(table)}`).join(', ');
}
