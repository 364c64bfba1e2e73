// A document that the service knows by id: the browser never carries its text.
import type { ResultOf, VariablesOf } from 'gql.tada';

/** What a `Session` sends. `Data` and `Variables` are for the compiler only. */
export interface Persisted<Data, Variables> {
  /** The first 16 hexadecimal digits of the SHA-256 of the document's text. */
  readonly id: string;
  readonly kind: 'query' | 'mutation';
  readonly __types?: (variables: Variables) => Data;
}

/** The persisted form of a document of `documents/`. */
export type PersistedOf<Document> = Persisted<ResultOf<Document>, VariablesOf<Document>>;

/** What a persisted document answers. */
export type DataOf<Document> = Document extends Persisted<infer Data, never> ? Data : never;
/** What a persisted document takes. */
export type InputOf<Document> = Document extends Persisted<unknown, infer Variables> ? Variables : never;
