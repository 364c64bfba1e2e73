// GraphQL of what was used before: the last fill of a prescription, the pharmacies of a patient, and the way from a fill to its order.
import type { PharmacyUse } from '../../prescribing/prescribing.ts';
import { loadOne, loadPharmacy } from '../context.ts';
import { builder } from './builder.ts';
import { Patient } from './directory/patients.ts';
import { Pharmacy } from './directory/pharmacies.ts';
import { Fill } from './orders/fills.ts';
import { Order } from './orders/orders.ts';
import { Prescription } from './prescribing/prescriptions.ts';

builder.objectField(Fill, 'order', (t) =>
  t.field({
    type: Order,
    nullable: true,
    resolve: (fill, _args, context) =>
      loadOne(context, 'order', fill.order_id, (ids) =>
        context.rooms.prescribing.ordersByIds(context.actor, ids),
      ),
  }),
);

builder.objectField(Fill, 'pharmacy', (t) =>
  t.field({
    type: Pharmacy,
    nullable: true,
    description: 'Null while the order is ROUTING.',
    resolve: ({ pharmacy_id: id }, _args, context) => loadPharmacy(context, id),
  }),
);

builder.objectField(Prescription, 'latestFill', (t) =>
  t.field({
    type: Fill,
    nullable: true,
    description: 'What was ordered of it last, and where that is; null when it was never ordered.',
    resolve: ({ row }, _args, context) =>
      loadOne(context, 'latestFill', row.id, (ids) =>
        context.rooms.prescribing.latestFills(context.actor, ids),
      ),
  }),
);

const PharmacyUseType = builder.objectRef<PharmacyUse>('PharmacyUse').implement({
  description: "A pharmacy that a patient's orders went to.",
  fields: (t) => ({
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ pharmacyId }, _args, context) => loadPharmacy(context, pharmacyId),
    }),
    lastOrderedAt: t.expose('lastOrderedAt', { type: 'DateTime' }),
  }),
});

builder.objectField(Patient, 'pharmaciesUsed', (t) =>
  t.field({
    type: [PharmacyUseType],
    description: 'Where orders went before, the one used last first.',
    extensions: { listSize: 8 },
    resolve: async ({ id }, _args, context) => [
      ...((await loadOne(context, 'pharmaciesUsed', id, (ids) =>
        context.rooms.prescribing.pharmaciesUsed(context.actor, ids),
      )) ?? []),
    ],
  }),
);
