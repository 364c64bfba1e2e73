// Paging as GraphQL shows it: one style for every list, `{nodes, pageInfo {endCursor, hasNextPage}}`.
import type { ArgBuilder, ObjectRef } from '@pothos/core';
import type { Page } from '../../kernel/paging.ts';
import { PAGING_LIMITS } from '../../kernel/paging.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';

type PestleTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page ends.',
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Send it as `after` for the next page; null when the page is empty.',
    }),
    unreadable: t.idList({
      description:
        'The ids of records of this page whose stored bytes cannot be read any more: they are there, and not among `nodes`. Nearly always empty.',
      extensions: { listSize: 1 },
      resolve: ({ unreadable }) => [...(unreadable ?? [])],
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether there is a page after it.' }),
  }),
});

/** The type `<name>Page` for lists of `node`; a resolver answers the room's `Page`. Call once per name. */
export function pageType<Node>(
  name: string,
  node: ObjectRef<PestleTypes, Node>,
): ObjectRef<PestleTypes, Page<Node>> {
  const ref = builder.objectRef<Page<Node>>(`${name}Page`);
  return ref.implement({
    description: 'One page of a list; `pageInfo` says how to go on.',
    fields: (t) => ({
      nodes: t.field({ type: [node], resolve: (page) => [...page.items] }),
      pageInfo: t.field({ type: PageInfo, resolve: (page) => page }),
    }),
  });
}

/** The arguments of every paged field. The cost rule multiplies by `first`. */
export function pageArgs(arg: ArgBuilder<PestleTypes>) {
  return {
    first: arg.int({
      defaultValue: PAGING_LIMITS.pageItemsDefault,
      required: true,
      description: `How many, 1 to ${PAGING_LIMITS.pageItemsMax}.`,
    }),
    after: arg.string({ description: 'The `endCursor` of the page before.' }),
  };
}
