// What quotas say to the store besides the library's own statement.
import type { Statement } from '../store/store.ts';

/** $1 keys, $2 the latest end that a minute may have. Of the library's own statement a minute goes on until its end, however far that is. */
export const FORGET_AHEAD: Statement = {
  name: 'pestle_quota_forget_ahead',
  text: 'delete from quota where key = any ($1::text[]) and expire > $2',
};
