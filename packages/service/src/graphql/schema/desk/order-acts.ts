// GraphQL of what people may do about an order now, of the call-in sheet, and of the acts that had no mutation before.

import { LINE_ACTS, ORDER_ACT_REFUSALS, ORDER_ACTS } from '@pestle/rules/order-acts';
import type {
  AskForCancelInput,
  DeclineCancelInput,
  PhonedIn,
  PhonedInInput,
  RemindInput,
} from '../../../delivery/delivery.ts';
import type { CallInLine, CallInSheet, JudgedAct } from '../../../desk/desk.ts';
import { checkedByRoom, loadOne, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { orderAfter, writeOrder } from '../orders/acted-order.ts';
import { CanceledType } from '../orders/cancel.ts';
import { DECLINE_ARGS } from '../orders/fill-says.ts';
import { Fill } from '../orders/fills.ts';
import { Order } from '../orders/orders.ts';
import { LIQUID_DOSE } from '../prescribing/structured-sig.ts';
import { SaidInBoth } from '../said-in-both.ts';

const OrderActKind = builder.enumType('OrderActKind', {
  description:
    'What people can do about an order after it was sent, in the order in which it is offered. There may be more; pass over what you do not know.',
  values: ORDER_ACTS,
});

const OrderActRefusalType = builder
  .objectRef<NonNullable<JudgedAct['refusal']>>('OrderActRefusal')
  .implement({
    description: 'Why an act is refused now.',
    fields: (t) => ({
      code: t.exposeString('code', {
        description: `One of ${ORDER_ACT_REFUSALS.map((code) => `\`${code}\``).join(', ')}. There may be more.`,
      }),
      text: t.field({
        type: SaidInBoth,
        description: 'The same in a sentence that says what to do.',
        resolve: ({ text }) => text,
      }),
    }),
  });

const OrderActType = builder.objectRef<JudgedAct>('OrderAct').implement({
  description:
    'An act on an order, judged for the signed-in person by the rules of the act itself, which judges again when it is done.',
  fields: (t) => ({
    act: t.field({ type: OrderActKind, resolve: ({ act }) => act }),
    allowed: t.boolean({ resolve: ({ refusal }) => refusal === null }),
    refusal: t.field({
      type: OrderActRefusalType,
      nullable: true,
      description: 'Null where it is allowed.',
      resolve: ({ refusal }) => refusal,
    }),
    effect: t.field({
      type: SaidInBoth,
      description: 'What it will do.',
      resolve: ({ effect }) => effect,
    }),
  }),
});

builder.objectField(Order, 'acts', (t) =>
  t.field({
    type: [OrderActType],
    description:
      'What the signed-in person may do about it now, what not and why, and what each act will do.',
    extensions: { listSize: ORDER_ACTS.length },
    resolve: async ({ order }, _args, context) => [
      ...((await loadOne(context, 'orderActs', order.id, (ids) =>
        context.rooms.desk.acts(context.actor, ids),
      )) ?? []),
    ],
  }),
);

builder.objectField(Fill, 'acts', (t) =>
  t.field({
    type: [OrderActType],
    description:
      'The same of this one medication: what can be done with it alone. `CANCEL_ONE` is judged as if nothing else were on the order.',
    extensions: { listSize: LINE_ACTS.length },
    resolve: async ({ id, order_id: orderId }, _args, context) => [
      ...((
        await loadOne(context, 'lineActs', orderId, (ids) => context.rooms.desk.lineActs(context.actor, ids))
      )?.get(id) ?? []),
    ],
  }),
);

const CallInPatient = builder.objectRef<CallInSheet['patient']>('CallInPatient').implement({
  description: 'The patient as a pharmacist asks for them.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`DOE, José`.' }),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date' }),
    address: t.exposeStringList('address', { description: 'Line by line; empty where none is known.' }),
    phone: t.exposeString('phone', { nullable: true }),
  }),
});

const CallInPrescriber = builder.objectRef<CallInSheet['prescriber']>('CallInPrescriber').implement({
  description: 'Who signed, and where they practice.',
  fields: (t) => ({
    name: t.exposeString('name'),
    npi: t.exposeString('npi'),
    practice: t.exposeString('practice'),
    address: t.exposeStringList('address'),
    phone: t.exposeString('phone'),
  }),
});

const CallInPharmacy = builder.objectRef<CallInSheet['pharmacy']>('CallInPharmacy').implement({
  description: 'Whom to call.',
  fields: (t) => ({
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true }),
  }),
});

const CallInLineType = builder.objectRef<CallInLine>('CallInLine').implement({
  description: 'One medication as it is read aloud: the signed words, numbers also in words.',
  fields: (t) => ({
    fillId: t.exposeID('fillId'),
    line: t.exposeInt('line'),
    canceled: t.exposeBoolean('canceled', {
      description:
        'It was canceled here, and the pharmacy has not confirmed that: tell it not to dispense it. Nothing of it is read as a prescription.',
    }),
    orderNumber: t.exposeString('orderNumber', { nullable: true }),
    medication: t.exposeString('medication'),
    directions: t.exposeString('directions'),
    dose: t.exposeString('dose', { nullable: true, description: LIQUID_DOSE }),
    quantity: t.exposeString('quantity', { description: '`30 tablets`.' }),
    quantityInWords: t.exposeString('quantityInWords', { description: '`thirty tablets`.' }),
    daysSupply: t.exposeInt('daysSupply', { nullable: true }),
    refills: t.exposeString('refills'),
    refillsInWords: t.exposeString('refillsInWords'),
    dispenseAsWritten: t.exposeBoolean('dispenseAsWritten'),
    notes: t.exposeString('notes', { nullable: true }),
    doNotFillBefore: t.expose('doNotFillBefore', { type: 'Date', nullable: true }),
    diagnoses: t.exposeStringList('diagnoses'),
    writtenOn: t.exposeString('writtenOn', { description: 'By the clock of the practice: `23-Nov-2026`.' }),
    deaNumber: t.exposeString('deaNumber', {
      description: 'What to say when a DEA number is asked for: none is needed.',
    }),
  }),
});

const CallInSheetType = builder.objectRef<CallInSheet>('CallInSheet').implement({
  description: 'Everything that a pharmacist needs by telephone, in the order in which it is read aloud.',
  fields: (t) => ({
    orderId: t.exposeID('orderId'),
    pharmacy: t.field({ type: CallInPharmacy, resolve: ({ pharmacy }) => pharmacy }),
    patient: t.field({ type: CallInPatient, resolve: ({ patient }) => patient }),
    prescriber: t.field({ type: CallInPrescriber, resolve: ({ prescriber }) => prescriber }),
    lines: t.field({
      type: [CallInLineType],
      extensions: { listSize: 3 },
      resolve: ({ lines }) => [...lines],
    }),
  }),
});

builder.queryField('callInSheet', (t) =>
  t.field({
    type: CallInSheetType,
    description: 'What is read aloud to the pharmacy of an order. Each look is in the audit trail.',
    args: { orderId: t.arg.id({ required: true }) },
    resolve: (_root, { orderId }, context) => context.rooms.desk.callInSheet(context.actor, orderId),
  }),
);

const AskForCancelInputType = builder.inputType('AskForCancelInput', {
  description: 'What staff ask a prescriber to cancel, and why.',
  fields: (t) => ({
    orderId: t.id({ required: true }),
    fillId: t.id({ description: 'One medication; every open one of the order when left out.' }),
    reason: t.string({ required: true, description: 'One line, 210 characters at most.' }),
  }),
});

const PhonedInInputType = builder.inputType('RecordPhonedInInput', {
  description: 'Who took which order by telephone.',
  fields: (t) => ({
    orderId: t.id({ required: true }),
    takenBy: t.string({
      required: true,
      description: 'The name of who took it at the pharmacy: one line, 100 characters at most.',
    }),
  }),
});

const PhonedInType = builder.objectRef<PhonedIn>('PhonedInOrder').implement({
  description: 'An order after it was phoned in.',
  fields: (t) => ({
    order: t.field({ type: Order, resolve: (acted, _args, context) => orderAfter(context, acted) }),
    mayBeThereTwice: t.idList({
      description:
        'Fills of which a message may have reached the pharmacy before: tell it, so that it fills them once.',
      resolve: ({ mayBeThereTwice }) => [...mayBeThereTwice],
    }),
  }),
});

builder.mutationFields((t) => ({
  askForCancel: t.field({
    type: CanceledType,
    description:
      'Staff ask a prescriber to cancel; nothing leaves by it. It lies on the desk until a prescriber cancels or declines.',
    args: { input: t.arg({ type: AskForCancelInputType, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'askForCancel', args, (actor, key) =>
        context.rooms.delivery.askForCancel(actor, checkedByRoom<AskForCancelInput>(args.input), key),
      ),
  }),
  declineCancelRequest: t.field({
    type: Order,
    description:
      'A prescriber does not cancel what staff ask to be canceled; what they asked for is settled by it.',
    args: DECLINE_ARGS,
    resolve: (_root, args, context) =>
      writeOrder(context, 'declineCancelRequest', args, (actor, key) =>
        context.rooms.delivery.declineCancelRequest(actor, checkedByRoom<DeclineCancelInput>(args), key),
      ),
  }),
  recordPhonedIn: t.field({
    type: PhonedInType,
    description:
      'The pharmacy has taken the order by telephone: what waits is stopped, its fills are SENT by telephone and are not sent again.',
    args: { input: t.arg({ type: PhonedInInputType, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'recordPhonedIn', args, (actor, key) =>
        context.rooms.delivery.recordPhonedIn(actor, checkedByRoom<PhonedInInput>(args.input), key),
      ),
  }),
  remindPatient: t.field({
    type: Order,
    description:
      'Texts the patient of an order that waits for a pharmacy once more: an hour after the text before, five texts in all.',
    args: { orderId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      writeOrder(context, 'remindPatient', args, (actor, key) =>
        context.rooms.delivery.remindPatient(actor, checkedByRoom<RemindInput>(args), key),
      ),
  }),
}));
