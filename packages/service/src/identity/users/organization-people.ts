// What the room `organization`, which stands before this one, must know of its people.
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { OrganizationPeople } from '../../organization/organization.ts';
import { authorize } from '../permissions.ts';
import { selectUser } from './user-rows.ts';

/** Judged of the rows as they are in the transaction of the act. */
export const organizationPeople: OrganizationPeople = {
  requireAdministrator: async (tx, actor: Actor) => {
    authorize(actor, 'organization.change');
    const user = await selectUser(tx, actor.orgId, actor.id);
    if (user?.active !== true || !user.roles.includes('admin'))
      throw new Failure('FORBIDDEN', 'This needs one of the roles: admin.');
  },
  worksOnDesk: async (tx, orgId, userId) => {
    const user = await selectUser(tx, orgId, userId);
    if (user === undefined) return undefined;
    return user.active && user.roles.some((role) => role === 'prescriber' || role === 'staff');
  },
};
