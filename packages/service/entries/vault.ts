// What other packages are offered of vault.

/** Reads an organization's wrapped keys, makes the first ones, and keeps opened keys in memory for a bounded time and number. */
export { type DataKeyRow, openRows } from '../src/vault/keyring.ts';

/** The bounds of the room `vault`. */
export { VAULT_LIMITS } from '../src/vault/limits.ts';

/** Wraps data keys with the master key of the configuration; several masters may be known while they rotate. */
export { MasterKeyMissingError } from '../src/vault/master-keys.ts';

/** Rotates keys: new data keys, rows sealed anew in the background, and data keys wrapped by a new master key. */
export { rewrapKeys, rotateDataKeys } from '../src/vault/rotation.ts';

/** The door of the room `vault`: a store whose transactions carry their organization's keys. */
export {
  checkMasterKeys,
  columnAddress,
  type MasterKeys,
  networkKeysFor,
  type OrgKeys,
  sealStore,
} from '../src/vault/vault.ts';
