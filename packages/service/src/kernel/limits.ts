// The bounds of the composition itself; each room has its own `limits.ts`.

export const MAIL_LIMITS = {
  connectTimeoutMs: 10_000,
  /** A mail server that says nothing for so long is given up. */
  silenceTimeoutMs: 20_000,
} as const;

export const LOG_LIMITS = {
  /** Lines of the log that could not be written yet; more are left out until they are. */
  unwrittenBytesMax: 8_388_608,
  /** Work in the background that finds the store away says so in the log this often. */
  outageLogIntervalMs: 10_000,
  /** Calls of an error's stack that are logged. */
  stackCallsMax: 12,
} as const;

export const ANSWER_LIMITS = {
  /** Fields that one answer says to mend. */
  problemsListedMax: 50,
  /** When a caller may ask again whom the service cannot serve now (`Retry-After`). */
  retryAfterSeconds: 2,
} as const;

/** Of requests that leave the house: to pharmacies, partners and payers. */
export const OUTGOING_LIMITS = {
  /** An answer larger than this is not read further, unless its asker wants less; it counts as unreadable. */
  answerBytesMax: 1_048_576,
  /** Header lines of an answer. */
  answerHeaderBytesMax: 32_768,
  /** Names that are looked up at a time, each of those that are found, of those that failed the last time, and of new ones: Node has four threads for that and for much else. */
  lookupsAtATime: 1,
  /** Names of which it is remembered whether they were found, and where. */
  namesKnownMax: 2_048,
  /** After so long without an answer a connection goes where its name was found last, where that is no older than the second. */
  lookupPatienceMs: 1_000,
  addressesKeptMs: 600_000,
  connectionsPerEndpointMax: 16,
  keepAliveMs: 30_000,
  /** Endpoints whose connections are kept; the one not used longest is closed. */
  endpointsKeptMax: 2_048,
  /** An OAuth2 server that says nothing for so long has no token for us. */
  tokenTimeoutMs: 5_000,
  /** How long a token holds whose server does not say it. */
  tokenLifetimeMsDefault: 60_000,
  /** A token is not used in its last moments, when it may expire on the way. */
  tokenMarginMs: 30_000,
} as const;

export const STOP_LIMITS = {
  /** A node has stopped by then, or is ended. */
  totalMs: 25_000,
  /** Behind the last request and delivery: how long a round of housekeeping may still take. */
  roundsMs: 1_000,
  /** And the chaining of what the audit trail still holds. */
  auditMs: 1_000,
  /** And the operators' listener, whatever is asked of it. */
  adminMs: 500,
} as const;

export const HOUSEKEEPING_LIMITS = {
  /** How often expired sign-in artifacts are removed and signing keys moved along. */
  identityIntervalMs: 300_000,
  /** How often answers of old writes and old ids of hook deliveries are forgotten. */
  pruneIntervalMs: 3_600_000,
  /** How often screening services are told what they have not taken yet. */
  screeningFeedbackIntervalMs: 5_000,
} as const;

/** What the configuration may set otherwise, as it is when it does not. */
export const SETTABLE_LIMITS = {
  /**
   * How long a message waits for the ends of a pharmacy's or partner's windows of maintenance, in all, before it goes by
   * fax; unless MAINTENANCE_WAIT_MINUTES says otherwise.
   */
  maintenanceWaitMs: 1_800_000,
  /** Messages of one node at a time, over all lanes, and as many texts besides: waiting for an answer costs little; `DELIVERIES_AT_A_TIME` sets another number. */
  deliveriesAtATime: 1_024,
  /** Requests a minute of one user or machine, on all nodes; `API_REQUESTS_PER_MINUTE` sets another number. */
  requestsPerMinute: 3_000,
} as const;
