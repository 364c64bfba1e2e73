// Every bound of what is remembered of fills.

export const SITUATION_LIMITS = {
  /** Fills whose situation one session remembers; those that were read longest ago go first. */
  fillsMax: 500,
  /** Persons of whom a page remembers something. */
  boardsMax: 4,
} as const;
