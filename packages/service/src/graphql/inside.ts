// The door of the room `graphql` for the operators' interface, which is of the same make: how documents are answered, and the values that both schemas write alike.

/** How a document that arrives by POST is answered: proof of who asks first, then its bounds, its execution, and errors in one form. */
export { type DocumentOptions, serveDocuments } from './request/documents.ts';
/** Reads the header Idempotency-Key: a bare value, or the quoted text of a structured field. */
export { parseIdempotencyKey } from './request/idempotency-key.ts';
/** The values that are more than text or a number, as both schemas write and read them. */
export { DATE_TIME, JSON_VALUE } from './schema/scalars.ts';
