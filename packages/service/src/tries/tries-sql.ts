// The statements that count wrong tries.
import { sql } from 'kysely';
import type { Statement, Tx } from '../store/store.ts';

/**
 * Takes a try from every budget, or from none when one of them has none left. $1 budgets, $2 how many tries each has, $3 seconds until
 * each has one more, $4 now. Answers how many seconds to wait, 0 when the tries were taken. No other text was tried: it is one round trip
 * beside a password hash, which takes a third of a sign-in (`npm run bench -- identity`).
 */
export const RESERVE: Statement = {
  name: 'pestle_reserve_try',
  text: 'select reserve_try($1::text[], $2::float8[], $3::float8[], $4::timestamptz) as seconds',
};

/** Gives a try back to every budget. $1 budgets, $2 seconds that a try counts in each. Locked in the order of their names, as when they are taken. */
export const GIVE_BACK: Statement = {
  name: 'pestle_give_try_back',
  text: `
with taken as (
  select t.name, b.each from wrong_try t join unnest($1::text[], $2::float8[]) as b (name, each) on b.name = t.name
  order by t.name for update of t
)
update wrong_try t set empty_at = t.empty_at - taken.each * interval '1 second' from taken where t.name = taken.name`,
};

/** Forgets some of the budgets that are whole again; answers how many. */
export async function removeWhole(tx: Tx, now: string, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from wrong_try where ctid = any(array(
      select ctid from wrong_try where empty_at < ${now}::timestamptz limit ${most}))`.execute(tx);
  return Number(numAffectedRows);
}
