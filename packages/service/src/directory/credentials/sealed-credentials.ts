// Seals the credentials by which pharmacies and partners know us, and the secrets that sign their reports.
import { type RawBuilder, sql } from 'kysely';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress, networkKeysFor } from '../../vault/vault.ts';
import type { Endpoint, StoredEndpoint } from '../endpoint-shape.ts';
import type { Integration, StoredIntegration } from '../integration.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import type { DirectoryTables } from '../tables.ts';

export interface SealedEndpoint<Plain> {
  readonly plain: Plain;
  readonly sealed: Uint8Array | null;
}

type Owner = { readonly kind: 'endpoint' | 'partner'; readonly id: string };

/** Headers of a profile may hold keys as well as `auth` does, so both are sealed together. */
function sealEndpoint(
  network: OrgKeys,
  { kind, id }: Owner,
  endpoint: Endpoint,
): SealedEndpoint<StoredEndpoint> {
  const { auth, headers, ...plain } = endpoint;
  if (auth.kind === 'none' && headers === undefined) return { plain: endpoint, sealed: null };
  const secret = { auth, ...(headers === undefined ? {} : { headers }) };
  return { plain, sealed: network.sealJson(columnAddress(kind, id), secret) };
}

function openEndpoint(
  network: OrgKeys,
  { kind, id }: Owner,
  { plain, sealed }: SealedEndpoint<StoredEndpoint>,
): Endpoint {
  // From before credentials were sealed, or nothing secret.
  if (sealed === null) return plain as Endpoint;
  const secret = network.openJson(columnAddress(kind, id), sealed) as Pick<Endpoint, 'auth' | 'headers'>;
  return { ...plain, ...secret };
}

export function sealIntegration(
  network: OrgKeys,
  pharmacyId: string,
  integration: Integration,
): SealedEndpoint<StoredIntegration> {
  const owner = { kind: 'endpoint', id: pharmacyId } as const;
  const { plain, sealed } = sealEndpoint(network, owner, integration.endpoint);
  return { plain: { ...integration, endpoint: plain }, sealed };
}

/** Throws SealBrokenError when the value was changed or belongs to another pharmacy. */
export function openIntegration(
  network: OrgKeys,
  pharmacyId: string,
  { plain, sealed }: SealedEndpoint<StoredIntegration>,
): Integration {
  const owner = { kind: 'endpoint', id: pharmacyId } as const;
  return { ...plain, endpoint: openEndpoint(network, owner, { plain: plain.endpoint, sealed }) };
}

export function sealPartnerEndpoint(
  network: OrgKeys,
  partnerId: string,
  endpoint: Endpoint,
): SealedEndpoint<StoredEndpoint> {
  return sealEndpoint(network, { kind: 'partner', id: partnerId }, endpoint);
}

export function openPartnerEndpoint(
  network: OrgKeys,
  partnerId: string,
  stored: SealedEndpoint<StoredEndpoint>,
): Endpoint {
  return openEndpoint(network, { kind: 'partner', id: partnerId }, stored);
}

export function sealHookSecret(network: OrgKeys, credentialId: string, secret: string): Uint8Array {
  return network.seal(columnAddress('hookSecret', credentialId), Buffer.from(secret));
}

/** The secret of a row that has one, sealed or (from before) plain. */
export function openHookSecret(
  network: OrgKeys,
  row: { readonly id: string; readonly secret: string | null; readonly sealed: Uint8Array | null },
): string | null {
  if (row.sealed === null) return row.secret;
  return Buffer.from(network.open(columnAddress('hookSecret', row.id), row.sealed)).toString('utf8');
}

/** Whether an endpoint of the API, as jsonb, holds what proves who we are. */
function holdsSecret(endpoint: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.raw(endpoint)} -> 'auth' ->> 'kind' <> 'none' or ${sql.raw(endpoint)} ? 'headers')`;
}

async function sealPlainHookSecrets(tx: Tx, network: OrgKeys, limit: number): Promise<number> {
  const tables = tx.withTables<DirectoryTables>();
  const hooks = await tables
    .selectFrom('hook_credential')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  for (const { id, secret } of hooks)
    await tables
      .updateTable('hook_credential')
      .set({ secret: null, sealed: sealHookSecret(network, id, secret) })
      .where('id', '=', id)
      .execute();
  return hooks.length;
}

/**
 * Seals what a store still holds plain from before these columns were sealed, some rows at a time. Safe on several nodes.
 * Returns how many rows; 0 when nothing is left.
 */
export async function sealPlainCredentials(store: Store): Promise<number> {
  const network = await networkKeysFor(store);
  const limit = DIRECTORY_LIMITS.credentialsSealedPerStepMax;
  return await store.asKeeper(async (tx) => {
    const tables = tx.withTables<DirectoryTables>();
    const endpoints = await tables
      .selectFrom('pharmacy_endpoint')
      .select(['pharmacy_id', 'integration'])
      .where('sealed', 'is', null)
      .where(holdsSecret("integration -> 'endpoint'"))
      .orderBy('pharmacy_id')
      .limit(limit)
      .forUpdate()
      .execute();
    for (const { pharmacy_id: id, integration } of endpoints) {
      const { plain, sealed } = sealIntegration(network, id, integration as Integration);
      await tables
        .updateTable('pharmacy_endpoint')
        .set({ integration: JSON.stringify(plain), sealed })
        .where('pharmacy_id', '=', id)
        .execute();
    }
    const partners = await tables
      .selectFrom('partner')
      .select(['id', 'endpoint'])
      .where('sealed', 'is', null)
      .where(holdsSecret('endpoint'))
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute();
    for (const { id, endpoint } of partners) {
      const { plain, sealed } = sealPartnerEndpoint(network, id, endpoint as Endpoint);
      await tables
        .updateTable('partner')
        .set({ endpoint: JSON.stringify(plain), sealed })
        .where('id', '=', id)
        .execute();
    }
    return endpoints.length + partners.length + (await sealPlainHookSecrets(tx, network, limit));
  });
}
