// The door of the room `graphql`: what composes the service takes from here.

/** What every resolver gets: who asks, the rooms, and the means to write once and to load lists without N+1 queries. */
export type { Rooms } from './context.ts';

/** `GET /v1/live`: who may follow, what each may hear of, and until when. */
export { type LiveIdentity, liveApi } from './request/live.ts';

/** The documents that browsers ask for by id: one file per area of the client, and those of earlier releases. */
export { persistedDocuments } from './request/persisted.ts';

/** How much of the API one address, one application and one user or machine may use: counted on this node, in memory. */
export { createApiQuotas } from './request/quotas.ts';

/** `POST /graphql`: proof of who asks, the document's bounds, its execution, and errors in one form. */
export { graphqlRoutes } from './request/routes.ts';
/** The whole schema: every room's types on the one builder. */
export { schema } from './schema/schema.ts';
/** Who the access token stands for, and whether they may sign, from current data. */
export { whoIs } from './who-is.ts';
