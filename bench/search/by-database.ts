// What the search of treatments is compared with: the database by itself, letters anywhere in the name with its trigram index.
import type { Store } from '@pestle/service/store';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';

const HITS = 20;

/** The twenty names that are most like what was typed: those that have its letters, and those that resemble it. */
export async function byDatabase(store: Store, text: string): Promise<unknown> {
  return await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const { rows } = await sql`select id, name from treatment
      where active and (search_name ilike ${`%${text}%`} or search_name % ${text})
      order by similarity(search_name, ${text}) desc, id limit ${sql.lit(HITS)}`.execute(tx);
    return rows;
  });
}
