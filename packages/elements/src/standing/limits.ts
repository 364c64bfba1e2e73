// Every bound of what is remembered of fills.

export const STANDING_LIMITS = {
  /** Fills whose standing one session remembers; those that were read longest ago go first. */
  fillsMax: 500,
} as const;
