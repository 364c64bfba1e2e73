// GraphQL of the caller's organization.
import type { OrganizationRow } from '../../../organization/inside.ts';
import { staffMayChoosePharmacy } from '../../../organization/inside.ts';
import { builder } from '../builder.ts';

const Organization = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'The practice or company that embeds Pestle.',
  fields: (t) => ({
    id: t.exposeID('org_id'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    timeZone: t.exposeString('time_zone', {
      description: 'IANA name; today, where a patient has no address.',
    }),
    patientReentry: t.boolean({
      description:
        'Whether its prescribers enter the initials and the year of birth of the patient again before they sign. The element asks for it.',
      resolve: ({ settings }) => settings['patientReentry'] === true,
    }),
    staffMayChoosePharmacy: t.boolean({
      description:
        'Whether its staff may choose the pharmacy of an order, and another one later; otherwise prescribers do.',
      resolve: staffMayChoosePharmacy,
    }),
    environment: t.exposeString('environment', { description: '`production`, `staging` or `sandbox`.' }),
  }),
});

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    description: "The caller's own organization.",
    resolve: (_root, _args, { actor, rooms }) => rooms.organization.own(actor),
  }),
}));
