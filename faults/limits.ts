// Every bound of the runs of faults, in one place.

export const FAULT_LIMITS = {
  /** Clients that each send one order after the other. */
  clients: 4,
  /** A client gives up a request after so long, and repeats it with its key. */
  requestTimeoutMs: 12_000,
  /** All that was acknowledged has left, or is visibly stuck, after so long. */
  settleMs: 120_000,
  /** The database is slow with ends of attempts for so long, which each of them meets twice. */
  slowEndsMs: 45_000,
  /** A fax that met a busy line waits for its turn of the schedule, the last ten minutes after its first. */
  settleFaxMs: 660_000,
  settleLookMs: 200,
  /** How long the next order may take after a fault before the trial counts as broken. */
  recoveryMs: 60_000,
  /** What the guide promises of a node that is told to stop. */
  stopMs: 25_000,
  /** No request may take longer while connections to the database are cut. */
  requestMs: 5_000,
  /** After a crash of the database's server the next order is taken within this time. */
  databaseRecoveryMs: 10_000,
  /** An order to a pharmacy that works arrives within this time, whatever others do. */
  healthyMs: 5_000,
  /** While the schema changes, no statement of the service waits longer for a lock. */
  lockWaitMs: 500,
  /** Violations that are printed of one fault. */
  printedViolations: 20,
} as const;
