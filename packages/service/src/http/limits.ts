// Every bound of the HTTP server, in one place.

export const HTTP_LIMITS = {
  /** Bytes of a body where a route does not say otherwise. */
  bodyBytesMax: 65_536,
  /** Bytes of what a command sends of pharmacies and partners: some entries of a file together. */
  networkActBytesMax: 4_194_304,
  /** From the first byte of a request to its last. */
  requestArrivalTimeoutMs: 10_000,
  /** Until a request's headers are there. */
  headersTimeoutMs: 5_000,
  /** How often requests that arrive too slowly are looked for. */
  slowRequestCheckIntervalMs: 1_000,
  /** From a request's arrival to its answer, where a route does not say otherwise. */
  answerTimeoutMs: 20_000,
  /** An idle connection is kept this long. */
  keepAliveTimeoutMs: 65_000,
  /** Connections at a time; more are closed at once. */
  connectionsMax: 4_096,
  /** Characters of one parameter in a path. */
  pathParameterCharactersMax: 300,
  /** Characters of a request id that a caller gives. */
  requestIdCharactersMax: 64,
  /** Above this delay of the event loop, on average between two looks at it, new requests are answered UNAVAILABLE. */
  eventLoopDelayMaxMs: 1_000,
  /** Above this share of the heap new requests are answered UNAVAILABLE. */
  heapShareMax: 0.92,
  /**
   * How often delay and heap are looked at. Longer than the delay that is too long: one turn that took so long is over when it is seen, and is
   * no reason to refuse whoever comes next.
   */
  pressureSampleIntervalMs: 2_500,
  /** What was seen of the store's readiness is answered for so long: probes, however many, cost one look. */
  readyKnownForMs: 1_000,
  /** A store that has not taken a write by then is away. */
  readyAnswerTimeoutMs: 3_000,
  /** While the server closes: how often connections that have become idle are looked for. */
  drainSweepIntervalMs: 50,
  /** And when the last of them is ended: a little more than any answer takes. */
  drainTimeoutMs: 20_500,
  /** Maintenance of the whole service is shown on pages so long before it begins. */
  maintenanceNoticeBeforeMs: 86_400_000,
  /** How long figures that the store is asked for are kept before they are read again. */
  figuresKeptMs: 10_000,
} as const;
