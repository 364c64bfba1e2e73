// The statements by which nodes that deliver from one store know of each other.
import type { Statement } from '../../store/store.ts';

/**
 * $1 node, $2 milliseconds after which one that was not seen has no share, $3 what it holds, as JSON. Answers those that have one, and beside them
 * (`died`) those that have been gone for less than an hour without saying so.
 */
export const SEEN: Statement = {
  name: 'pestle_node_seen',
  onePlan: true,
  text: `
with own as (
  insert into node (id, seen_at, holds) values ($1, now(), $3::jsonb)
  on conflict (id) do update set seen_at = excluded.seen_at, holds = excluded.holds
), gone as (
  delete from node where id <> $1 and seen_at < now() - interval '1 hour'
)
select id, seen_at <= now() - $2::integer * interval '1 millisecond' as died from node where id <> $1 and seen_at >= now() - interval '1 hour'
union all select $1, false order by id`,
};

/**
 * Which part of what waits is a node's, of as many equal parts as nodes were seen within so many milliseconds: `nodes`, and `own`, from 0. With a null node one part,
 * which is its own. Parts only say who looks first: claims stay exact whoever makes them.
 */
export function shareSql(node: string, goneAfterMs: string): string {
  return `select count(*)::integer as nodes, (count(*) filter (where n.id < ${node}::text))::integer as own
  from node n where ${node}::text is not null and n.seen_at > now() - ${goneAfterMs}::integer * interval '1 millisecond'`;
}

/** $1 node. */
export const GONE: Statement = {
  name: 'pestle_node_gone',
  onePlan: true,
  text: 'delete from node where id = $1',
};
