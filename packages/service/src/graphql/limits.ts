// Every bound of the GraphQL interface, in one place.

export const GRAPHQL_LIMITS = {
  /** Records of a page when the caller does not say. */
  pageSizeDefault: 20,
  /** Records of a page at most. */
  pageSizeMax: 100,
  /** Characters of one document. */
  documentCharactersMax: 20_000,
  /** Tokens of one document. */
  documentTokensMax: 4_000,
  /** How deep fields may nest. */
  depthMax: 10,
  /** Fields at the root of one document. */
  rootFieldsMax: 10,
  /** Aliases in one document. */
  aliasesMax: 30,
  /** Fields in one document, fragments counted each time they are spread. */
  fieldsMax: 500,
  /** Records that one request may visit: list sizes multiply along the path. */
  costMax: 5_000,
  /** What a list without `first` counts as. */
  listSizeAssumed: 10,
  /** Bytes of one request's body. */
  requestBytesMax: 262_144,
  /** Compiled and validated documents that are kept. */
  documentsKeptMax: 1_024,
  /** From the request's arrival to its answer; longer is answered UNAVAILABLE. */
  requestTimeoutMs: 30_000,
} as const;
