// Owns the bounds of the portal.

export const PORTAL_LIMITS = {
  /** How often a page looks again while something is awaited of what it shows: quickly at first, then slower, the last for as long as it lasts. */
  lookAfterMs: [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000],
} as const;
