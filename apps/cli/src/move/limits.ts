// Every bound of `pestle move`; those of the move itself are the store's.

/** Tables that a dry run names, the largest first; with `--json` all. */
export const LARGEST_FIRST = 12;
