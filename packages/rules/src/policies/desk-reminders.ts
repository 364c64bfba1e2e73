// Which reminders people get of what lies on their practice's desk: all of them, unless their organization says otherwise.

/**
 * A reminder by mail that an organization may leave out: `entered` and `late` go to the owner, `late-to-practice` to the practice, `after-hours` to
 * whoever looks after the desk outside of office hours.
 */
export const DESK_REMINDERS = ['entered', 'late', 'late-to-practice', 'after-hours'] as const;
/** One of them. */
export type DeskReminder = (typeof DESK_REMINDERS)[number];
