// GraphQL of who chose which pharmacy for an order, and of what became of asking the patient.
import type { RoutingEntry } from '../../../routing/routing.ts';
import { loadPharmacy } from '../../context.ts';
import { builder } from '../builder.ts';
import { Pharmacy } from '../directory/pharmacies.ts';

export const RoutingEntryType = builder.objectRef<RoutingEntry>('RoutingEntry').implement({
  description: 'One choice of a pharmacy for an order.',
  fields: (t) => ({
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ pharmacyId }, _args, context) => loadPharmacy(context, pharmacyId),
    }),
    at: t.expose('at', { type: 'DateTime' }),
    selectedBy: t.exposeString('selectedBy', { description: '`user`, `patient` or `service`.' }),
  }),
});

export const Invitation = builder.enumType('InvitationState', {
  description: 'What became of the message that asks the patient to choose a pharmacy.',
  values: {
    QUEUED: { description: 'It is on its way.' },
    SENT: { description: 'The carrier took it.' },
    FAILED: { description: 'It could not be sent: call the patient, or choose a pharmacy.' },
    NOT_SENT: { description: 'The patient has no telephone number: choose a pharmacy.' },
  } as const,
});
