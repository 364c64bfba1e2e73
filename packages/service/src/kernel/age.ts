// How old something kept in memory is, by a clock that may be set: what seems to come from the future is not fresh.

/**
 * Whether less than `withinMs` have passed from `atMs` until `nowMs`, all in milliseconds. False when the clock has been set back behind
 * `atMs`: nobody knows how much time has passed then, and reading anew is always right.
 */
export function isYoungerThan(atMs: number, nowMs: number, withinMs: number): boolean {
  const ageMs = nowMs - atMs;
  return ageMs >= 0 && ageMs < withinMs;
}
