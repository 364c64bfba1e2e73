// The bounds of the room `vault`.

export const VAULT_LIMITS = {
  /** How long keys are believed before they are read again. */
  keysFreshMs: 60_000,
  /** A new key seals only after this time, so that every node has read it before: well more than `keysFreshMs`. */
  keyActivationDelayMs: 180_000,
  /** Organizations whose keys are in memory at once. */
  organizationsCachedMax: 10_000,
  /** Rows sealed anew in one transaction of the background job. */
  resealedRowsPerStepMax: 200,
  /** Steps of one organization in one round of the background job. */
  resealStepsPerRoundMax: 200,
  /** How often the background job looks for rows under old keys. */
  resealIntervalMs: 60_000,
  /** Organizations that one round of the background job looks after. */
  organizationsPerRoundMax: 1_000,
} as const;
