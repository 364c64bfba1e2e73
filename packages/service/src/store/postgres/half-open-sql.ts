// What a server says of connections that say nothing.
import type { Statement } from '../store.ts';

/** Of the login's own connections the server tells what they do. $1 their numbers. */
export const LOOK: Statement = {
  name: 'pestle_half_open',
  text: `select extract(epoch from pg_postmaster_start_time())::text as server, coalesce((
    select json_object_agg(pid, coalesce(state, 'active')) from pg_stat_activity where pid = any($1::integer[])), '{}') as states`,
};
