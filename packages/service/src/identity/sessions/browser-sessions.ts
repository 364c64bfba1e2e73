// The sessions of people's browsers beside what the OpenID provider keeps of them: since when, when used last, and the end of those in which nobody works.
import { sql } from 'kysely';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import {
  organizationNameSql,
  organizationTimeZoneSql,
  sessionIdleMinutesSql,
} from '../../organization/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { END_OTHER_SESSIONS, END_SESSION, END_SESSIONS_FROM_BEFORE } from './sessions-sql.ts';

type Clocked = Pick<Ports, 'clock'>;

type SessionTables = {
  browser_session: {
    uid: string;
    org_id: string;
    user_id: string;
    begun_at: string;
    last_used_at: string;
    browser: string;
  };
  oidc_artifact: { model: string; uid: string | null; expires_at: string };
};

/** A session as its person sees it. Times are ISO 8601, UTC. */
export interface BrowserSession {
  /** The provider's name for it. */
  readonly uid: string;
  readonly orgId: string;
  readonly organizationName: string;
  /** The organization's. */
  readonly timeZone: string;
  readonly userId: string;
  readonly begunAt: string;
  /** To the minute. */
  readonly lastUsedAt: string;
  /** Family and system, as `browserOf` keeps them. */
  readonly browser: string;
}

/** Notes that a sign-in was given something in its session: its first time, or a use of it. */
export async function noteSession(
  tx: Tx,
  ports: Clocked,
  session: Pick<BrowserSession, 'uid' | 'orgId' | 'userId' | 'browser'>,
): Promise<void> {
  const at = nowText(ports);
  const over = new Date(ports.clock.now() - IDENTITY_LIMITS.sessionSeconds * 1000).toISOString();
  await tx
    .withTables<SessionTables>()
    .insertInto('browser_session')
    .values({
      uid: session.uid,
      org_id: session.orgId,
      user_id: session.userId,
      begun_at: at,
      last_used_at: at,
      browser: session.browser,
    })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({
        last_used_at: at,
        // A browser keeps the name of its session when its person signs in again after the end of the day.
        begun_at: sql<string>`case when browser_session.begun_at < ${over} then ${at}::timestamptz else browser_session.begun_at end`,
      }),
    )
    .execute();
}

/** Notes a use of a session; a clock that went back is believed. */
export async function noteUse(tx: Tx, ports: Clocked, uid: string): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .updateTable('browser_session')
    .set({ last_used_at: nowText(ports) })
    .where('uid', '=', uid)
    .execute();
}

/** Minutes without use after which a session of the organization ends, as an expression. */
const idleMinutes = sql<number>`${sql.raw(sessionIdleMinutesSql('browser_session.org_id'))}`;

const isIdle = (at: string) =>
  sql<boolean>`(browser_session.last_used_at <= ${at}::timestamptz - make_interval(mins => ${idleMinutes}))`;

/**
 * Whether a session stands: one in which nobody worked for its organization's time is ended by this, for good, whatever a clock says
 * afterwards. One that has no row was begun by a node of an earlier version, and stands.
 */
export async function sessionStands(tx: Tx, ports: Clocked, uid: string): Promise<boolean> {
  const found = await tx
    .withTables<SessionTables>()
    .selectFrom('browser_session')
    .select(isIdle(nowText(ports)).as('idle'))
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (found?.idle !== true) return true;
  await endSession(tx, uid);
  return false;
}

/** Sessions of some users that stand, the last used first. */
export async function sessionsOf(
  tx: Tx,
  ports: Clocked,
  userIds: readonly string[],
): Promise<readonly BrowserSession[]> {
  if (userIds.length === 0) return [];
  const at = nowText(ports);
  const rows = await tx
    .withTables<SessionTables>()
    .selectFrom('browser_session')
    .innerJoin('oidc_artifact', 'oidc_artifact.uid', 'browser_session.uid')
    .select([
      'browser_session.uid',
      'org_id',
      sql<string>`${sql.raw(organizationNameSql('browser_session.org_id'))}`.as('organization_name'),
      sql<string>`${sql.raw(organizationTimeZoneSql('browser_session.org_id'))}`.as('time_zone'),
      'user_id',
      'begun_at',
      'last_used_at',
      'browser',
    ])
    .where('oidc_artifact.model', '=', 'Session')
    .where('oidc_artifact.expires_at', '>', at)
    .where('user_id', 'in', [...userIds])
    .where(sql<boolean>`not ${isIdle(at)}`)
    .orderBy('last_used_at', 'desc')
    .orderBy('browser_session.uid')
    .execute();
  return rows.map((row) => ({
    uid: row.uid,
    orgId: row.org_id,
    organizationName: row.organization_name,
    timeZone: row.time_zone,
    userId: row.user_id,
    begunAt: row.begun_at,
    lastUsedAt: row.last_used_at,
    browser: row.browser,
  }));
}

/** Ends all that some users hold, but one session of theirs. */
export async function endOtherSessions(tx: Tx, userIds: readonly string[], uid: string): Promise<void> {
  await runStatement(tx, END_OTHER_SESSIONS, [[...userIds], uid]);
}

/** Ends one session, with every grant that was given in it and what was given under those. */
export async function endSession(tx: Tx, uid: string): Promise<void> {
  await runStatement(tx, END_SESSION, [uid]);
}

/**
 * Ends what a user held at a moment: sessions whose person proved who they are by then, and grants, codes and refresh tokens given by
 * then. What came later stays, so that it may be repeated.
 */
export async function endSessionsFromBefore(tx: Tx, userId: string, at: string): Promise<void> {
  await runStatement(tx, END_SESSIONS_FROM_BEFORE, [userId, Math.floor(Date.parse(at) / 1000)]);
}

/** Ends the sessions in which nobody works any more: housekeeping, some at a time. Returns how many. */
export async function endIdleSessions({
  store,
  ports,
}: {
  readonly store: Store;
  readonly ports: Clocked;
}): Promise<number> {
  return await store.asDoor(async (tx) => {
    const rows = await tx
      .withTables<SessionTables>()
      .selectFrom('browser_session')
      .select('uid')
      .where(isIdle(nowText(ports)))
      .limit(IDENTITY_LIMITS.expiredRemovedPerStepMax)
      .execute();
    for (const { uid } of rows) await endSession(tx, uid);
    return rows.length;
  });
}
