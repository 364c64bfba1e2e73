// Finds the credential that a report to the status hook came with (H1), before an organization is known.
import { createHash } from 'node:crypto';
import type { Id } from '@pestle/rules/ids';
import type { Store, Tx } from '../../store/store.ts';
import { openWithNetwork } from '../../vault/vault.ts';
import type { DirectoryTables } from '../tables.ts';
import { BEARERS } from './hook-credentials-sql.ts';
import { openHookSecret } from './sealed-credentials.ts';

/** Whose credential it is: a pharmacy's, or a partner's for all of its pharmacies. */
export interface HookCredential {
  readonly id: string;
  readonly pharmacyId: string | null;
  readonly partnerId: string | null;
}

export interface SigningKey extends HookCredential {
  /** `whsec_` and base64, as Standard Webhooks writes it. */
  readonly secret: string;
}

/** A signing key as it was read, to be opened outside the transaction. */
export interface SealedSigningKey extends HookCredential {
  readonly secret: string | null;
  readonly sealed: Uint8Array | null;
}

/** SHA-256 of a bearer key, in hex: what is stored and looked up. */
export function hashHookKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The owners of those of these bearer keys that are valid at an instant (ISO 8601), by the keys' hashes. */
export async function findBearers(
  store: Pick<Store, 'pipeline'>,
  keyHashes: readonly string[],
  at: string,
): Promise<ReadonlyMap<string, HookCredential>> {
  const [rows = []] = await store.pipeline([
    { scope: { role: 'door' }, steps: [{ statement: BEARERS, values: [keyHashes, at] }] },
  ]);
  return new Map((rows as readonly BearerRow[]).map((row) => [row.key_hash, ownerOf(row)] as const));
}

type BearerRow = {
  readonly key_hash: string;
  readonly id: string;
  readonly pharmacy_id: string | null;
  readonly partner_id: string | null;
};

/** The secrets behind a `webhook-key-id` that are valid at an instant, newest first: two while they rotate. */
export async function findSigningKeys(
  tx: Tx,
  keyId: string,
  at: string,
): Promise<readonly SealedSigningKey[]> {
  const rows = await validAt(tx, at)
    .where('kind', '=', 'standard-webhooks')
    .where('key_id', '=', keyId)
    .orderBy('valid_from', 'desc')
    .execute();
  return rows.map((row) => ({ ...ownerOf(row), secret: row.secret, sealed: row.sealed }));
}

/** The same, opened with the network's keys. */
export async function openSigningKeys(
  store: Store,
  found: readonly SealedSigningKey[],
): Promise<readonly SigningKey[]> {
  if (found.length === 0) return [];
  return await openWithNetwork(store, (network) =>
    found.flatMap(({ sealed, secret, ...credential }) => {
      const opened = openHookSecret(network, { id: credential.id, secret, sealed });
      return opened === null ? [] : [{ ...credential, secret: opened }];
    }),
  );
}

function validAt(tx: Tx, at: string) {
  return tx
    .withTables<DirectoryTables>()
    .selectFrom('hook_credential')
    .select(['id', 'pharmacy_id', 'partner_id', 'secret', 'sealed'])
    .where('valid_from', '<=', at)
    .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', at)]));
}

function ownerOf(row: { id: string; pharmacy_id: string | null; partner_id: string | null }): HookCredential {
  return { id: row.id, pharmacyId: row.pharmacy_id, partnerId: row.partner_id };
}

/** Writes down that a report came with a credential. */
export async function rememberUse(store: Pick<Store, 'asDoor'>, id: string, at: string): Promise<void> {
  await store.asDoor((tx) =>
    tx
      .withTables<DirectoryTables>()
      .updateTable('hook_credential')
      .set({ last_used_at: at })
      .where('id', '=', id as Id<'hkc'>)
      .execute(),
  );
}

/** When a report last came with each of a pharmacy's own credentials, ISO 8601, by their ids; those that were never used are left out. */
export async function readLastUses(
  store: Pick<Store, 'asKeeper'>,
  pharmacyId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.asKeeper((tx) =>
    tx
      .withTables<DirectoryTables>()
      .selectFrom('hook_credential')
      .select(['id', 'last_used_at'])
      .where('pharmacy_id', '=', pharmacyId)
      .where('last_used_at', 'is not', null)
      .execute(),
  );
  return new Map(rows.map(({ id, last_used_at: at }) => [id, at ?? ''] as const));
}
