// Every bound of the GraphQL interface, in one place.

export const GRAPHQL_LIMITS = {
  /** Characters of one document. */
  documentCharactersMax: 20_000,
  /** Tokens of one document. */
  documentTokensMax: 2_500,
  /** How deep fields may nest; introspection apart. */
  depthMax: 10,
  /** Fields at the root of one document. */
  rootFieldsMax: 10,
  /** Aliases in one document, fragments counted each time they are spread. */
  aliasesMax: 30,
  /** Fields in one document, fragments counted each time they are spread. */
  fieldsMax: 500,
  /** Records that one request may visit: list sizes multiply along the path. */
  costMax: 20_000,
  /** What a list counts as that neither takes `first` nor states its size. */
  listSizeAssumed: 10,
  /** Bytes of one request's body. */
  requestBytesMax: 262_144,
  /** From the arrival of the request to its answer. */
  answerTimeoutMs: 20_000,
  /** Characters of an Idempotency-Key. */
  idempotencyKeyCharactersMax: 255,
  /** How long browsers remember the answer to a preflight. */
  preflightMaxAgeSeconds: 600,
  /** How many times as much all people of one address have: a clinic is one address. */
  addressQuotaFactor: 10,
  /** How many times as much all people of one application have. */
  applicationQuotaFactor: 20,
  /** Users, applications and addresses whose requests are counted on one node; those seen longest ago go first. */
  quotaKeysMax: 100_000,
  /** What is wrong with a document that did not run: so many errors are named. */
  errorsShownMax: 20,
} as const;
