// Every bound of the browser client, in one place.

export const CLIENT_LIMITS = {
  /** One try of a query. */
  queryTimeoutMs: 15_000,
  /** One try of a write; a little more than the service gives itself. */
  mutationTimeoutMs: 25_000,
  /** One request to the token endpoint. */
  tokenTimeoutMs: 15_000,
  /** One request for a discovery document. */
  discoveryTimeoutMs: 10_000,
  /** Tries of a request that could not be delivered or answered. */
  triesMax: 3,
  /** Wait before the second try; it grows threefold. */
  retryWaitMs: 400,
  /** The longest `Retry-After` that is waited for; a longer one is told to the caller. */
  retryAfterMaxMs: 5_000,
  /** A token that ends within this time is refreshed before it is used. */
  tokenMarginMs: 30_000,
  /** How long a sign-in that was begun can be finished. */
  signInAgeMaxMs: 1_200_000,
  /** Wait for the token that another tab has just refreshed. */
  sharedTokenWaitMs: 500,
  /** Wait of a returning popup for the page that opened it. */
  openerWaitMs: 3_000,
} as const;
