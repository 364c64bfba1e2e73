// Finds the application through which the portal signs people in: that of an organization whose callback the portal is.
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';

export interface PortalApplication {
  readonly applicationId: ApplicationId;
  readonly organizationId: OrganizationId;
}

/** Of the organization named; without one, of the only organization that has one. Null when there is none, or no telling which. */
export async function findPortalApplication(
  store: Store,
  callbackUrl: string,
  organizationId: string | null,
): Promise<PortalApplication | null> {
  if (organizationId !== null && !isId('org', organizationId)) return null;
  const rows = await store.asDoor(async (tx) => {
    const found = await sql<PortalApplication>`
      select distinct on (org_id) id as "applicationId", org_id as "organizationId" from application
      where active and kind = 'public' and ${callbackUrl} = any (callback_urls)
        and (${organizationId}::text is null or org_id = ${organizationId})
      order by org_id, id limit 2`.execute(tx);
    return found.rows;
  });
  return rows.length === 1 ? (rows[0] ?? null) : null;
}
