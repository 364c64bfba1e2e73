// The write with which every connection begins.
import type { Statement } from '../store.ts';

/**
 * A primary that crashed while a commit waited for its standby shows that commit when it is back, confirmed or not, and a request that is
 * repeated would be told that it was done; if then the standby takes over, it was not. A crash ends all connections, and a write ends only when all
 * before it are where `synchronous_standby_names` wants them: so a connection that began with one shows nothing that may still go. It goes
 * into the database's log alone, no table has it. It says besides which process of the server this
 * connection has. A standby, and a primary while it recovers, writes nothing: `written` is null.
 */
export const CONFIRMED_WRITE: Statement = {
  name: 'pestle_confirmed_write',
  text: `select case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'pestle', '') end as written, pg_backend_pid()::text as pid,
    extract(epoch from pg_postmaster_start_time())::text as server`,
};
