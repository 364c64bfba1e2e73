// The secrets of confidential applications: made, compared, replaced with an overlap, and removed; kept as hashes only (A3).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

export type SecretTable = {
  org_id: string;
  application_id: string;
  id: string;
  secret_hash: string;
  created_at: string;
  expires_at: string | null;
};

type SecretTables = { application_secret: SecretTable };

/** A secret without its value: what a settings page shows. */
export interface ApplicationSecret {
  readonly id: string;
  readonly createdAt: string;
  /** Null while it is the newest. */
  readonly expiresAt: string | null;
}

const SECRET_BYTES = 32;

/** A new secret of a confidential client: 256 random bits, recognizable in a leak scan by its prefix. */
export function makeSecret(ports: Ports): string {
  return `pestle_secret_${Buffer.from(ports.random.bytes(SECRET_BYTES)).toString('base64url')}`;
}

/** Secrets have 256 bits of their own, so a fast hash keeps them as safe as a slow one. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** True when the secret is one of those kept; every hash is compared, in constant time. */
export function secretMatches(secret: string, hashes: readonly string[]): boolean {
  const actual = Buffer.from(hashSecret(secret));
  let matches = false;
  for (const hash of hashes) {
    const expected = Buffer.from(hash);
    if (expected.length === actual.length && timingSafeEqual(expected, actual)) matches = true;
  }
  return matches;
}

/**
 * Adds a secret and lets the ones before it run out after `overlapSeconds` (0 ends them at once), so that a machine
 * can be moved to the new one without failing. Keeps at most `applicationSecretsMax`.
 */
export async function addSecret(
  tx: Tx,
  ports: Ports,
  application: { readonly orgId: string; readonly id: string },
  secret: string,
  overlapSeconds: number,
): Promise<void> {
  const tables = tx.withTables<SecretTables>();
  // One moment for both: a secret that ends now is gone now, also when the clock ticks in between.
  const now = ports.clock.now();
  const at = new Date(now).toISOString();
  const runsOut = new Date(now + overlapSeconds * 1000).toISOString();
  await tables
    .updateTable('application_secret')
    .set({ expires_at: runsOut })
    .where('org_id', '=', application.orgId)
    .where('application_id', '=', application.id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', runsOut)]))
    .execute();
  await tx
    .withTables<{ application_secret: Omit<SecretTable, 'expires_at'> }>()
    .insertInto('application_secret')
    .values({
      org_id: application.orgId,
      application_id: application.id,
      id: makeId(ports, 'sec'),
      secret_hash: hashSecret(secret),
      created_at: at,
    })
    .execute();
  await pruneSecrets(tx, application, at);
}

/** Removes one secret; answers whether it was there. */
export async function deleteSecret(
  tx: Tx,
  application: { readonly orgId: string; readonly id: string },
  secretId: string,
): Promise<boolean> {
  const result = await tx
    .withTables<SecretTables>()
    .deleteFrom('application_secret')
    .where('org_id', '=', application.orgId)
    .where('application_id', '=', application.id)
    .where('id', '=', secretId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function pruneSecrets(
  tx: Tx,
  application: { readonly orgId: string; readonly id: string },
  at: string,
): Promise<void> {
  const secrets = await selectSecrets(tx, application.orgId, application.id);
  const stale = secrets.filter(
    (secret, index) =>
      index >= IDENTITY_LIMITS.applicationSecretsMax ||
      (secret.expiresAt !== null && Date.parse(secret.expiresAt) <= Date.parse(at)),
  );
  if (stale.length === 0) return;
  await tx
    .withTables<SecretTables>()
    .deleteFrom('application_secret')
    .where('org_id', '=', application.orgId)
    .where('application_id', '=', application.id)
    .where(
      'id',
      'in',
      stale.map((secret) => secret.id),
    )
    .execute();
}

/** The secrets of an application without their values, newest first. */
export async function selectSecrets(
  tx: Tx,
  orgId: string,
  applicationId: string,
): Promise<ApplicationSecret[]> {
  const rows = await tx
    .withTables<SecretTables>()
    .selectFrom('application_secret')
    .select(['id', 'created_at', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, expiresAt: row.expires_at }));
}
