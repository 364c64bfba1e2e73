// Every bound of a move from the embedded store to PostgreSQL, in one place.

export const MOVE_LIMITS = {
  /** Rows that are read, sent and committed together. */
  rowsPerBatchMax: 1_000,
  /** Their text together, beyond which a batch ends with the row that went past it: what one is in memory. */
  batchCharactersMax: 4_000_000,
  /** Rows whose digests are compared at a time. */
  rowsPerComparisonMax: 2_000,
  /** Differences that are named; all are counted. */
  differencesNamedMax: 50,
  /** How many rows a second are copied and compared, for the estimate of `--dry-run`: what two busy cores did with both ends on one machine. */
  rowsPerSecondExpected: 1_700,
  /** Major version of PostgreSQL. */
  postgresVersionMin: 15,
} as const;
