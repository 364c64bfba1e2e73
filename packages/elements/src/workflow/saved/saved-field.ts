// Owns the name by which the card of what was signed and saved is found.

/** Of its heading, in the root of the host. */
export const SAVED = 'saved';
