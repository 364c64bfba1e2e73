// The statement that keeps two nodes from making two sets of keys.
import type { Statement } from '../../store/store.ts';

/** Until the end of the transaction; the number is this lock's own. */
export const LOCK_SIGNING_KEYS: Statement = {
  name: 'pestle_signing_keys_lock',
  text: 'select pg_advisory_xact_lock(7046001)',
};
