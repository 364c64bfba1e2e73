// Rotates keys: new data keys, rows sealed anew in the background, and data keys wrapped by a new master key.
import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import { NETWORK } from './keyring.ts';
import { VAULT_LIMITS } from './limits.ts';
import type { MasterKeys } from './master-keys.ts';
import { masterIdOf, unwrapKey, wrapKey } from './master-keys.ts';
import type { SealedColumn, SealedName } from './sealed-columns.ts';
import { columnAddress, SEALED_COLUMNS } from './sealed-columns.ts';
import type { OrgKeys } from './sealing.ts';
import { DATA_KEY_BYTES, headerOf } from './sealing.ts';
import type { VaultTables } from './tables.ts';
import { keyringOf, keysOf, networkKeysFor } from './vault.ts';

/**
 * Gives every organization that has keys a new data key. It seals from `delayMs` on, when every node has read it; rows
 * are sealed anew by `resealRound`. Returns how many organizations got one.
 */
export async function rotateDataKeys(
  store: Store,
  delayMs: number = VAULT_LIMITS.keyActivationDelayMs,
): Promise<number> {
  const { masters } = keyringOf(store);
  return await store.asKeeper(async (tx) => {
    const tables = tx.withTables<VaultTables>();
    const rows = await tables
      .selectFrom('data_key')
      .select((row) => ['org_id', row.fn.max('version').as('version')])
      .where('purpose', '=', 'data')
      .groupBy('org_id')
      .orderBy('org_id')
      .execute();
    for (const { org_id: orgId, version: last } of rows) {
      const version = last + 1;
      const wrapped = wrapKey(
        masters.current,
        { orgId, purpose: 'data', version },
        randomBytes(DATA_KEY_BYTES),
      );
      const key = { purpose: 'data', version, master_id: masterIdOf(masters.current), wrapped } as const;
      await tables
        .insertInto('data_key')
        .values({ org_id: orgId, ...key, active_from: fromNow(delayMs) })
        .execute();
    }
    await rotateNetworkKey(tx, masters.current, delayMs);
    return rows.length;
  });
}

async function rotateNetworkKey(tx: Tx, master: Uint8Array, delayMs: number): Promise<void> {
  const tables = tx.withTables<VaultTables>();
  const { last } = await tables
    .selectFrom('network_key')
    .select((row) => row.fn.max<number | null>('version').as('last'))
    .where('purpose', '=', 'data')
    .executeTakeFirstOrThrow();
  if (last === null) return;
  const at = { orgId: NETWORK, purpose: 'data', version: last + 1 } as const;
  const wrapped = wrapKey(master, at, randomBytes(DATA_KEY_BYTES));
  const key = { purpose: at.purpose, version: at.version, master_id: masterIdOf(master), wrapped };
  await tables
    .insertInto('network_key')
    .values({ ...key, active_from: fromNow(delayMs) })
    .execute();
}

/** So many milliseconds after now, by the store's clock. */
function fromNow(ms: number): RawBuilder<string> {
  return sql<string>`now() + ${ms}::double precision * interval '1 millisecond'`;
}

/** Wraps every key that another master wrapped with the current one, in one transaction. Returns how many. */
export async function rewrapKeys(store: Store): Promise<number> {
  const { masters } = keyringOf(store);
  const currentId = masterIdOf(masters.current);
  return await store.asKeeper(async (tx) => {
    const tables = tx.withTables<VaultTables>();
    const rows = await tables
      .selectFrom('data_key')
      .select(['org_id', 'purpose', 'version', 'master_id', 'wrapped'])
      .where('master_id', '<>', currentId)
      .forUpdate()
      .execute();
    for (const { org_id: orgId, purpose, version, master_id: masterId, wrapped } of rows) {
      const at = { orgId, purpose, version };
      const anew = wrapKey(masters.current, at, unwrapKey(masters, at, masterId, wrapped));
      await tables
        .updateTable('data_key')
        .set({ wrapped: anew, master_id: currentId })
        .where('org_id', '=', orgId)
        .where('purpose', '=', purpose)
        .where('version', '=', version)
        .execute();
    }
    return rows.length + (await rewrapNetworkKeys(tx, masters));
  });
}

async function rewrapNetworkKeys(tx: Tx, masters: MasterKeys): Promise<number> {
  const currentId = masterIdOf(masters.current);
  const tables = tx.withTables<VaultTables>();
  const rows = await tables
    .selectFrom('network_key')
    .select(['purpose', 'version', 'master_id', 'wrapped'])
    .where('master_id', '<>', currentId)
    .forUpdate()
    .execute();
  for (const { purpose, version, master_id: masterId, wrapped } of rows) {
    const at = { orgId: NETWORK, purpose, version };
    const anew = wrapKey(masters.current, at, unwrapKey(masters, at, masterId, wrapped));
    await tables
      .updateTable('network_key')
      .set({ wrapped: anew, master_id: currentId })
      .where('purpose', '=', purpose)
      .where('version', '=', version)
      .execute();
  }
  return rows.length;
}

/**
 * Seals rows that are under older keys anew, some at a time; begins `settleMs` after a key began to seal, when no node
 * seals with an older one any more. Returns how many rows; 0 when nothing is left to do.
 */
export async function resealRound(
  store: Store,
  settleMs: number = VAULT_LIMITS.keysFreshMs * 2,
): Promise<number> {
  const waiting = await store.asKeeper(async (tx) => {
    const rows = await tx
      .withTables<VaultTables>()
      .selectFrom('data_key')
      .select('org_id')
      .distinct()
      .where('purpose', '=', 'data')
      .where('resealed_at', 'is', null)
      .where('active_from', '<=', fromNow(-settleMs))
      .orderBy('org_id')
      .limit(VAULT_LIMITS.organizationsPerRoundMax)
      .execute();
    return rows.map(({ org_id }) => org_id as OrganizationId);
  });
  let total = await resealNetwork(store, settleMs);
  for (const orgId of waiting) {
    // What this process has in memory may be from before the new key began to seal.
    keyringOf(store).drop(orgId);
    total += await resealOrganization(store, orgId);
  }
  return total;
}

async function resealOrganization(store: Store, orgId: OrganizationId): Promise<number> {
  const inOrganization: Within = (work) => store.withOrg(orgId, (tx) => work(tx, keysOf(tx)));
  const { total, done } = await resealColumns(inOrganization, false);
  if (!done) return total;
  await inOrganization((tx, { version }) =>
    tx
      .withTables<VaultTables>()
      .updateTable('data_key')
      .set({ resealed_at: sql<string>`now()` })
      .where('org_id', '=', orgId)
      .where('purpose', '=', 'data')
      .where('version', '<=', version)
      .where('resealed_at', 'is', null)
      .execute(),
  );
  return total;
}

async function resealNetwork(store: Store, settleMs: number): Promise<number> {
  const waiting = await store.asKeeper(async (tx) => {
    const rows = await tx
      .withTables<VaultTables>()
      .selectFrom('network_key')
      .select('version')
      .where('purpose', '=', 'data')
      .where('resealed_at', 'is', null)
      .where('active_from', '<=', fromNow(-settleMs))
      .execute();
    return rows.length > 0;
  });
  if (!waiting) return 0;
  keyringOf(store).drop(NETWORK);
  const inNetwork: Within = async (work) => {
    const keys = await networkKeysFor(store);
    return await store.asKeeper((tx) => work(tx, keys));
  };
  const { total, done } = await resealColumns(inNetwork, true);
  if (!done) return total;
  await inNetwork((tx, { version }) =>
    tx
      .withTables<VaultTables>()
      .updateTable('network_key')
      .set({ resealed_at: sql<string>`now()` })
      .where('purpose', '=', 'data')
      .where('version', '<=', version)
      .where('resealed_at', 'is', null)
      .execute(),
  );
  return total;
}

/** Runs one step in a transaction of whose rows they are, with their keys. */
type Within = <T>(work: (tx: Tx, keys: OrgKeys) => Promise<T>) => Promise<T>;

async function resealColumns(within: Within, network: boolean): Promise<{ total: number; done: boolean }> {
  let total = 0;
  for (const name of Object.keys(SEALED_COLUMNS) as SealedName[]) {
    const column: SealedColumn = SEALED_COLUMNS[name];
    if ((column.network === true) !== network) continue;
    for (let step = 0; ; step += 1) {
      if (step >= VAULT_LIMITS.resealStepsPerRoundMax) return { total, done: false };
      const count = await within((tx, keys) => resealStep(tx, keys, name));
      total += count;
      if (count < VAULT_LIMITS.resealedRowsPerStepMax) break;
    }
  }
  return { total, done: true };
}

/** The tables of the list of sealed columns, by names that the types do not know. */
type AnySealedTable = { [table: string]: { [column: string]: unknown } };

/** One bounded step over one column. */
async function resealStep(tx: Tx, keys: OrgKeys, name: SealedName): Promise<number> {
  const { table, column, key, network }: SealedColumn = SEALED_COLUMNS[name];
  const tables = tx.withTables<AnySealedTable>();
  let old = tables
    .selectFrom(table)
    .select([...key, `${column} as sealed`])
    .where(column, 'is not', null)
    .where(sql<Uint8Array>`substring(${sql.ref(column)} from 1 for 5)`, '<>', headerOf(keys.version))
    .limit(VAULT_LIMITS.resealedRowsPerStepMax)
    .forNoKeyUpdate();
  if (network !== true) old = old.where('org_id', '=', keys.orgId);
  for (const one of key) old = old.orderBy(one);
  const rows = await old.execute();
  for (const row of rows) {
    const values = key.map((one) => row[one] as string | number);
    const at = columnAddress(name, ...values);
    const anew = keys.seal(at, keys.open(at, row['sealed'] as Uint8Array));
    let update = tables.updateTable(table).set({ [column]: anew });
    if (network !== true) update = update.where('org_id', '=', keys.orgId);
    for (const one of key) update = update.where(one, '=', row[one]);
    await update.execute();
  }
  return rows.length;
}
