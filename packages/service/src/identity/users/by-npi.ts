// Finds prescribers by their NPI: in one organization, and, for what arrives from outside, in which organizations.
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { UserTables } from './user-rows.ts';

/** The active prescriber of the organization with this NPI; the first by id, should there be two. */
export async function prescriberByNpi(
  tx: Tx,
  orgId: OrganizationId,
  npi: string,
): Promise<UserId | undefined> {
  const row = await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('id')
    .where('org_id', '=', orgId)
    .where('npi', '=', npi)
    .where('active', '=', true)
    .where(sql<boolean>`'prescriber' = any (roles)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id as UserId | undefined;
}

/** The organizations where somebody prescribes under this NPI, two at most. For the store's role `door`. */
export async function organizationsOfNpi(tx: Tx, npi: string): Promise<readonly OrganizationId[]> {
  const rows = await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('org_id')
    .distinct()
    .where('npi', '=', npi)
    .where('active', '=', true)
    .where(sql<boolean>`'prescriber' = any (roles)`)
    .limit(2)
    .execute();
  return rows.map((row) => row.org_id as OrganizationId);
}
