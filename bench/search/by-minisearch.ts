// What the search of treatments is compared with besides the database: MiniSearch, a library that searches in memory, with beginnings of words and slips.
import type { Store } from '@pestle/service/store';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import MiniSearch from 'minisearch';

const HITS = 20;
/** Letters that may be wrong, as a share of the word's. */
const SLIPS = 0.2;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly search_words: string;
}

/** Answers the twenty best of all treatments, of which every word typed begins a word or nearly does. It asks the store for nothing. */
export async function miniSearchOf(store: Store): Promise<(text: string) => readonly string[]> {
  const treatments = await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const { rows } = await sql<Named>`select id, name, search_words from treatment where active`.execute(tx);
    return rows;
  });
  const index = new MiniSearch<Named>({ fields: ['name', 'search_words'] });
  index.addAll(treatments);
  const options = { prefix: true, fuzzy: SLIPS, combineWith: 'AND', boost: { name: 2 } } as const;
  return (text) =>
    index
      .search(text, options)
      .slice(0, HITS)
      .map(({ id }) => String(id));
}
