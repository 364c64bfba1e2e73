// The bounds of the composition itself; each room has its own `limits.ts`.

export const MAIL_LIMITS = {
  connectTimeoutMs: 10_000,
  /** A mail server that says nothing for so long is given up. */
  silenceTimeoutMs: 20_000,
} as const;

export const HOUSEKEEPING_LIMITS = {
  /** How often expired sign-in artifacts are removed and signing keys moved along. */
  identityIntervalMs: 300_000,
  /** How often answers of old writes and old ids of hook deliveries are forgotten. */
  pruneIntervalMs: 3_600_000,
} as const;
