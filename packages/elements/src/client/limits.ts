// Owns the bounds of what `svc-client` shows by itself. Single constants, because the names of a table would add to the bundle.

/** How often it is asked whether maintenance was announced. */
export const MAINTENANCE_LOOK_MS = 300_000;
/** Announced maintenance is told so long before it begins. */
export const MAINTENANCE_NOTICE_BEFORE_MS = 86_400_000;
