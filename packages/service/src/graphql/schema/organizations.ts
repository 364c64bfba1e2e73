// GraphQL of the caller's organization.
import type { OrganizationRow } from '../../directory/organizations.ts';
import { builder } from './builder.ts';

const Organization = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'The practice or company that embeds Pestle.',
  fields: (t) => ({
    id: t.exposeID('org_id'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    timeZone: t.exposeString('time_zone', {
      description: 'IANA name; today, where a patient has no address.',
    }),
    environment: t.exposeString('environment', { description: '`production`, `staging` or `sandbox`.' }),
  }),
});

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    description: "The caller's own organization.",
    resolve: (_root, _args, { actor, rooms }) => rooms.directory.organization(actor),
  }),
}));
