// The login that serves: what lets it serve, and how `doctor` sees that row-level security binds it.
import { sql } from 'kysely';
import type { Connection, Tx } from '../store.ts';

/** What a session of the serving login says of itself. */
export interface ServingSession {
  /** Major version of the server. */
  readonly version: number;
  readonly now: string;
  readonly superuser: boolean;
  readonly bypass: boolean;
  readonly owns: boolean;
  /** Roles that it should be a member of and is not. */
  readonly missing: string[];
}

export async function readServingSession(tx: Tx): Promise<ServingSession> {
  const { rows } = await sql<ServingSession>`
    select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as now,
      role.rolsuper as superuser, role.rolbypassrls as bypass,
      exists (select from pg_class where relowner = role.oid) as owns,
      array(select needed from unnest(array['app', 'door', 'courier', 'keeper']) as needed
        where not pg_has_role(session_user, needed, 'member')) as missing
    from pg_roles as role where role.rolname = session_user`.execute(tx);
  const [session] = rows;
  if (session === undefined) throw new Error('the session has no role');
  return session;
}

/** The names of the migrations that were applied. Throws when the schema is missing or may not be looked at. */
export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Lets the serving login tell whether the schema is current. By the owner, after a migration. */
export async function letDoctorRead(owner: Connection): Promise<void> {
  await sql`grant select on schema_migration to door`.execute(owner);
}

/** Makes a login a member of the four roles. Answers why not, when it may not serve. */
export async function grantServing(owner: Connection, login: string): Promise<string | undefined> {
  const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean; rolcanlogin: boolean }>`
    select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = ${login}`.execute(owner);
  const [role] = rows;
  if (role === undefined)
    return `There is no login ${login}. Make it first: create role ${login} login password '…'`;
  if (role.rolsuper || role.rolbypassrls || !role.rolcanlogin) {
    return `${login} may not serve: a serving login can log in, is no superuser and has no BYPASSRLS, so that row-level security holds for it.`;
  }
  await sql`grant app, door, courier, keeper to ${sql.id(login)}`.execute(owner);
  return undefined;
}
