// Every bound of the room `quotas`, in one place.

export const QUOTA_LIMITS = {
  /** What the number of a quota is per. */
  periodMs: 60_000,
  /**
   * Parts of a quota that a node lets through before it must have told the store: so many nodes let through at most so many
   * parts more than the quota, and one node none.
   */
  parts: 20,
  /** Quotas that one trip tells the store of. */
  toldAtOnceMax: 64,
  /** How long a call waits for the store to count; then its node goes on by its own count. */
  storeWaitMs: 250,
  /** A minute that ends further ahead was begun by a clock that was set back since, and is begun anew: no two nodes' clocks may be so far apart. */
  aheadMaxMs: 300_000,
  /** A minute that ended so long ago is forgotten: no node's clock may be so far off. */
  forgottenAfterMs: 3_600_000,
} as const;
