// Every bound of the room `tracing`, in one place.

export const TRACING_LIMITS = {
  /** Spans that wait to be sent; more are left out. */
  spansWaitingMax: 2_048,
  /** Spans of one message to the collector. */
  spansPerMessageMax: 512,
  /** How often what waits is sent. */
  sendIntervalMs: 5_000,
  /** A collector that has not answered by then has not got it. */
  sendTimeoutMs: 10_000,
  /** How long the stop of a node waits for the last spans. */
  stopMs: 1_000,
} as const;
