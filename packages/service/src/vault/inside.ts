// The door of the room `vault` for other rooms, whose transactions it takes part in, and for what composes the service.

/** The bounds of the room `vault`. */
export { VAULT_LIMITS } from './limits.ts';

/** Rotates keys: new data keys, rows sealed anew in the background, and data keys wrapped by a new master key. */
export { resealRound } from './rotation.ts';
