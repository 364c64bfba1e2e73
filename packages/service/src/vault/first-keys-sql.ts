// The statements that make the first keys, once: of an organization, and of the network.
import type { Statement } from '../store/store.ts';

const KEYS = `(values ('data', $2::bytea), ('index', $3::bytea)) as k (purpose, wrapped)`;

/** Makes nothing where there is no such organization. $1 master key's id, $2 data key, $3 index key, both wrapped, $4 organization. */
export const FIRST_KEYS_OF_ORGANIZATION: Statement = {
  name: 'pestle_first_keys',
  text: `
insert into data_key (org_id, purpose, version, master_id, wrapped, active_from, resealed_at)
select o.org_id, k.purpose, 1, $1, k.wrapped, '-infinity', now() from organization o, ${KEYS}
where o.org_id = $4 on conflict do nothing`,
};

/** $1 master key's id, $2 data key, $3 index key, both wrapped. */
export const FIRST_KEYS_OF_NETWORK: Statement = {
  name: 'pestle_first_network_keys',
  text: `
insert into network_key (purpose, version, master_id, wrapped, active_from, resealed_at)
select k.purpose, 1, $1, k.wrapped, '-infinity', now() from ${KEYS} on conflict do nothing`,
};
