// Owns the bounds of loading the elements' own files. Single constants: a table's names would come into the entry.

/** A file of the served build is asked for so often before it counts as lost. */
export const FILE_TRIES = 3;
/** Pause between two tries. */
export const FILE_PAUSE_MS = 500;
