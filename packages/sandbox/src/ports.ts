// Owns what the simulated peers take from outside: the time.

/** The time in milliseconds since 1970. */
export interface Clock {
  readonly now: () => number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
