// The statements that end what the OpenID provider remembers: more of it than the adapter is asked to end, in one step.
import type { Statement } from '../../store/store.ts';
import { idHash } from '../sessions/sessions-sql.ts';

/** Ends the grant that an artifact is of, and everything that was given under it. $1 model, $2 hash of the artifact's id. */
export const END_GRANT_OF: Statement = {
  name: 'pestle_end_grant_of',
  text: `
with ended as (
  select grant_id from oidc_artifact where model = $1 and id_hash = $2 and grant_id is not null
)
delete from oidc_artifact where grant_id in (select grant_id from ended)
  or (model = 'Grant' and id_hash in (select ${idHash('grant_id')} from ended))`,
};

/** Removes what has expired, some rows at a time. $1 now, $2 how many at most. */
export const REMOVE_EXPIRED: Statement = {
  name: 'pestle_remove_expired_artifacts',
  text: `
delete from oidc_artifact where ctid = any(array(
  select ctid from oidc_artifact where expires_at < $1::timestamptz limit $2))`,
};
