// Reads the row of an organization in the table `organization`, which every tenant has one of.
import type { OrganizationId } from '@pestle/rules/ids';
import { notFound } from '../kernel/errors.ts';
import type { Tx } from '../store/store.ts';

export type OrganizationRow = {
  org_id: OrganizationId;
  name: string;
  phone: string | null;
  time_zone: string;
  environment: 'production' | 'staging' | 'sandbox';
  settings: Readonly<Record<string, unknown>>;
  created_at: string;
};

export type OrganizationTables = {
  organization: {
    [Column in keyof Omit<OrganizationRow, 'settings' | 'created_at'>]: OrganizationRow[Column];
  } & { settings: unknown; created_at: string };
};

/** Unless the organization says no, its staff may choose a pharmacy, and another one later (A2). */
export function staffMayChoosePharmacy({ settings }: Pick<OrganizationRow, 'settings'>): boolean {
  return settings['staffMayChoosePharmacy'] !== false;
}

/** The whole row, as role `app` within the organization, or as `keeper` or `door`. Throws NOT_FOUND. */
export async function findOrganization(tx: Tx, orgId: string): Promise<OrganizationRow> {
  const row = await tx
    .withTables<OrganizationTables>()
    .selectFrom('organization')
    .selectAll()
    .where('org_id', '=', orgId as OrganizationId)
    .executeTakeFirst();
  if (row === undefined) throw notFound('organization');
  return row as OrganizationRow;
}

/** Its name, or null when there is no such organization; in any role that may read it. */
export async function organizationName(tx: Tx, orgId: string): Promise<string | null> {
  const row = await tx
    .withTables<OrganizationTables>()
    .selectFrom('organization')
    .select('name')
    .where('org_id', '=', orgId as OrganizationId)
    .executeTakeFirst();
  return row?.name ?? null;
}
