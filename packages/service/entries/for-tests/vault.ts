// What tests and benches take from the inside of vault, beyond what other packages are offered: no product code may import it.

/** Rotates keys: new data keys, rows sealed anew in the background, and data keys wrapped by a new master key. */
export { resealRound } from '../../src/vault/rotation.ts';
/** Every column that is sealed, with what names its row: the one list that sealing and the rotation of keys share. */
export { SEALED_COLUMNS } from '../../src/vault/sealed-columns.ts';

/** Seals and opens single values with an organization's data keys: AES-256-GCM, bound to table, column, row and organization. */
export { createOrgKeys } from '../../src/vault/sealing.ts';

/** The door of the room `vault`: a store whose transactions carry their organization's keys. */
export { keyringOf, keysFor, keysOf } from '../../src/vault/vault.ts';
