// Reads an organization's wrapped keys, makes the first ones, and keeps opened keys in memory for a bounded time and number.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isYoungerThan } from '../kernel/age.ts';
import type { Ports } from '../kernel/ports.ts';
import { runStatement } from '../store/inside.ts';
import type { Tx } from '../store/store.ts';
import { FIRST_KEYS_OF_NETWORK, FIRST_KEYS_OF_ORGANIZATION } from './first-keys-sql.ts';
import { VAULT_LIMITS } from './limits.ts';
import type { MasterKeys } from './master-keys.ts';
import { masterIdOf, unwrapKey, wrapKey } from './master-keys.ts';
import type { OrgKeys } from './sealing.ts';
import { createOrgKeys, DATA_KEY_BYTES } from './sealing.ts';
import type { VaultTables } from './tables.ts';

/** A row of `data_key`, as it is read to be opened. */
export type DataKeyRow = {
  purpose: 'data' | 'index';
  version: number;
  master_id: string;
  wrapped: Uint8Array;
  active: boolean;
};

/** Whose keys seal what belongs to the network; stands where an organization's id stands else. */
export const NETWORK = 'network';

export interface Keyring {
  readonly masters: MasterKeys;
  /** Those in memory; undefined when they must be read (again). */
  cached(orgId: string): OrgKeys | undefined;
  /** In the caller's transaction: of that organization, or in role `keeper` for NETWORK. Undefined when there is no such organization. */
  load(tx: Tx, orgId: string): Promise<OrgKeys | undefined>;
  drop(orgId: string): void;
  close(): void;
}

export function createKeyring(masters: MasterKeys, clock: Ports['clock']): Keyring {
  const entries = new Map<string, { readonly keys: OrgKeys; readonly atMs: number }>();
  return {
    masters,
    cached: (orgId) => {
      const entry = entries.get(orgId);
      return entry !== undefined && isYoungerThan(entry.atMs, clock.now(), VAULT_LIMITS.keysFreshMs)
        ? entry.keys
        : undefined;
    },
    load: async (tx, orgId) => {
      const found = await readRows(tx, orgId);
      if (found.length > 0) {
        const keys = openRows(masters, orgId, found);
        entries.delete(orgId);
        entries.set(orgId, { keys, atMs: clock.now() });
        const oldest = entries.size > VAULT_LIMITS.organizationsCachedMax ? entries.keys().next() : undefined;
        if (oldest?.done === false) entries.delete(oldest.value);
        return keys;
      }
      // Kept in memory only when read after commit: this transaction may still be undone.
      await makeFirst(tx, masters, orgId);
      const made = await readRows(tx, orgId);
      return made.length === 0 ? undefined : openRows(masters, orgId, made);
    },
    drop: (orgId) => {
      entries.delete(orgId);
    },
    close: () => {
      for (const { keys } of entries.values()) keys.forget();
      entries.clear();
    },
  };
}

async function readRows(tx: Tx, orgId: string): Promise<DataKeyRow[]> {
  const tables = tx.withTables<VaultTables>();
  const columns = ['purpose', 'version', 'master_id', 'wrapped'] as const;
  const active = sql<boolean>`active_from <= now()`.as('active');
  if (orgId === NETWORK)
    return await tables
      .selectFrom('network_key')
      .select([...columns, active])
      .execute();
  return await tables
    .selectFrom('data_key')
    .select([...columns, active])
    .where('org_id', '=', orgId)
    .execute();
}

/** Opens the rows of one organization. Throws MasterKeyMissingError. */
export function openRows(masters: MasterKeys, orgId: string, rows: readonly DataKeyRow[]): OrgKeys {
  const opened = (row: DataKeyRow): Uint8Array =>
    unwrapKey(masters, { orgId, purpose: row.purpose, version: row.version }, row.master_id, row.wrapped);
  const data = rows.filter(({ purpose }) => purpose === 'data');
  const index = rows.find(({ purpose }) => purpose === 'index');
  if (index === undefined) throw new Error(`${orgId} has no index key`);
  const dataKeys = new Map(data.map((row) => [row.version, opened(row)]));
  const indexKey = opened(index);
  const keys = createOrgKeys({
    orgId,
    version: Math.max(...data.filter(({ active }) => active).map(({ version }) => version)),
    dataKeys,
    indexKey,
  });
  for (const bytes of [...dataKeys.values(), indexKey]) bytes.fill(0);
  return keys;
}

async function makeFirst(tx: Tx, masters: MasterKeys, orgId: string): Promise<void> {
  const masterId = masterIdOf(masters.current);
  const wrapped = (purpose: 'data' | 'index'): Uint8Array =>
    wrapKey(masters.current, { orgId, purpose, version: 1 }, randomBytes(DATA_KEY_BYTES));
  const keys = [masterId, wrapped('data'), wrapped('index')];
  if (orgId === NETWORK) await runStatement(tx, FIRST_KEYS_OF_NETWORK, keys);
  else await runStatement(tx, FIRST_KEYS_OF_ORGANIZATION, [...keys, orgId]);
}
