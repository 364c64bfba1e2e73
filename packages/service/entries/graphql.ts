// What other packages are offered of graphql.

/** The documents that browsers ask for by id: one file per area of the client, and those of earlier releases. */
export { shortIdOf } from '../src/graphql/request/persisted.ts';

/** The whole schema: every room's types on the one builder. */
export { schema } from '../src/graphql/schema/schema.ts';
