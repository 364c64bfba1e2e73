// The write with which every connection begins.
import type { Statement } from '../store.ts';

/**
 * A primary that crashed while a commit waited for its standby shows that commit when it is back, confirmed or not, and a request that is
 * repeated would be told that it was done; if then the standby takes over, it was not. A crash ends all connections, and a write ends only when all
 * before it are where `synchronous_standby_names` wants them: so a connection that began with one shows nothing that may still go. It goes
 * into the database's log alone, no table has it.
 */
export const CONFIRMED_WRITE: Statement = {
  name: 'pestle_confirmed_write',
  text: "select pg_logical_emit_message(true, 'pestle', '')",
};
