// Finds the credential that a report to the status hook came with (H1), before an organization is known.
import { createHash } from 'node:crypto';
import type { Store, Tx } from '../../store/store.ts';
import { openWithNetwork } from '../../vault/vault.ts';
import type { DirectoryTables } from '../tables.ts';
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
  tx: Tx,
  keyHashes: readonly string[],
  at: string,
): Promise<ReadonlyMap<string, HookCredential>> {
  const rows = await validAt(tx, at).select('key_hash').where('key_hash', 'in', keyHashes).execute();
  return new Map(rows.map((row) => [String(row.key_hash), ownerOf(row)]));
}

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
