// Every bound of the store, in one place.

export const STORE_LIMITS = {
  /** How often a transaction is tried when the database reports a serialization failure or a deadlock. */
  transactionAttemptsMax: 5,
  /** Connections of one node to PostgreSQL. */
  postgresConnectionsMax: 16,
  /** Share of these connections that deliveries may use at a time: requests find the rest. */
  postgresBackgroundShare: 0.5,
  /** Transactions of deliveries that the embedded store is given at a time: a request waits behind no more than these. */
  embeddedBackgroundConcurrency: 4,
  /** How long a request waits for a free PostgreSQL connection before it is answered with 503. */
  connectionTimeoutMs: 5_000,
  /** No statement of the service may run longer on PostgreSQL. */
  statementTimeoutMs: 15_000,
  /** A transaction whose client went silent is ended by PostgreSQL. */
  idleInTransactionTimeoutMs: 30_000,
  /** The embedded store writes a checkpoint this often, so that recovery stays short. */
  checkpointIntervalMs: 60_000,
  /** How often the embedded store looks for tables that have grown: without statistics the planner joins the long way. */
  analyzeIntervalMs: 5_000,
  /** A table is analyzed after so many changes, and a fifth of its rows. */
  analyzeAfterChanges: 50,
  /** The embedded store has no autovacuum. */
  vacuumIntervalMs: 3_600_000,
  /** Transactions of the embedded store that share one flush of its log. */
  pipelinesPerFlushMax: 16,
  /** Above this size the embedded store advises PostgreSQL at start. */
  embeddedAdvisedBytesMax: 1_000_000_000,
  /** Waiting time for the child process that creates an embedded cluster. */
  clusterCreationTimeoutMs: 60_000,
} as const;
