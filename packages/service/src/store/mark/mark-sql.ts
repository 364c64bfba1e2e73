// The statements that read, make and advance the mark by which a store knows itself.
import type { Statement } from '../store.ts';

/** The mark, for how long it has been silent, and whether something waits to leave. */
export const READ_MARK: Statement = {
  name: 'pestle_mark_read',
  onePlan: true,
  text: `
select incarnation, beats, place, timeline, stopped,
  (extract(epoch from clock_timestamp() - beaten_at) * 1000)::float8 as "silentMs",
  exists (select from outbox) as waits
from store_mark`,
};

/** The first mark of a store. $1 incarnation, $2 place, $3 timeline. */
export const FIRST_MARK: Statement = {
  name: 'pestle_mark_first',
  onePlan: true,
  text: 'insert into store_mark (incarnation, place, timeline) values ($1, $2, $3) on conflict do nothing',
};

/**
 * One beat. No row comes back where the mark is another, or an older one, than this node remembers. $1 incarnation, $2 beats
 * remembered, $3 place, $4 timeline: null leaves what is known.
 */
export const BEAT: Statement = {
  name: 'pestle_mark_beat',
  onePlan: true,
  text: `
update store_mark set beats = beats + 1, beaten_at = clock_timestamp(), stopped = false,
  place = coalesce($3, place), timeline = coalesce($4, timeline)
where incarnation = $1 and beats >= $2 returning beats`,
};

/** Gives a row while the mark is the one that this node remembers, or a later one. $1 incarnation, $2 beats remembered. */
export const IS_SAME_MARK: Statement = {
  name: 'pestle_mark_same',
  onePlan: true,
  text: 'select 1 as same from store_mark where incarnation = $1 and beats >= $2',
};

/** The last node stopped in order; another that runs takes it back with its next beat. $1 incarnation, $2 beats remembered. */
export const STOPPED: Statement = {
  name: 'pestle_mark_stopped',
  onePlan: true,
  text: 'update store_mark set stopped = true where incarnation = $1 and beats >= $2',
};

/**
 * Begins a new incarnation in place of the one that was judged; ends the transaction where somebody else has. $1 the one judged
 * (null: there is no mark), $2 the new one, $3 beats at least, $4 place, $5 timeline, $6 the one that was remembered (null for none).
 */
export const NEW_INCARNATION: Statement = {
  name: 'pestle_mark_new_incarnation',
  onePlan: true,
  text: `
with changed as (
  update store_mark set incarnation = $2, beats = greatest(beats, $3::bigint) + 1, beaten_at = clock_timestamp(), stopped = false,
    place = coalesce($4, place), timeline = coalesce($5, timeline),
    ended = array_remove(ended || incarnation || $6::text, null)
  where incarnation = $1 returning 1
), made as (
  insert into store_mark (incarnation, beats, place, timeline, ended)
  select $2, $3::bigint, $4, $5, array_remove(array[$6::text], null) where $1::text is null
  on conflict do nothing returning 1
)
select guard(exists (select from changed) or exists (select from made), 'another node was first')`,
};

/**
 * For a claim: whether the mark is the one that its node remembers, or a later one, so that nothing leaves an older state between its return and
 * the next look. A node that judges none passes null.
 */
export function isSameMarkSql(incarnation: string, beats: string): string {
  return `(${incarnation}::text is null or exists (
    select from store_mark m where m.incarnation = ${incarnation} and m.beats >= ${beats}::bigint))`;
}

/** Whether this store knows how an incarnation ended: then it is no older state than that. $1 incarnation. */
export const KNOWS_END_OF: Statement = {
  name: 'pestle_mark_knows_end',
  onePlan: true,
  text: 'select 1 as known from store_mark where $1 = any(ended)',
};

/** Where PostgreSQL lies: its own number with the database's, and the timeline that it writes. */
export const POSTGRES_PLACE: Statement = {
  name: 'pestle_place_postgres',
  text: `
select concat((select system_identifier from pg_control_system()), '/', (select oid from pg_database where datname = current_database())) as place,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
};
