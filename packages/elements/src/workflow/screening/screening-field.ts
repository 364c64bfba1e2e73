// Owns the name by which the form finds the first reason that is asked for.

/** Of the control, in the root of the host. */
export const SCREENING_FIELD = 'finding';
