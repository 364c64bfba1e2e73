// GraphQL of orders and fills: what was sent where, what became of it, and what can be done about it.
import { FILL_STATES, ORDER_STATES } from '@pestle/rules/fill-status';
import type { AgainInput } from '../../delivery/again.ts';
import type { CancelResult } from '../../delivery/cancel.ts';
import type { Delivery } from '../../delivery/delivery.ts';
import { stuckReasonText } from '../../delivery/outcomes/fallback.ts';
import type { RerouteInput } from '../../delivery/reroute.ts';
import type { OrderInput } from '../../prescribing/orders/create-order.ts';
import type { OrderRecord } from '../../prescribing/orders/records.ts';
import type { FillEventRow, FillRow } from '../../prescribing/tables.ts';
import type { PharmacyChoice, RoutingEntry } from '../../routing/routing.ts';
import { checkedByRoom, given, loadOne, loadPharmacy, write } from '../context.ts';
import { builder } from './builder.ts';
import { Address, AddressInput, Patient, Pharmacy } from './directory.ts';
import { pageArgs, pageType } from './page.ts';
import { FormRulesInput, Prescription, SignedDraftInput } from './prescribing.ts';
import { usAddress } from './signed.ts';
import { Transmission } from './transmissions.ts';

const OrderState = builder.enumType('OrderState', {
  description: 'Folded from the fills (contract 0).',
  values: ORDER_STATES,
});
const FillState = builder.enumType('FillState', { values: FILL_STATES });

const FillEvent = builder.objectRef<FillEventRow>('FillEvent').implement({
  description: 'Something that happened to a fill; the numbers count from 1 without gaps.',
  fields: (t) => ({
    number: t.exposeInt('number'),
    at: t.expose('at', { type: 'DateTime' }),
    event: t.exposeString('event'),
    fromState: t.field({ type: FillState, nullable: true, resolve: (event) => event.from_state }),
    toState: t.field({ type: FillState, resolve: (event) => event.to_state }),
    source: t.exposeString('source', {
      description: 'Who or what caused it: `user`, `delivery`, `pharmacy`, `link`, `patient` or `service`.',
    }),
    detail: t.field({ type: 'JSON', description: 'Codes and ids.', resolve: (event) => event.detail }),
  }),
});

const Fulfillment = builder.objectRef<FillRow>('Fulfillment').implement({
  description: 'How the medication reaches the patient.',
  fields: (t) => ({
    type: t.string({
      nullable: true,
      description: '`LOCAL_PICKUP` or `MAIL_ORDER`; null while no pharmacy is known.',
      resolve: async (fill, _args, context) => {
        const { pharmacy_id: id } = fill;
        const pharmacy = await loadPharmacy(context, id);
        return pharmacy?.kind ?? null;
      },
    }),
    state: t.field({ type: FillState, resolve: ({ state }) => state }),
    carrier: t.exposeString('carrier', { nullable: true }),
    trackingNumber: t.exposeString('tracking_number', { nullable: true }),
  }),
});

export const Fill = builder.objectRef<FillRow>('Fill').implement({
  description: 'One prescription on one order: what is transmitted, canceled and reported on.',
  fields: (t) => ({
    id: t.exposeID('id'),
    line: t.exposeInt('line'),
    state: t.field({ type: FillState, resolve: ({ state }) => state }),
    stateReason: t.exposeString('state_reason', {
      nullable: true,
      description: 'Why it is STUCK or ERROR, as a code.',
    }),
    stateReasonText: t.string({
      nullable: true,
      description: 'The same in a sentence that says what to do.',
      resolve: ({ state_reason: reason }) => stuckReasonText(reason) ?? null,
    }),
    unconfirmed: t.boolean({
      description: 'True when it was sent and the pharmacy has said nothing for too long (D5).',
      resolve: (fill, _args, context) => context.rooms.prescribing.isUnconfirmed(fill),
    }),
    stateOwner: t.exposeString('state_owner', { nullable: true, description: 'Who must act.' }),
    prescription: t.field({
      type: Prescription,
      nullable: true,
      resolve: (fill, _args, context) =>
        loadOne(context, 'prescription', fill.prescription_id, (ids) =>
          context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
        ),
    }),
    prescriberOrderNumber: t.exposeString('prescriber_order_number', { nullable: true }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: '`script`, `api` or `fax`: how it reached the pharmacy.',
    }),
    fulfillment: t.field({ type: Fulfillment, resolve: (fill) => fill }),
    sentAt: t.expose('sent_at', { type: 'DateTime', nullable: true }),
    receivedAt: t.expose('received_at', { type: 'DateTime', nullable: true }),
    cancelRequestedAt: t.expose('cancel_requested_at', { type: 'DateTime', nullable: true }),
    cancelAnswer: t.exposeString('cancel_answer', {
      nullable: true,
      description: 'What the pharmacy answered to a cancel; null while it has not (D10).',
    }),
    alert: t.exposeString('alert', { nullable: true, description: 'Such as `dispensed-after-cancel`.' }),
    events: t.field({
      type: [FillEvent],
      description: 'The timeline, oldest first.',
      resolve: async (fill, _args, context) => [
        ...((await loadOne(context, 'fillEvents', fill.id, (ids) =>
          context.rooms.prescribing.fillEvents(context.actor, ids),
        )) ?? []),
      ],
    }),
    transmissions: t.field({
      type: [Transmission],
      description: 'The messages sent for it, oldest first.',
      extensions: { listSize: 3 },
      resolve: async (fill, _args, context) => [
        ...((await loadOne(context, 'transmissions', fill.id, (ids) =>
          context.rooms.delivery.transmissions(context.actor, ids),
        )) ?? []),
      ],
    }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

const RoutingEntryType = builder.objectRef<RoutingEntry>('RoutingEntry').implement({
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

const Invitation = builder.enumType('InvitationState', {
  values: {
    QUEUED: { description: 'It is on its way.' },
    SENT: { description: 'The carrier took it.' },
    FAILED: { description: 'It could not be sent: call the patient, or choose a pharmacy.' },
    NOT_SENT: { description: 'The patient has no telephone number: choose a pharmacy.' },
  } as const,
});

export const Order = builder.objectRef<OrderRecord>('Order').implement({
  description: 'One or more prescriptions sent to one pharmacy.',
  fields: (t) => ({
    id: t.id({ resolve: ({ order }) => order.id }),
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
    revision: t.int({ resolve: ({ order }) => order.revision }),
    orderedBy: t.id({
      description:
        'The user or machine client that made it: who signed, where it was made with new prescriptions.',
      resolve: ({ order }) => order.created_by,
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ order }) => order.created_at }),
    updatedAt: t.field({ type: 'DateTime', resolve: ({ order }) => order.updated_at }),
  }),
});

const OrderPage = pageType('Order', Order);

builder.queryFields((t) => ({
  order: t.field({
    type: Order,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.rooms.prescribing.order(context.actor, id),
  }),
  orders: t.field({
    type: OrderPage,
    description:
      'Newest first; with `changedSince`, those changed at or after that moment, oldest change first, for following live.',
    args: {
      ...pageArgs(t.arg),
      patientId: t.arg.string({ description: 'Service id or external id.' }),
      changedSince: t.arg({ type: 'DateTime' }),
      needsAttention: t.arg.boolean({
        description:
          'Only what a person should look at: stuck, in error, with an alert, or unconfirmed for too long.',
      }),
    },
    resolve: (_root, args, context) => context.rooms.prescribing.orders(context.actor, given(args)),
  }),
}));

const CreateOrderInput = builder.inputType('CreateOrderInput', {
  description:
    'Either `drafts` (signs and orders them together or not at all) or `prescriptionIds` (already signed).',
  fields: (t) => ({
    drafts: t.field({ type: [SignedDraftInput] }),
    prescriptionIds: t.idList(),
    pharmacyId: t.id({ description: 'Without one the order waits in ROUTING until a pharmacy is chosen.' }),
    externalId: t.string(),
    address: t.field({
      type: AddressInput,
      description: "The patient's address for this order and its messages.",
    }),
    form: t.field({ type: FormRulesInput }),
  }),
});

const CancelInputType = builder.inputType('CancelOrderInput', {
  fields: (t) => ({
    orderId: t.id({ required: true }),
    fillIds: t.idList({ description: 'Those to cancel; every open fill of the order when left out.' }),
  }),
});

const CancelOutcome = builder.enumType('CancelOutcome', {
  values: {
    CANCELED: { description: 'It never left.' },
    CANCEL_SENT: { description: 'A cancel is on its way; the pharmacy has not confirmed it.' },
    REFUSED: { description: 'It is too late, see `code`.' },
  } as const,
});

const CancelResultType = builder.objectRef<CancelResult>('CancelResult').implement({
  fields: (t) => ({
    fillId: t.exposeID('fillId'),
    outcome: t.field({ type: CancelOutcome, resolve: ({ outcome }) => outcome }),
    code: t.exposeString('code', { nullable: true }),
    message: t.exposeString('message', { nullable: true }),
  }),
});

type Canceled = Awaited<ReturnType<Delivery['cancel']>>;
const CanceledType = builder.objectRef<Canceled>('CanceledOrder').implement({
  fields: (t) => ({
    order: t.field({
      type: Order,
      resolve: ({ orderId }, _args, context) => context.rooms.prescribing.order(context.actor, orderId),
    }),
    results: t.field({
      type: [CancelResultType],
      extensions: { listSize: 3 },
      resolve: ({ results }) => [...results],
    }),
  }),
});

builder.mutationFields((t) => ({
  selectPharmacy: t.field({
    type: Order,
    description: 'The pharmacy of an order that waits in ROUTING; its fills leave at once.',
    args: { orderId: t.arg.id({ required: true }), pharmacyId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'selectPharmacy', args, async (actor, key) => {
        const { orderId } = await context.rooms.routing.selectPharmacy(
          actor,
          checkedByRoom<PharmacyChoice>(args),
          key,
        );
        return context.rooms.prescribing.order(actor, orderId);
      }),
  }),
  rerouteOrder: t.field({
    type: Order,
    description: 'Cancels at the old pharmacy and sends to another; refused where a cancel would be (D11).',
    args: { orderId: t.arg.id({ required: true }), pharmacyId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'rerouteOrder', args, async (actor, key) => {
        const { orderId } = await context.rooms.delivery.reroute(
          actor,
          checkedByRoom<RerouteInput>(args),
          key,
        );
        return context.rooms.prescribing.order(actor, orderId);
      }),
  }),
  resendFill: t.field({
    type: Order,
    description:
      'Sends the same message to the pharmacy of the fill once more, with the same MessageID (D11).',
    args: { fillId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'resendFill', args, async (actor, key) => {
        const { orderId } = await context.rooms.delivery.resend(actor, checkedByRoom<AgainInput>(args), key);
        return context.rooms.prescribing.order(actor, orderId);
      }),
  }),
  reissueFill: t.field({
    type: Order,
    description:
      'For a pharmacy that says it has nothing: a new message with new ids, and a cancel of the old one (D11). Refused where a cancel would be.',
    args: { fillId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'reissueFill', args, async (actor, key) => {
        const { orderId } = await context.rooms.delivery.reissue(actor, checkedByRoom<AgainInput>(args), key);
        return context.rooms.prescribing.order(actor, orderId);
      }),
  }),
  cancelOrder: t.field({
    type: CanceledType,
    description: 'Cancels fills one medication at a time; the others stay active (D10).',
    args: { input: t.arg({ type: CancelInputType, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'cancelOrder', args, (actor, key) =>
        context.rooms.delivery.cancel(actor, given(args.input), key),
      ),
  }),
  createOrder: t.field({
    type: Order,
    description: 'Makes exactly one order per Idempotency-Key, whatever happens (W5).',
    args: { input: t.arg({ type: CreateOrderInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createOrder', args, (actor, key) =>
        context.rooms.prescribing.createOrder(actor, checkedByRoom<OrderInput>(args.input), key),
      ),
  }),
}));
