// Rotates keys: new data keys, rows sealed anew in the background, and data keys wrapped by a new master key.
import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import { VAULT_LIMITS } from './limits.ts';
import { masterIdOf, unwrapKey, wrapKey } from './master-keys.ts';
import type { SealedColumn, SealedName } from './places.ts';
import { place, SEALED_COLUMNS } from './places.ts';
import { DATA_KEY_BYTES, headerOf } from './sealing.ts';
import { keyringOf, keysOf } from './vault.ts';

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
    return rows.length;
  });
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
    return rows.length;
  });
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
  let total = 0;
  for (const orgId of waiting) {
    // What this process has in memory may be from before the new key began to seal.
    keyringOf(store).drop(orgId);
    total += await resealOrganization(store, orgId);
  }
  return total;
}

async function resealOrganization(store: Store, orgId: OrganizationId): Promise<number> {
  let total = 0;
  for (const name of Object.keys(SEALED_COLUMNS) as SealedName[]) {
    for (let step = 0; ; step += 1) {
      if (step >= VAULT_LIMITS.resealStepsPerRoundMax) return total;
      const count = await store.withOrg(orgId, (tx) => resealStep(tx, orgId, name));
      total += count;
      if (count < VAULT_LIMITS.resealedRowsPerStepMax) break;
    }
  }
  await store.withOrg(orgId, (tx) =>
    sql`update data_key set resealed_at = now() where org_id = ${orgId} and purpose = 'data'
      and version <= ${keysOf(tx).version} and resealed_at is null`.execute(tx),
  );
  return total;
}

/** One bounded step over one column. */
async function resealStep(tx: Tx, orgId: string, name: SealedName): Promise<number> {
  const keys = keysOf(tx);
  const { table, column, key }: SealedColumn = SEALED_COLUMNS[name];
  const keyColumns = sql.join(key.map((one) => sql.ref(one)));
  const { rows } = await sql<Record<string, unknown>>`select ${keyColumns}, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where org_id = ${orgId} and ${sql.ref(column)} is not null
    and substring(${sql.ref(column)} from 1 for 5) <> ${headerOf(keys.version)}
    order by ${keyColumns} limit ${VAULT_LIMITS.resealedRowsPerStepMax} for no key update`.execute(tx);
  for (const row of rows) {
    const values = key.map((one) => row[one] as string | number);
    const at = place(name, ...values);
    const anew = keys.seal(at, keys.open(at, row['sealed'] as Uint8Array));
    const here = sql.join(
      key.map((one, index) => sql`${sql.ref(one)} = ${values[index]}`),
      sql` and `,
    );
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew} where org_id = ${orgId} and ${here}`.execute(
      tx,
    );
  }
  return rows.length;
}
