// Owns the bounds of asking what a plan pays.

export const COVERAGE_LIMITS = {
  /** What changes within this time is one question. */
  pauseMs: 250,
  /** Drafts of one question, as many as the service takes. */
  draftsMax: 25,
} as const;
