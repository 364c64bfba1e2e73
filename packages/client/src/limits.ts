// Every bound of the browser client, in one place. Single constants: a table's names would come into the bundle.

/** One try of a query. */
export const QUERY_TIMEOUT_MS = 15_000;
/** One try of a write; a little more than the service gives itself. */
export const MUTATION_TIMEOUT_MS = 25_000;
/** One request to the token endpoint. */
export const TOKEN_TIMEOUT_MS = 15_000;
/** An answer to a question that was asked early is asked for again after this time. */
export const EARLY_ANSWER_AGE_MAX_MS = 10_000;
// The entry of the elements needs this one and none of the others.
export { DISCOVERY_TIMEOUT_MS } from './early-discovery.ts';

/** Tries of a request that could not be delivered or answered. */
export const TRIES_MAX = 3;
/** Wait before the second try; it grows threefold. */
export const RETRY_WAIT_MS = 400;
/** The longest `Retry-After` that is waited for; a longer one is told to the caller. */
export const RETRY_AFTER_MAX_MS = 5_000;
/** A token that ends within this time is refreshed before it is used. */
export const TOKEN_MARGIN_MS = 30_000;
/** The life of a token where the provider does not say it. */
export const UNTOLD_LIFE_SECONDS = 60;
/** How long a sign-in that was begun can be finished. */
export const SIGN_IN_AGE_MAX_MS = 1_200_000;
/** Wait for the token that another tab has just refreshed. */
export const SHARED_TOKEN_WAIT_MS = 500;
/** Wait of a returning popup for the page that opened it. */
export const OPENER_WAIT_MS = 3_000;

/** A page that nobody has touched for so long asks by itself. */
export const UNATTENDED_AFTER_MS = 60_000;
/** So long before a session ends because nobody uses it, whoever is there is told. */
export const IDLE_WARNING_MS = 60_000;
/** The service writes down once in so long that a session is used: it may end so much sooner than the last use says. */
export const IDLE_NOTED_EVERY_MS = 60_000;
/** How often the end of a session is looked for. */
export const IDLE_CHECK_MS = 2_000;
