// Owns the bounds of the workflow's state.

export const STATE_LIMITS = {
  /** A prefill that a person deleted is not made again by itself for so long, and so many are remembered. */
  deletedPrefillMs: 24 * 3_600_000,
  deletedPrefillsMax: 200,
  /** Pages of templates that are looked through for `template-ids`. */
  templatePagesMax: 10,
  prescriberPagesMax: 5,
  /** More replaced picks than this are counted as so many. */
  replacedPicksMax: 100,
  /** The newest prescriptions, which are looked through for those that were saved and can be sent (within 72 hours), and how many of these one order takes. */
  savedAskedMax: 30,
  savedShownMax: 25,
  /** Deleted drafts that can still be brought back. */
  undoMax: 20,
  /** What is asked again after a lost answer, with the same key each time. */
  repeatAfterMs: [1_000, 2_000, 4_000, 8_000, 15_000],
  /** How often the sent order is looked at: quickly at first, then slower, the last for as long as something is awaited of it. */
  pollAfterMs: [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000],
  /** A page that is seen again is noticed after so long, and asks at once. */
  pollStepMs: 500,
} as const;
