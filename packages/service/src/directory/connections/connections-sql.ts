// The statement by which one operator's change of pharmacies and partners waits for another's.
import type { Statement } from '../../store/store.ts';

/** One writer at a time, until the end of its transaction; who only reads does not wait. */
export const LOCK_CONNECTIONS: Statement = {
  name: 'pestle_connections_lock',
  text: 'select pg_advisory_xact_lock(7046032)',
};
