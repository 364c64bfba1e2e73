// The door of the room `organization` for callers: each one's own organization, and what those who run the service write of organizations.
import type { Actor } from '../kernel/actor.ts';
import type { Store } from '../store/store.ts';
import { createOrganizationAdministration, type OrganizationAdministration } from './administration.ts';

export type { ListedOrganization, OrganizationAdministration } from './administration.ts';

import { findOrganization, type OrganizationRow } from './organizations.ts';

export interface Organizations {
  /** The caller's own organization. */
  own(actor: Actor): Promise<OrganizationRow>;
  /** For those who run the service; no caller of the API reaches it. */
  readonly administration: OrganizationAdministration;
}

export function createOrganizations(store: Store): Organizations {
  return {
    own: (actor) => store.withOrg(actor.orgId, (tx) => findOrganization(tx, actor.orgId)),
    administration: createOrganizationAdministration(store),
  };
}
