// The table of applications: clients of the API (A3).
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { CheckedApplication } from './application-input.ts';
import type { SecretTable } from './application-secrets.ts';

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

/** The client behind an id with the hashes of its valid secrets, before an organization is known. Runs in the role `door`. */
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
        .where((where) =>
          where.or([where('secret.expires_at', 'is', null), where('secret.expires_at', '>', at)]),
        )
        .as('hashes'),
    )
    .where('application.id', '=', id)
    .where('application.active', '=', true)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...toApplication(row), secretHashes: row.hashes ?? [] };
}

/** True when some active application lists this origin: all that is known at a preflight. Runs in the role `door`. */
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
