// What tests and benches take from the inside of graphql, beyond what other packages are offered: no product code may import it.

/** What every resolver gets: who asks, the rooms, and the means to write once and to load lists without N+1 queries. */
export { type GraphContext, type Rooms, write } from '../../src/graphql/context.ts';

/** The errors of a GraphQL answer: every one with a code of the table, none with the values that the caller sent. */
export type { AnswerError } from '../../src/graphql/request/answers.ts';

/** The documents that browsers ask for by id: one file per area of the client, and those of earlier releases. */
export { persistedDocuments } from '../../src/graphql/request/persisted.ts';

/** How much of the API one address, one application and one user or machine may use in a minute, on all nodes together. */
export type { ApiQuotas } from '../../src/graphql/request/quotas.ts';

/** `POST /graphql`: proof of who asks, the document's bounds, its execution, and errors in one form. */
export { graphqlRoutes } from '../../src/graphql/request/routes.ts';

/** Who the access token stands for, and whether they may sign, from current data. */
export { whoIs } from '../../src/graphql/who-is.ts';
