// The door of the room `operator-api`: what composes the service takes from here.

/** What operators may do: the same that their commands and their console do. */
export type { Administrations } from './context.ts';
/** `POST /graphql` of the operators' listener: an operator's token, then the document, by the same bounds and errors as the API of practices. */
export { type OperatorApiOptions, operatorApi } from './routes.ts';
/** The whole schema of the operators' interface, every field of it behind the guard. */
export { operatorSchema } from './schema/schema.ts';
