// Every bound of the room `tries`; how many wrong tries are let through is said by the rooms that count them.

export const TRIES_LIMITS = {
  /** Budgets that are whole again, of which one step of the cleaning forgets so many. */
  forgottenPerStepMax: 1_000,
} as const;
