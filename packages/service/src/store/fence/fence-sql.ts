// The statements that close a store to every role that serves, open it again, and note the move that is the reason.
import type { Statement } from '../store.ts';

/** Every role of the service, and everybody: nobody but the owner finds a table in a schema that may not be used. */
const ALL_WHO_SERVE = 'public, app, door, courier, keeper';

export const CLOSE_STORE: Statement = {
  name: 'pestle_fence_close',
  text: `revoke usage on schema public from ${ALL_WHO_SERVE}`,
};

export const OPEN_STORE: Statement = {
  name: 'pestle_fence_open',
  text: `grant usage on schema public to ${ALL_WHO_SERVE}`,
};

/** Where the database gave everybody the use of the schema only through the roles of the service, before it was closed. */
export const OPEN_STORE_TO_ROLES: Statement = {
  name: 'pestle_fence_open_roles',
  text: 'grant usage on schema public to app, door, courier, keeper',
};

/** Whether everybody may use the schema, and whether a role of the service may. */
export const WHO_MAY_USE: Statement = {
  name: 'pestle_fence_who',
  text: `select has_schema_privilege('public', 'public', 'usage') as everybody, has_schema_privilege('app', 'public', 'usage') as app`,
};

/**
 * What a move notes, in a schema of its own, because that of the store is closed: one row at each end, and at the target how far every table is.
 * No migration: a store that never moves has none of it, and its owner need not be allowed to make schemas.
 */
export const MAKE_MOVE_TABLES: readonly Statement[] = [
  { name: 'pestle_move_schema', text: 'create schema if not exists pestle_move' },
  {
    name: 'pestle_move_table',
    text: `
create table if not exists pestle_move.move (
  only_row boolean primary key default true check (only_row),
  id text not null,
  -- Of the embedded store: moving, moved. Of PostgreSQL: copying, complete.
  state text not null check (state in ('moving', 'moved', 'copying', 'complete')),
  -- The other end: of the embedded store the database, of PostgreSQL where the directory lies.
  other text not null,
  -- The last migration of both.
  migration text not null,
  -- Whether everybody had the use of the schema before it was closed.
  everybody boolean not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz
)`,
  },
  {
    name: 'pestle_move_progress_table',
    text: `
create table if not exists pestle_move.progress (
  table_name text primary key,
  -- The primary key of the last row that was copied, in the source's order; null before the first.
  last text,
  copied bigint not null default 0,
  done boolean not null default false
)`,
  },
  { name: 'pestle_move_usage', text: 'grant usage on schema pestle_move to door' },
  { name: 'pestle_move_read', text: 'grant select on pestle_move.move to door' },
];

export const FORGET_MOVE: Statement = { name: 'pestle_move_forget', text: 'drop schema pestle_move cascade' };

/** In a transaction that shall see a whole move or none. */
export const HAS_MOVE_TABLE: Statement = {
  name: 'pestle_move_has',
  text: `select to_regclass('pestle_move.move') is not null as has`,
};

export const READ_MOVE: Statement = {
  name: 'pestle_move_noted',
  text: 'select id, state, other, migration, everybody, began_at, ended_at from pestle_move.move',
};

/** $1 id, $2 state, $3 other end, $4 migration, $5 whether everybody may use the schema. */
export const NOTE_MOVE: Statement = {
  name: 'pestle_move_note',
  text: `
insert into pestle_move.move (id, state, other, migration, everybody) values ($1, $2, $3, $4, $5)
on conflict (only_row) do update set id = excluded.id, state = excluded.state, other = excluded.other,
  migration = excluded.migration, everybody = excluded.everybody, began_at = now(), ended_at = null`,
};

/** Answers a row where it was the move of this id in the state before. $1 id, $2 state before, $3 state now. */
export const END_MOVE: Statement = {
  name: 'pestle_move_end',
  text: `update pestle_move.move set state = $3, ended_at = now() where id = $1 and state = $2 returning ended_at`,
};
