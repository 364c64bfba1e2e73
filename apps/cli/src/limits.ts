// Every bound of the command line; the imports have their own.

export const DOCTOR_LIMITS = {
  /** This machine's clock and PostgreSQL's may differ by this much. */
  clockSkewMsMax: 2_000,
  /** Major version of PostgreSQL. */
  postgresVersionMin: 15,
  /** A carrier that says nothing for so long is not there. */
  carrierTimeoutMs: 5_000,
  /** Endpoints that cannot be reached, which are named one by one. */
  endpointsListedMax: 20,
  /** Different bytes of a key: 32 random ones have fewer once in 10^20. */
  keyDistinctBytesMin: 16,
} as const;

export const COMMAND_LIMITS = {
  /** How long an operator's command waits for the service that holds the embedded store. */
  operatorAnswerTimeoutMs: 10_000,
  /** One call that writes some entries of a file of pharmacies there. */
  fileBatchTimeoutMs: 120_000,
  /** Counting a recall there: half a minute for a million prescriptions. */
  recallAnswerTimeoutMs: 120_000,
  /** A conformance run in that service: a slow pharmacy takes minutes over all cases. */
  conformanceRunTimeoutMs: 900_000,
  /** One call that disposes of what a quarantine holds: hundreds of rows, each in its own transaction. */
  reconcileTimeoutMs: 60_000,
  /** What the sandbox's history has under way at its end. */
  historySettledWithinMs: 5_000,
  /** One call of the sandbox's own commands to the service. */
  sandboxCallTimeoutMs: 30_000,
  /** Redirects of one sign-in. */
  signInHopsMax: 12,
  /** A token is renewed so long before it ends, so that no call carries one that ends on the way. */
  tokenRenewedBeforeMs: 30_000,
} as const;
