// The tables of applications and their secrets: clients of the API (A3).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { CheckedApplication } from './application-input.ts';

type ApplicationTable = {
  org_id: string;
  id: string;
  name: string;
  kind: 'public' | 'confidential';
  callback_urls: string[];
  origins: string[];
  scopes: string[];
  any_organization: boolean;
  active: boolean;
  revision: number;
  created_at: string;
  updated_at: string;
};

type SecretTable = {
  org_id: string;
  application_id: string;
  id: string;
  secret_hash: string;
  created_at: string;
  expires_at: string | null;
};

export type ApplicationTables = { application: ApplicationTable; application_secret: SecretTable };

export interface Application {
  readonly orgId: OrganizationId;
  readonly id: ApplicationId;
  readonly name: string;
  readonly kind: 'public' | 'confidential';
  readonly callbackUrls: readonly string[];
  readonly origins: readonly string[];
  readonly scopes: readonly string[];
  /** Our own portal: users of every organization may sign in to it. */
  readonly anyOrganization: boolean;
  readonly active: boolean;
  readonly revision: number;
}

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

export async function insertApplication(
  tx: Tx,
  key: { readonly orgId: string; readonly id: string },
  application: CheckedApplication,
): Promise<void> {
  await tx
    .withTables<{ application: Omit<ApplicationTable, DefaultedColumn> }>()
    .insertInto('application')
    .values({
      org_id: key.orgId,
      id: key.id,
      name: application.name,
      kind: application.kind,
      callback_urls: [...application.callbackUrls],
      origins: [...application.origins],
      scopes: [...application.scopes],
    })
    .execute();
}

type DefaultedColumn = 'any_organization' | 'active' | 'revision' | 'created_at' | 'updated_at';

/** Changes an application; answers whether there was one at this revision (any, when it is null). */
export async function updateApplication(
  tx: Tx,
  key: { readonly orgId: string; readonly id: string; readonly revision: number | null },
  change: CheckedApplication & { readonly active: boolean },
  at: string,
): Promise<boolean> {
  let query = tx
    .withTables<ApplicationTables>()
    .updateTable('application')
    .set({
      name: change.name,
      callback_urls: [...change.callbackUrls],
      origins: [...change.origins],
      scopes: [...change.scopes],
      active: change.active,
      updated_at: at,
      revision: sql<number>`revision + 1`,
    })
    .where('org_id', '=', key.orgId)
    .where('id', '=', key.id);
  if (key.revision !== null) query = query.where('revision', '=', key.revision);
  const result = await query.executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function selectApplication(tx: Tx, orgId: string, id: string): Promise<Application | undefined> {
  const row = await tx
    .withTables<ApplicationTables>()
    .selectFrom('application')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toApplication(row);
}

/** The organization's applications, by name; there are few. */
export async function selectApplications(tx: Tx, orgId: string): Promise<Application[]> {
  const rows = await tx
    .withTables<ApplicationTables>()
    .selectFrom('application')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toApplication);
}

/** The client behind an id with the hashes of its valid secrets, before an organization is known. Runs as the door. */
export async function findClient(
  tx: Tx,
  id: string,
  at: string,
): Promise<(Application & { readonly secretHashes: readonly string[] }) | undefined> {
  const row = await tx
    .withTables<ApplicationTables>()
    .selectFrom('application')
    .selectAll('application')
    .select((builder) =>
      builder
        .selectFrom('application_secret as secret')
        .select(sql<string[]>`coalesce(array_agg(secret.secret_hash), '{}')`.as('hashes'))
        .whereRef('secret.org_id', '=', 'application.org_id')
        .whereRef('secret.application_id', '=', 'application.id')
        .where(sql<boolean>`secret.expires_at is null or secret.expires_at > ${at}::timestamptz`)
        .as('hashes'),
    )
    .where('application.id', '=', id)
    .where('application.active', '=', true)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toApplication(row), secretHashes: row.hashes ?? [] };
}

/** True when some active application lists this origin: all that is known at a preflight. Runs as the door. */
export async function isOriginKnown(tx: Tx, origin: string): Promise<boolean> {
  const row = await tx
    .withTables<ApplicationTables>()
    .selectFrom('application')
    .select('id')
    .where(sql<boolean>`origins @> array[${origin}]::text[]`)
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
  const tables = tx.withTables<ApplicationTables>();
  // One moment for both: a secret that ends now is gone now, also when the clock ticks in between.
  const now = ports.clock.now();
  const at = new Date(now).toISOString();
  const runsOut = new Date(now + overlapSeconds * 1000).toISOString();
  await tables
    .updateTable('application_secret')
    .set({ expires_at: runsOut })
    .where('org_id', '=', application.orgId)
    .where('application_id', '=', application.id)
    .where(sql<boolean>`expires_at is null or expires_at > ${runsOut}::timestamptz`)
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
    .withTables<ApplicationTables>()
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
    .withTables<ApplicationTables>()
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
    .withTables<ApplicationTables>()
    .selectFrom('application_secret')
    .select(['id', 'created_at', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, expiresAt: row.expires_at }));
}

function toApplication(row: ApplicationTable): Application {
  return {
    orgId: row.org_id as OrganizationId,
    id: row.id as ApplicationId,
    name: row.name,
    kind: row.kind,
    callbackUrls: row.callback_urls,
    origins: row.origins,
    scopes: row.scopes,
    anyOrganization: row.any_organization,
    active: row.active,
    revision: row.revision,
  };
}
