// Owns the bounds of the portal.

export const PORTAL_LIMITS = {
  /** How often a page looks again while something is awaited of what it shows: quickly at first, then slower, the last for as long as it lasts. */
  lookAfterMs: [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000],
  /** A list is looked for when nothing was typed for so long. */
  searchAfterMs: 250,
  /** What a search takes; the service takes as much of an order. */
  searchCharactersMax: 100,
  /** What a note on the desk may have: as long as the service keeps it. */
  deskNoteCharactersMax: 500,
  /** Why something on the desk is settled. */
  deskReasonCharactersMax: 210,
  /** The number in the navigation is asked for so often besides when it is told of. */
  deskCountAfterMs: 30_000,
  /** Entries of the audit trail that one export takes. */
  auditExportMax: 5_000,
  /** What stands on an allergy: as long as the service keeps it. */
  allergyCharactersMax: 200,
} as const;
