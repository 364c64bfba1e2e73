// Finds the application through which the portal signs people in: that of an organization whose callback the portal is.
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { ApplicationTables } from './application-rows.ts';

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
  const rows = await store.asDoor((tx) => {
    const found = tx
      .withTables<ApplicationTables>()
      .selectFrom('application')
      .distinctOn('org_id')
      .select(['id', 'org_id'])
      .where('active', '=', true)
      .where('kind', '=', 'public')
      .where(sql<boolean>`${callbackUrl} = any (callback_urls)`)
      .orderBy('org_id')
      .orderBy('id')
      .limit(2);
    return (organizationId === null ? found : found.where('org_id', '=', organizationId)).execute();
  });
  const [only] = rows;
  if (only === undefined || rows.length > 1) return null;
  return { applicationId: only.id as ApplicationId, organizationId: only.org_id as OrganizationId };
}
