// The door of the room `vault`: a store whose transactions carry their organization's keys.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Ports } from '../kernel/ports.ts';
import { systemPorts } from '../kernel/ports.ts';
import type { Also, Store, Tx } from '../store/store.ts';
import type { Keyring } from './keyring.ts';
import { createKeyring, NETWORK } from './keyring.ts';
import type { MasterKeys } from './master-keys.ts';
import { MasterKeyMissingError, masterIdOf } from './master-keys.ts';
import type { OrgKeys } from './sealing.ts';
import { KeyNotLoadedError } from './sealing.ts';
import type { VaultTables } from './tables.ts';

export { cursorsOf } from './cursors.ts';
export type { MasterKeys } from './master-keys.ts';
export { columnAddress } from './sealed-columns.ts';
export { type OrgKeys, SealBrokenError } from './sealing.ts';

const keysByTransaction = new WeakMap<Tx, OrgKeys>();
const keyringsByStore = new WeakMap<Store, Keyring>();

/**
 * The same store, whose transactions of an organization carry that organization's keys (`keysOf`). There is no other
 * way to health information than through them. A store that is sealed already is returned as it is.
 */
export function sealStore<S extends Store>(
  store: S,
  masters: MasterKeys,
  ports: Pick<Ports, 'clock'> = systemPorts,
): S {
  if (keyringsByStore.has(store)) return store;
  const keyring = createKeyring(masters, ports.clock);
  const once = <T>(orgId: OrganizationId, work: (tx: Tx) => Promise<T>, also?: Also<T>): Promise<T> =>
    store.withOrg(
      orgId,
      async (tx) => {
        const keys = keyring.cached(orgId) ?? (await keyring.load(tx, orgId));
        if (keys !== undefined) keysByTransaction.set(tx, keys);
        return await work(tx);
      },
      also,
    );
  const sealed: S = {
    ...store,
    withOrg: async <T>(orgId: OrganizationId, work: (tx: Tx) => Promise<T>, also?: Also<T>): Promise<T> => {
      try {
        return await once(orgId, work, also);
      } catch (error) {
        if (!(error instanceof KeyNotLoadedError)) throw error;
        // Another node has sealed with a newer key: read the keys and do it again.
        keyring.drop(orgId);
        return await once(orgId, work, also);
      }
    },
    close: async () => {
      await store.close();
      keyring.close();
    },
  };
  keyringsByStore.set(sealed, keyring);
  return sealed;
}

/** The keys of the organization whose transaction this is. */
export function keysOf(tx: Tx): OrgKeys {
  const keys = keysByTransaction.get(tx);
  if (keys === undefined) throw new Error('this transaction carries no keys: it belongs to no organization');
  return keys;
}

/** The keys of an organization outside a transaction, for pipelines: in memory nearly always. */
export async function keysFor(store: Store, orgId: OrganizationId): Promise<OrgKeys> {
  return keyringOf(store).cached(orgId) ?? (await store.withOrg(orgId, async (tx) => keysOf(tx)));
}

/** The keys of what belongs to the network (credentials of pharmacies), outside a transaction: in memory nearly always. */
export async function networkKeysFor(store: Store): Promise<OrgKeys> {
  const keyring = keyringOf(store);
  const keys = keyring.cached(NETWORK) ?? (await store.asKeeper((tx) => keyring.load(tx, NETWORK)));
  if (keys === undefined) throw new Error('the network has no keys');
  return keys;
}

/** Opens what is sealed with the network's keys; reads them again when another node has sealed with a newer one. */
export async function openWithNetwork<T>(store: Store, open: (network: OrgKeys) => T): Promise<T> {
  try {
    return open(await networkKeysFor(store));
  } catch (error) {
    if (!(error instanceof KeyNotLoadedError)) throw error;
    keyringOf(store).drop(NETWORK);
    return open(await networkKeysFor(store));
  }
}

/** Opens what a pipeline answered; reads the keys again when another node has sealed with a newer one. */
export async function openWith<T>(
  store: Store,
  orgId: OrganizationId,
  open: (keys: OrgKeys) => T,
): Promise<T> {
  try {
    return open(await keysFor(store, orgId));
  } catch (error) {
    if (!(error instanceof KeyNotLoadedError)) throw error;
    keyringOf(store).drop(orgId);
    return open(await keysFor(store, orgId));
  }
}

/** Throws MasterKeyMissingError when the store was written with a master key that is not configured. For the start. */
export async function checkMasterKeys(store: Store): Promise<void> {
  const { current, previous } = keyringOf(store).masters;
  const known = new Set([current, ...previous].map(masterIdOf));
  const ids = await store.asKeeper(async (tx) => {
    const tables = tx.withTables<VaultTables>();
    const rows = await tables
      .selectFrom('data_key')
      .select('master_id')
      .union(tables.selectFrom('network_key').select('master_id'))
      .execute();
    return rows.map(({ master_id: id }) => id);
  });
  if (ids.some((id) => !known.has(id))) throw new MasterKeyMissingError();
}

export function keyringOf(store: Store): Keyring {
  const keyring = keyringsByStore.get(store);
  if (keyring === undefined) throw new Error('this store has no keys: it was not sealed');
  return keyring;
}
