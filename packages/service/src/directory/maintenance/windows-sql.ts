// The statements of windows of maintenance: those of the whole service are read, and one writer at a time changes any.
import type { Statement } from '../../store/store.ts';

/** Times are counted from the store's own, so that a node whose clock is wrong begins and ends with the others. $1 how many at most. */
export const ANNOUNCED: Statement = {
  name: 'pestle_service_windows',
  onePlan: true,
  text: `
select starts_at, ends_at, note,
  extract(epoch from starts_at - now()) * 1000 as starts_in, extract(epoch from ends_at - now()) * 1000 as ends_in
from maintenance_window
where ends_at > now() and ended_at is null and pharmacy_id is null and partner_id is null
order by starts_at limit $1`,
};

/** One writer at a time, until the end of its transaction; who only reads does not wait. */
export const LOCK_WINDOWS: Statement = {
  name: 'pestle_windows_lock',
  text: 'lock table maintenance_window in share row exclusive mode',
};
