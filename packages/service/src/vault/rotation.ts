// Rotates keys: new data keys, rows sealed anew in the background, and data keys wrapped by a new master key.
import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import { NETWORK } from './keyring.ts';
import { VAULT_LIMITS } from './limits.ts';
import type { MasterKeys } from './master-keys.ts';
import { masterIdOf, unwrapKey, wrapKey } from './master-keys.ts';
import type { SealedColumn, SealedName } from './sealed-columns.ts';
import { columnAddress, SEALED_COLUMNS } from './sealed-columns.ts';
import type { OrgKeys } from './sealing.ts';
import { DATA_KEY_BYTES, headerOf } from './sealing.ts';
import { keyringOf, keysOf, networkKeysFor } from './vault.ts';

type Purpose = 'data' | 'index';

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
    const { rows } = await sql<{ org_id: string; version: number }>`select org_id, max(version) as version
      from data_key where purpose = 'data' group by org_id order by org_id`.execute(tx);
    for (const { org_id: orgId, version: last } of rows) {
      const version = last + 1;
      const key = randomBytes(DATA_KEY_BYTES);
      const wrapped = wrapKey(masters.current, { orgId, purpose: 'data', version }, key);
      await sql`insert into data_key (org_id, purpose, version, master_id, wrapped, active_from)
        values (${orgId}, 'data', ${version}, ${masterIdOf(masters.current)}, ${wrapped},
          now() + ${delayMs}::double precision * interval '1 millisecond')`.execute(tx);
    }
    await rotateNetworkKey(tx, masters.current, delayMs);
    return rows.length;
  });
}

async function rotateNetworkKey(tx: Tx, master: Uint8Array, delayMs: number): Promise<void> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from network_key
    where purpose = 'data'`.execute(tx);
  const last = rows[0]?.version ?? null;
  if (last === null) return;
  const at = { orgId: NETWORK, purpose: 'data', version: last + 1 } as const;
  await sql`insert into network_key (purpose, version, master_id, wrapped, active_from)
    values ('data', ${at.version}, ${masterIdOf(master)}, ${wrapKey(master, at, randomBytes(DATA_KEY_BYTES))},
      now() + ${delayMs}::double precision * interval '1 millisecond')`.execute(tx);
}

/** Wraps every key that another master wrapped with the current one, in one transaction. Returns how many. */
export async function rewrapKeys(store: Store): Promise<number> {
  const { masters } = keyringOf(store);
  const currentId = masterIdOf(masters.current);
  return await store.asKeeper(async (tx) => {
    const { rows } = await sql<{
      org_id: string;
      purpose: Purpose;
      version: number;
      master_id: string;
      wrapped: Uint8Array;
    }>`select org_id, purpose, version, master_id, wrapped from data_key where master_id <> ${currentId}
      for update`.execute(tx);
    for (const { org_id: orgId, purpose, version, master_id: masterId, wrapped } of rows) {
      const at = { orgId, purpose, version };
      const anew = wrapKey(masters.current, at, unwrapKey(masters, at, masterId, wrapped));
      await sql`update data_key set wrapped = ${anew}, master_id = ${currentId}
        where org_id = ${orgId} and purpose = ${purpose} and version = ${version}`.execute(tx);
    }
    return rows.length + (await rewrapNetworkKeys(tx, masters));
  });
}

async function rewrapNetworkKeys(tx: Tx, masters: MasterKeys): Promise<number> {
  const currentId = masterIdOf(masters.current);
  const { rows } = await sql<{
    purpose: Purpose;
    version: number;
    master_id: string;
    wrapped: Uint8Array;
  }>`select purpose, version, master_id, wrapped from network_key where master_id <> ${currentId}
    for update`.execute(tx);
  for (const { purpose, version, master_id: masterId, wrapped } of rows) {
    const at = { orgId: NETWORK, purpose, version };
    const anew = wrapKey(masters.current, at, unwrapKey(masters, at, masterId, wrapped));
    await sql`update network_key set wrapped = ${anew}, master_id = ${currentId}
      where purpose = ${purpose} and version = ${version}`.execute(tx);
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
    const { rows } = await sql<{ org_id: OrganizationId }>`select distinct org_id from data_key
      where purpose = 'data' and resealed_at is null and active_from <= now() - ${settleMs}::double precision * interval '1 millisecond'
      order by org_id limit ${VAULT_LIMITS.organizationsPerRoundMax}`.execute(tx);
    return rows.map(({ org_id }) => org_id);
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
    sql`update data_key set resealed_at = now() where org_id = ${orgId} and purpose = 'data'
      and version <= ${version} and resealed_at is null`.execute(tx),
  );
  return total;
}

async function resealNetwork(store: Store, settleMs: number): Promise<number> {
  const waiting = await store.asKeeper(async (tx) => {
    const { rows } = await sql`select from network_key where purpose = 'data' and resealed_at is null
      and active_from <= now() - ${settleMs}::double precision * interval '1 millisecond'`.execute(tx);
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
    sql`update network_key set resealed_at = now() where purpose = 'data'
      and version <= ${version} and resealed_at is null`.execute(tx),
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

/** One bounded step over one column. */
async function resealStep(tx: Tx, keys: OrgKeys, name: SealedName): Promise<number> {
  const { table, column, key, network }: SealedColumn = SEALED_COLUMNS[name];
  const owned = network === true ? sql`true` : sql`org_id = ${keys.orgId}`;
  const keyColumns = sql.join(key.map((one) => sql.ref(one)));
  const { rows } = await sql<Record<string, unknown>>`select ${keyColumns}, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${owned} and ${sql.ref(column)} is not null
    and substring(${sql.ref(column)} from 1 for 5) <> ${headerOf(keys.version)}
    order by ${keyColumns} limit ${VAULT_LIMITS.resealedRowsPerStepMax} for no key update`.execute(tx);
  for (const row of rows) {
    const values = key.map((one) => row[one] as string | number);
    const at = columnAddress(name, ...values);
    const anew = keys.seal(at, keys.open(at, row['sealed'] as Uint8Array));
    const here = sql.join(
      key.map((one, index) => sql`${sql.ref(one)} = ${values[index]}`),
      sql` and `,
    );
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew} where ${owned} and ${here}`.execute(
      tx,
    );
  }
  return rows.length;
}
