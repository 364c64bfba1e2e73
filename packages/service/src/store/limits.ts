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
  /** A connection that nobody has needed for so long is ended. On each new one every statement is planned anew, which takes a tenth of a second in all. */
  connectionIdleMs: 300_000,
  /** A connection that is used and says nothing for so long is ended: longer than any statement may run. */
  connectionSilenceMs: 20_000,
  /** A connection that has answered nothing for so long is looked for on the server, over another one, which has so long to say what it knows. */
  halfOpenLookMs: 2_000,
  halfOpenAnswerMs: 3_000,
  /** What the server has answered on it comes within this time, or does not come. */
  halfOpenGraceMs: 500,
  /** A connection on which nothing happens is asked after so long whether the other side is there. */
  keepAliveDelayMs: 10_000,
  /** Work that waits for a store which is away asks again after so long, then after twice as long each time, up to the other. */
  outagePauseFirstMs: 20,
  outagePauseMaxMs: 500,
  /** How long the end of the store waits for connections that are still in use. */
  closeGraceMs: 2_000,
  /** No statement of the service may run longer on PostgreSQL. */
  statementTimeoutMs: 15_000,
  /** Nor wait longer for one lock: whoever waits for a statement that runs out of its time is told apart from it by the code (55P03). */
  lockTimeoutMs: 10_000,
  /** A transaction whose client went silent is ended by PostgreSQL. */
  idleInTransactionTimeoutMs: 30_000,
  /** The embedded store writes a checkpoint this often, so that recovery stays short. */
  checkpointIntervalMs: 60_000,
  /** How often the store looks for tables that have grown: without statistics the planner joins the long way, and keeps to it. */
  analyzeIntervalMs: 2_000,
  /** A table is analyzed when it has so many rows more than twice those counted last: whatever only changes keeps its plans. */
  analyzeAfterRows: 50,
  /** Tables that one look analyzes, those first whose rows changed most. */
  analyzedPerLookMax: 10,
  /** A larger table of PostgreSQL is left to autovacuum. */
  analyzedRowsMax: 100_000,
  /** The embedded store has no autovacuum. */
  vacuumIntervalMs: 3_600_000,
  /** Texts of statements that the embedded store remembers, and keeps prepared where they came twice; the one that was used longest ago goes first. */
  preparedTextsMax: 200,
  /** Transactions of the embedded store that share one flush of its log. */
  pipelinesPerFlushMax: 16,
  /** Above this size the embedded store advises PostgreSQL at start. */
  embeddedAdvisedBytesMax: 1_000_000_000,
  /** The embedded engine opens its store, recovery included, within this time, or is started once more. */
  engineStartTimeoutMs: 60_000,
  /** Pause before an engine that could not be started again is tried once more; it doubles up to the other. */
  engineRestartPauseFirstMs: 100,
  engineRestartPauseMaxMs: 5_000,
  /** How long the embedded engine may take to write what it has before it closes; its next start finds the rest in its log. */
  engineCloseGraceMs: 5_000,
  /** How often a node lets the store's mark beat while nothing leaves; else with the first look after something has begun to. */
  markBeatIntervalMs: 60_000,
  /** Where nothing outside of a store remembers it: in which something waits and of which nothing was heard for so long is held to be an older state. */
  markSilenceMs: 3_600_000,
  /** Waiting time for the child process that creates an embedded cluster. */
  clusterCreationTimeoutMs: 60_000,
} as const;
