// The statement that reads which windows of maintenance the whole service has.
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
