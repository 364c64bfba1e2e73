// The courier's statements that chain entries: what waits, with the heads it follows, and what is appended.
import type { Row, Statement, Store } from '../../store/store.ts';
import { ENTRY_COLUMNS } from './entry.ts';

/**
 * $1: organizations after this one; $2: entries at most, of one organization as of all. Committed entries that wait, in the
 * order in which they are chained, each with its organization's head and last checkpoint. An entry that was taken out while
 * it waited is passed over. Organizations found by `distinct` instead take 9 times as long on PostgreSQL and 2.6 times on the
 * embedded store when one has 17,000 entries waiting (`npm run bench -- statements`, two cores shared with others). `limit 1` keeps the planner at one look into the index for each, however many entries there are.
 */
export const WAITING_STATEMENT: Statement = {
  name: 'pestle_audit_waiting',
  text: `
with recursive org as (
  (select org_id from audit_pending where org_id > $1 order by org_id limit 1)
  union all
  select (select p.org_id from audit_pending p where p.org_id > org.org_id order by p.org_id limit 1)
  from org where org.org_id is not null
), chosen as materialized (
  select w.* from org cross join lateral (
    select ${ENTRY_COLUMNS} from (
      select p.org_id, p.entry_id from audit_pending p where p.org_id = org.org_id order by p.entry_id limit $2
    ) p cross join lateral (
      select * from audit_entry e where e.org_id = p.org_id and e.id = p.entry_id limit 1
    ) e
  ) w limit $2
), head as materialized (
  select o.org_id, l.number, l.hash, c.number as checkpoint_number, c.at as checkpoint_at
  from (select distinct org_id from chosen) o
  left join lateral (
    select number, hash from audit_link where org_id = o.org_id order by number desc limit 1
  ) l on true
  left join lateral (
    select number, at from audit_checkpoint where org_id = o.org_id order by number desc limit 1
  ) c on true
)
select chosen.*, head.number as head_number, head.hash as head_hash, head.checkpoint_number, head.checkpoint_at
from chosen join head on head.org_id = chosen.org_id
order by chosen.org_id, chosen.at_text, chosen.id`,
};

/** One node appends at a time; the others wait here for milliseconds. */
export const LOCK_STATEMENT: Statement = {
  name: 'pestle_audit_lock',
  text: 'select pg_advisory_xact_lock(7046009)',
};

/**
 * $1, $2: organizations and the heads that were read; $3–$6: the links. Nothing is appended for an organization whose head
 * moved meanwhile: its entries wait on.
 */
export const LINK_STATEMENT: Statement = {
  name: 'pestle_audit_link',
  text: `
with expected as materialized (
  select org_id, number from unnest($1::text[], $2::bigint[]) as x(org_id, number)
), still as materialized (
  select x.org_id from expected x
  where coalesce((select max(l.number) from audit_link l where l.org_id = x.org_id), 0) = x.number
), linked as (
  insert into audit_link (org_id, number, entry_id, hash)
  select i.org_id, i.number, i.entry_id, decode(i.hash, 'hex')
  from unnest($3::text[], $4::bigint[], $5::text[], $6::text[]) as i(org_id, number, entry_id, hash)
  join still on still.org_id = i.org_id
  returning org_id
)
select org_id, count(*) as count from linked group by org_id`,
};

/** Appends the checkpoints whose link is there and which follow the last one; answers those that were appended. */
export const CHECKPOINT_STATEMENT: Statement = {
  name: 'pestle_audit_checkpoint',
  text: `
insert into audit_checkpoint (org_id, number, hash, previous, at, key_id, signature)
select i.org_id, i.number, decode(i.hash, 'hex'), i.previous, i.at, i.key_id, decode(i.signature, 'hex')
from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[])
  as i(org_id, number, hash, previous, at, key_id, signature)
where exists (
  select from audit_link l where l.org_id = i.org_id and l.number = i.number and l.hash = decode(i.hash, 'hex')
) and coalesce((select max(c.number) from audit_checkpoint c where c.org_id = i.org_id), 0) = i.previous
returning org_id, number`,
};

/** Takes from the queue what is linked; row-level security keeps the rest. */
export const DONE_STATEMENT: Statement = {
  name: 'pestle_audit_done',
  text: `
delete from audit_pending p using unnest($1::text[], $2::text[]) as i(org_id, entry_id)
where p.org_id = i.org_id and p.entry_id = i.entry_id`,
};

/** $1: heads whose last checkpoint is not younger than this. Heads that no checkpoint covers. */
export const TAIL_STATEMENT: Statement = {
  name: 'pestle_audit_tail',
  text: `
with recursive org as (
  (select org_id from audit_checkpoint order by org_id limit 1)
  union all
  select (select c.org_id from audit_checkpoint c where c.org_id > org.org_id order by c.org_id limit 1)
  from org where org.org_id is not null
)
select org.org_id, l.number as head_number, l.hash as head_hash, c.number as checkpoint_number, c.at as checkpoint_at
from org
cross join lateral (
  select number, hash from audit_link where org_id = org.org_id order by number desc limit 1
) l
cross join lateral (
  select number, at from audit_checkpoint where org_id = org.org_id order by number desc limit 1
) c
where l.number > c.number and c.at <= $1`,
};

/** $1, $2: the links of these numbers, one of each organization. */
export const LINKS_STATEMENT: Statement = {
  name: 'pestle_audit_links',
  text: `
select i.org_id, l.hash from unnest($1::text[], $2::bigint[]) as i(org_id, number)
left join audit_link l on l.org_id = i.org_id and l.number = i.number`,
};

/** The rows of one statement, as the courier. */
export async function ask(
  store: Store,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const [rows = []] = await store.pipeline([{ scope: { role: 'courier' }, steps: [{ statement, values }] }]);
  return rows;
}
