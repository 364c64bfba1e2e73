// Paging as the operators' schema shows it: `{nodes, pageInfo {endCursor, hasNextPage}}`, where a cursor is the id of the last one.
import type { ArgBuilder, ObjectRef } from '@pothos/core';
import type { Page } from '../../kernel/paging.ts';
import { PAGING_LIMITS, pageSize } from '../../kernel/paging.ts';
import type { Types } from './builder.ts';
import { builder } from './builder.ts';

export const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page ends.',
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Send it as `after` for the next page; null when the page is empty.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether there is a page after it.' }),
  }),
});

/** The type `<name>Page` for lists of `node`. Call once per name. */
export function pageType<Node>(name: string, node: ObjectRef<Types, Node>): ObjectRef<Types, Page<Node>> {
  return builder.objectRef<Page<Node>>(`${name}Page`).implement({
    description: 'One page of a list; `pageInfo` says how to go on.',
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: 'In the order of the list.',
        resolve: ({ items }) => [...items],
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where this page ends.', resolve: (page) => page }),
    }),
  });
}

/** The arguments of every paged field. The cost of a document multiplies by `first`. */
export function pageArgs(arg: ArgBuilder<Types>) {
  return {
    first: arg.int({
      defaultValue: PAGING_LIMITS.pageItemsDefault,
      required: true,
      description: `How many, 1 to ${PAGING_LIMITS.pageItemsMax}.`,
    }),
    after: arg.string({ description: 'The `endCursor` of the page before.' }),
  };
}

interface PageArgs {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/**
 * A page of rows that begin after `after`; `list` is asked for one more than the page holds, which tells whether another page follows.
 * Throws INVALID_INPUT for a size that no page has.
 */
export async function pageBy<Row extends { readonly id: string }>(
  args: PageArgs,
  list: (first: number, after: string | undefined) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const size = pageSize({ first: args.first });
  const rows = await list(size + 1, args.after ?? undefined);
  const items = rows.slice(0, size);
  return { items, endCursor: items.at(-1)?.id ?? null, hasNextPage: rows.length > size };
}
