// The statement that finds whose bearer keys reports came with.
import type { Statement } from '../../store/store.ts';

/** $1 hashes of keys, $2 the instant at which they are valid. For the role `door`. No other text was tried: looks by a unique key. */
export const BEARERS: Statement = {
  name: 'pestle_bearers',
  onePlan: true,
  text: `
select k.key_hash, k.id, k.pharmacy_id, k.partner_id from unnest($1::text[]) i (hash)
cross join lateral (
  select x.key_hash, x.id, x.pharmacy_id, x.partner_id from hook_credential x
  where x.key_hash = i.hash and x.valid_from <= $2 and (x.valid_until is null or x.valid_until > $2) offset 0
) k`,
};
