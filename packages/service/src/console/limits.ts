// Every bound of the operators' console, in one place.

export const CONSOLE_LIMITS = {
  /** A form of the console; a file of pharmacies may be pasted into one. */
  formBytesMax: 1_048_576,
  /** Of a file of pharmacies and partners that is pasted: as a form most of its characters take one byte, and some three or more. */
  networkFileCharactersMax: 300_000,
  /** Entries of such a file that a page lists; all are counted. */
  fileVerdictsShown: 200,
  /** How long a person may take to sign in. */
  signInSeconds: 30 * 60,
  /** Clocks of nodes may differ by this much. */
  clockToleranceSeconds: 60,
  /** An address within the console to which a sign-in comes back. */
  returnPathCharactersMax: 1_000,
  /** How often a page of lanes refreshes where the person asked for it. */
  liveSeconds: 5,
  /** What is typed to find pharmacies. */
  searchCharactersMax: 100,
  pharmaciesPerPage: 50,
  /** Acts that one page of the queue's history shows. */
  actsPerPage: 50,
  /** How long the answer to a form waits for a conformance run, so that a refusal is shown at once; the run goes on after that. */
  checkWaitMs: 2_000,
  /** How long the answer to a form waits for what a quarantine holds to be disposed of; the page after it goes on. */
  disposeWaitMs: 5_000,
  /** MessageIDs and transmissions that one pasted text may name. */
  receivedIdsMax: 2_000,
  /** How long a browser remembers the language. */
  languageSeconds: 365 * 24 * 3600,
} as const;
