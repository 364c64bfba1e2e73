// Which texts patients get after sending: all of them, unless their organization says otherwise.

/** What a patient is told of by text after sending, each of which an organization may leave out. */
export const PATIENT_TEXTS = ['sent', 'ready', 'shipped', 'delivered', 'problem', 'canceled'] as const;
/** One of them. */
export type PatientText = (typeof PATIENT_TEXTS)[number];

/**
 * What leaves at night where the patient is. `none`: every text waits for the morning; `first`: but the one that asks them to choose a pharmacy, for
 * practices that see patients late; `all`: none waits.
 */
export const TEXTS_AT_NIGHT = ['none', 'first', 'all'] as const;
/** One of them. */
export type TextsAtNight = (typeof TEXTS_AT_NIGHT)[number];
