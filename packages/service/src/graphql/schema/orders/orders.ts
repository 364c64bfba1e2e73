// GraphQL of the orders: what goes to which pharmacy, and how it is sent there, elsewhere and again.

import { ORDER_STATES } from '@pestle/rules/fill-status';
import type { RerouteInput, SendAgainInput } from '../../../delivery/delivery.ts';
import type { CombineInput, OrderInput, OrderRecord } from '../../../prescribing/prescribing.ts';
import type { PharmacyChoice } from '../../../routing/routing.ts';
import { checkedByRoom, given, loadOne, loadPharmacy, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Address, AddressInput } from '../directory/addresses.ts';
import { Patient } from '../directory/patients.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { pageArgs, pageType } from '../page.ts';
import { FormRulesInput } from '../prescribing/form-rules.ts';
import { SignedDraftInput } from '../prescribing/review.ts';
import { usAddress } from '../prescribing/signed.ts';
import { writeOrder } from './acted-order.ts';
import { Fill, FillState } from './fills.ts';
import { Invitation, RoutingEntryType } from './routing-entries.ts';
import { SENDING_ANSWERS, SendingAnswerInput } from './sending.ts';

const OrderState = builder.enumType('OrderState', {
  description: 'Folded from the fills.',
  values: ORDER_STATES,
});

export const Order = builder.objectRef<OrderRecord>('Order').implement({
  description: 'One or more prescriptions sent to one pharmacy.',
  fields: (t) => ({
    id: t.id({ resolve: ({ order }) => order.id }),
    number: t.string({
      nullable: true,
      description:
        'By which people name it: eight digits, shown as `4127 0364`, the last one a Luhn check digit; unique in the organization, in no order. It never changes. Null where an organization has used up all nine million.',
      resolve: ({ order }) => order.number,
    }),
    externalId: t.string({ nullable: true, resolve: ({ order }) => order.external_id }),
    state: t.field({ type: OrderState, resolve: ({ order }) => order.state }),
    patient: t.field({
      type: Patient,
      nullable: true,
      resolve: ({ order }, _args, context) =>
        loadOne(context, 'patient', order.patient_id, (ids) =>
          context.rooms.directory.patientsById(context.actor, ids),
        ),
    }),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      description: 'Null while the order is ROUTING.',
      resolve: ({ order }, _args, context) => loadPharmacy(context, order.pharmacy_id),
    }),
    address: t.field({
      type: Address,
      nullable: true,
      description: "The patient's address for this order, where it differs from the record.",
      resolve: ({ order }) => (order.address === null ? null : usAddress(order.address)),
    }),
    fills: t.field({
      type: [Fill],
      description: 'By line.',
      extensions: { listSize: 3 },
      resolve: ({ fills }) => [...fills],
    }),
    revision: t.int({
      description: 'Counts the changes of the order.',
      resolve: ({ order }) => order.revision,
    }),
    orderedBy: t.id({
      description:
        'The user or machine client that made it: who signed, where it was made with new prescriptions.',
      resolve: ({ order }) => order.created_by,
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ order }) => order.created_at }),
    updatedAt: t.field({ type: 'DateTime', resolve: ({ order }) => order.updated_at }),
  }),
});

builder.objectFields(Order, (t) => ({
  invitation: t.field({
    type: Invitation,
    nullable: true,
    description:
      'What became of the text that asks the patient to choose a pharmacy; null where none was to be sent.',
    resolve: ({ order }, _args, context) =>
      loadOne(context, 'invitation', order.id, (ids) =>
        context.rooms.delivery.invitations(context.actor, ids),
      ),
  }),
  preferredPharmacyAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When it goes to the pharmacy that the patient prefers, unless one is chosen before; null where it does not by itself.',
    resolve: async ({ order }, _args, context) =>
      order.state === 'ROUTING'
        ? ((await loadOne(context, 'preferredAt', order.id, (ids) =>
            context.rooms.routing.preferredAt(context.actor, ids),
          )) ?? null)
        : null,
  }),
  routingHistory: t.field({
    type: [RoutingEntryType],
    description: 'The pharmacies it has had, oldest first.',
    extensions: { listSize: 2 },
    resolve: async ({ order }, _args, context) => [
      ...((await loadOne(context, 'routingHistory', order.id, (ids) =>
        context.rooms.routing.routingHistory(context.actor, ids),
      )) ?? []),
    ],
  }),
}));

const OrderChannel = builder.enumType('OrderChannel', {
  description: 'How prescriptions reach a pharmacy.',
  values: {
    ELECTRONIC: { description: 'As a message from system to system.' },
    FAX: { description: 'On paper.' },
  } as const,
});

const OrderPage = pageType('Order', Order);

builder.queryFields((t) => ({
  order: t.field({
    type: Order,
    description: 'One order, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.rooms.prescribing.order(context.actor, id),
  }),
  orders: t.field({
    type: OrderPage,
    description:
      'Newest first; with `changedSince`, those changed at or after that moment, oldest change first, for following live.',
    args: {
      ...pageArgs(t.arg),
      ids: t.arg.idList({
        description: 'Only these, 1 to 100. One that is not yours, or is no id, is left out.',
      }),
      patientId: t.arg.string({ description: 'Service id or external id.' }),
      changedSince: t.arg({ type: 'DateTime' }),
      needsAttention: t.arg.boolean({
        description:
          'Only what a person should look at: stuck, in error, with an alert, or unconfirmed for too long.',
      }),
      states: t.arg({
        type: [FillState],
        description: 'Only orders with a line in one of these states; with `channel`, in that one.',
      }),
      channel: t.arg({ type: OrderChannel, description: 'Only what reached its pharmacy so, or is to.' }),
      pharmacyId: t.arg.id({ description: 'Only what goes to this pharmacy.' }),
      prescriberId: t.arg.id({ description: 'Only what this prescriber signed.' }),
      from: t.arg({
        type: 'Date',
        description: "Ordered on this day or later, in the organization's time zone.",
      }),
      to: t.arg({ type: 'Date', description: 'Ordered on this day or before.' }),
      number: t.arg.string({
        description:
          'Only the one of this order number, with or without a space in the middle. One whose check digit does not fit is refused as mistyped.',
      }),
      text: t.arg.string({
        description:
          'Beginnings of the names of a patient, a date of birth, an order number, an id of an order or of a patient, the order number at the pharmacy, or a tracking number. 100 characters at most.',
      }),
    },
    resolve: (_root, args, context) => context.rooms.prescribing.orders(context.actor, given(args)),
  }),
}));

builder.queryField('combinableOrders', (t) =>
  t.field({
    type: [Order],
    description:
      'Orders of a patient that can take more prescriptions at this moment, newest first; `combineOrder` decides again when it adds them.',
    args: { patientId: t.arg.string({ required: true, description: 'Service id or external id.' }) },
    extensions: { listSize: 3 },
    resolve: async (_root, { patientId }, context) => [
      ...(await context.rooms.prescribing.combinableOrders(context.actor, patientId)),
    ],
  }),
);

const CombineOrderInput = builder.inputType('CombineOrderInput', {
  description:
    'Either `drafts` (signs them and adds them together or not at all) or `prescriptionIds` (already signed), as in `createOrder`.',
  fields: (t) => ({
    orderId: t.id({ required: true, description: 'Of the same patient, and not yet on its way.' }),
    drafts: t.field({ type: [SignedDraftInput] }),
    prescriptionIds: t.idList(),
    form: t.field({ type: FormRulesInput }),
    screeningAnswers: t.field({ type: [SendingAnswerInput], description: SENDING_ANSWERS }),
  }),
});

const CreateOrderInput = builder.inputType('CreateOrderInput', {
  description:
    'Either `drafts` (signs and orders them together or not at all) or `prescriptionIds` (already signed).',
  fields: (t) => ({
    drafts: t.field({ type: [SignedDraftInput] }),
    prescriptionIds: t.idList(),
    pharmacyId: t.id({ description: 'Without one the order waits in ROUTING until a pharmacy is chosen.' }),
    usePreferredPharmacy: t.boolean({
      description:
        'Without `pharmacyId`: the pharmacy that the patient prefers, once they have chosen none for 15 minutes.',
    }),
    externalId: t.string(),
    address: t.field({
      type: AddressInput,
      description: "The patient's address for this order and its messages.",
    }),
    form: t.field({ type: FormRulesInput }),
    screeningAnswers: t.field({ type: [SendingAnswerInput], description: SENDING_ANSWERS }),
  }),
});

builder.mutationFields((t) => ({
  selectPharmacy: t.field({
    type: Order,
    description: 'The pharmacy of an order that waits in ROUTING; its fills leave at once.',
    args: { orderId: t.arg.id({ required: true }), pharmacyId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      writeOrder(context, 'selectPharmacy', args, (actor, key) =>
        context.rooms.routing.selectPharmacy(actor, checkedByRoom<PharmacyChoice>(args), key),
      ),
  }),
  rerouteOrder: t.field({
    type: Order,
    description: 'Cancels at the old pharmacy and sends to another; refused where a cancel would be.',
    args: { orderId: t.arg.id({ required: true }), pharmacyId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      writeOrder(context, 'rerouteOrder', args, (actor, key) =>
        context.rooms.delivery.reroute(actor, checkedByRoom<RerouteInput>(args), key),
      ),
  }),
  resendFill: t.field({
    type: Order,
    description: 'Sends the same message to the pharmacy of the fill once more, with the same MessageID.',
    args: { fillId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      writeOrder(context, 'resendFill', args, (actor, key) =>
        context.rooms.delivery.resend(actor, checkedByRoom<SendAgainInput>(args), key),
      ),
  }),
  reissueFill: t.field({
    type: Order,
    description:
      'For a pharmacy that says it has nothing: a new message with new ids, and a cancel of the old one. Refused where a cancel would be.',
    args: { fillId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      writeOrder(context, 'reissueFill', args, (actor, key) =>
        context.rooms.delivery.reissue(actor, checkedByRoom<SendAgainInput>(args), key),
      ),
  }),
}));

builder.mutationFields((t) => ({
  combineOrder: t.field({
    type: Order,
    description:
      'Adds prescriptions to an order that waits for its patient, or of which every fill is still QUEUED: they go to its pharmacy with it, each a fill of its own. An order that is just leaving or has left is ORDER_TAKES_NO_MORE: nothing is signed, and the drafts stay.',
    args: { input: t.arg({ type: CombineOrderInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'combineOrder', args, (actor, key) =>
        context.rooms.prescribing.combineOrder(actor, checkedByRoom<CombineInput>(args.input), key),
      ),
  }),
  createOrder: t.field({
    type: Order,
    description: 'Makes exactly one order per Idempotency-Key, whatever happens.',
    args: { input: t.arg({ type: CreateOrderInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createOrder', args, (actor, key) =>
        context.rooms.prescribing.createOrder(actor, checkedByRoom<OrderInput>(args.input), key),
      ),
  }),
}));
