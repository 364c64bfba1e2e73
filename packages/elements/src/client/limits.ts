// Owns the bounds of what `svc-client` tells by itself. Single constants: a table's names would come into the bundle.

/** How often it is asked whether maintenance was announced. */
export const MAINTENANCE_LOOK_MS = 300_000;
/** Announced maintenance is told so long before it begins. */
export const MAINTENANCE_NOTICE_BEFORE_MS = 86_400_000;
