// The statement that asks the store for its clock and for the migrations that it has seen.
import type { Statement } from './store.ts';

export const HEALTH: Statement = {
  name: 'pestle_store_health',
  text: `
select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs",
  (select coalesce(array_agg(name::text), '{}') from schema_migration) as migrations`,
};
