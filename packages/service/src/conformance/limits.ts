// Every bound of a conformance run, in one place.

export const CONFORMANCE_LIMITS = {
  /** An answer that takes longer is warned of: a pharmacy's busy hour is slower than a test. */
  slowAnswerMs: 5_000,
  /** Prescriptions sent at the same time; fewer where the pharmacy allows fewer. */
  atOnceMax: 4,
  /** How long a run waits for a status report, and for answers that come later. */
  reportsWaitMs: 60_000,
  /** The longest that reports may be waited for, in seconds. */
  reportsWaitSecondsMax: 3_600,
  /** A run takes no longer, what it waits for reports apart. One that has not ended by then stopped with its node. */
  runMinutesMax: 15,
  /** A certificate that ends sooner is warned of. */
  certificateDaysMin: 30,
  /** Of a message and its answer, this much is shown in the report. */
  shownCharactersMax: 20_000,
  /** Reports and answers that one run keeps of what came to its listener. */
  arrivalsMax: 500,
  /** Runs of stored pharmacies that one node makes at the same time. */
  runsAtOnceMax: 4,
  /** What is answered to somebody who asks for one more: to ask again after so long. */
  runsRetrySeconds: 30,
  /** Runs whose report one node keeps for who asks later; the oldest go first. */
  runsKeptMax: 10,
  /** How long an answer waits for the end of a run when nobody says; in seconds, as what can be asked for. */
  runWaitSecondsDefault: 10,
  runWaitSecondsMax: 15,
} as const;
