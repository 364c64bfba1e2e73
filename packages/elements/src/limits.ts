// Owns the bounds of loading the elements' own files. Single constants, because the names of a table would add to the bundle.

/** A file of the served build is asked for so often before it counts as lost. */
export const FILE_TRIES = 3;
/** Pause between two tries. */
export const FILE_PAUSE_MS = 500;
