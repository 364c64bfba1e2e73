// The statements that end sessions with all that was given in them, in one step.
import type { Statement } from '../../store/store.ts';

/** A grant is found among the artifacts of the OpenID provider by the hash of its id, as an expression. */
export const idHash = (id: string): string => `encode(sha256(convert_to(${id}, 'UTF8')), 'hex')`;

/** Ends a browser's session, and every grant that was given in it with what was given under those. $1 the session's uid. */
export const END_SESSION: Statement = {
  name: 'pestle_end_session',
  text: `
with forgotten as (
  delete from browser_session where uid = $1
), ended as (
  delete from oidc_artifact where model = 'Session' and uid = $1 returning payload
), grants as (
  select value ->> 'grantId' as id from ended, jsonb_each(coalesce(payload -> 'authorizations', '{}'))
)
delete from oidc_artifact where grant_id in (select id from grants where id is not null)
  or (model = 'Grant' and id_hash in (select ${idHash('id')} from grants where id is not null))`,
};

/**
 * Ends what some users hold, but one session and what was given in it. $1 the users' ids, $2 the uid of the session that stays.
 */
export const END_OTHER_SESSIONS: Statement = {
  name: 'pestle_end_other_sessions',
  text: `
with kept as (
  select value ->> 'grantId' as id
  from oidc_artifact, jsonb_each(coalesce(payload -> 'authorizations', '{}'))
  where model = 'Session' and uid = $2 and value ->> 'grantId' is not null
), forgotten as (
  delete from browser_session where user_id = any($1::text[]) and uid <> $2
)
delete from oidc_artifact where account_id = any($1::text[])
  and not (model = 'Session' and uid = $2)
  and not (grant_id is not null and grant_id in (select id from kept))
  and not (model = 'Grant' and id_hash in (select ${idHash('id')} from kept))`,
};

/**
 * Ends what a user held at a moment, and leaves what came later: sessions by the time of their proof, all else by when it was given.
 * $1 the user's id, $2 the moment in seconds since 1970.
 */
export const END_SESSIONS_FROM_BEFORE: Statement = {
  name: 'pestle_end_sessions_from_before',
  text: `
with ended as (
  delete from oidc_artifact where account_id = $1
    and coalesce(payload ->> 'loginTs', payload ->> 'iat', '0')::bigint <= $2::bigint
  returning model, uid
)
delete from browser_session where uid in (select uid from ended where model = 'Session')`,
};
