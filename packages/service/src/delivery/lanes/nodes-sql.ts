// The statements by which nodes that deliver from one store know of each other.
import type { Statement } from '../../store/store.ts';

/** $1 node, $2 milliseconds after which one that was not seen has no share. Answers those that have one, in the same order for all. */
export const SEEN: Statement = {
  name: 'pestle_node_seen',
  onePlan: true,
  text: `
with own as (
  insert into node (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = excluded.seen_at
), gone as (
  delete from node where id <> $1 and seen_at < now() - interval '1 hour'
)
select id from node where id <> $1 and seen_at > now() - $2::integer * interval '1 millisecond' union all select $1 order by id`,
};

/** $1 node. */
export const GONE: Statement = {
  name: 'pestle_node_gone',
  onePlan: true,
  text: 'delete from node where id = $1',
};
