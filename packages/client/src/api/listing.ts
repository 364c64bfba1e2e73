// A list that comes in pages, as something to iterate over: each page is asked for when the one before it is used up.
import { ClientError } from '../errors.ts';
import type { Listing, Page } from './selection.ts';

/** `ask` gives the page after a cursor; without one, the page that the call's own arguments name. @internal */
export function listingOf<Item>(ask: (after?: string) => Promise<Page<Item>>): Listing<Item> {
  async function* pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const page = await ask(after);
      yield page;
      if (!page.hasNextPage || page.endCursor === null) return;
      if (page.endCursor === after)
        throw new ClientError('server', 'SERVER', 'The list does not go on: its cursor stays the same.');
      after = page.endCursor;
    }
  }
  return {
    page: () => ask(),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { nodes } of pages()) yield* nodes;
    },
  };
}
