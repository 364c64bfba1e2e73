// GraphQL of a cancel: which fills, what became of each, and the request of staff for one.

import type { CancelResult, Delivery } from '../../../delivery/delivery.ts';
import type { FillRow } from '../../../prescribing/prescribing.ts';
import { isCancelAsked } from '../../../prescribing/prescribing.ts';
import { given, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { userOf } from '../prescribing/drafts.ts';
import { Fill } from './fills.ts';
import { Order } from './orders.ts';

const CancelInputType = builder.inputType('CancelOrderInput', {
  description: 'Which fills of an order are canceled, and why.',
  fields: (t) => ({
    orderId: t.id({ required: true }),
    fillIds: t.idList({ description: 'Those to cancel; every open fill of the order when left out.' }),
    reason: t.string({
      description:
        "Why staff ask for it, for the prescriber to read: one line, 210 characters at most. Not kept of a prescriber's own cancel.",
    }),
  }),
});

const CancelOutcome = builder.enumType('CancelOutcome', {
  description: 'What became of the cancel of one fill.',
  values: {
    CANCELED: { description: 'It never left.' },
    CANCEL_SENT: { description: 'A cancel is on its way; the pharmacy has not confirmed it.' },
    CANCEL_NOT_SENT: {
      description:
        'No channel can carry a cancel to the pharmacy: the fill stays what it was, and `message` says what to do. See `cancelNotSent` of the fill.',
    },
    CANCEL_ASKED: {
      description:
        'Staff asked a prescriber to cancel it; nothing has left. It lies on the desk (`needsAttention`) until a prescriber cancels it.',
    },
    REFUSED: { description: 'It cannot be canceled, see `code`.' },
  } as const,
});

const CancelResultType = builder.objectRef<CancelResult>('CancelResult').implement({
  description: 'What became of the cancel of one fill.',
  fields: (t) => ({
    fillId: t.exposeID('fillId'),
    outcome: t.field({ type: CancelOutcome, resolve: ({ outcome }) => outcome }),
    code: t.exposeString('code', { nullable: true }),
    message: t.exposeString('message', { nullable: true }),
  }),
});

type Canceled = Awaited<ReturnType<Delivery['cancel']>>;
const CanceledType = builder.objectRef<Canceled>('CanceledOrder').implement({
  description: 'The order after a cancel, with what became of each fill.',
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

const CancelAsked = builder.objectRef<FillRow>('CancelAsked').implement({
  description: 'Staff ask a prescriber to cancel a fill.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: (fill) => fill.cancel_asked_at ?? fill.updated_at }),
    by: t.string({
      description: 'Who asks, by name.',
      resolve: async (fill, _args, context) => {
        const user = await userOf(context, fill.cancel_asked_by ?? '');
        return user === null ? '' : `${user.firstName} ${user.lastName}`;
      },
    }),
    reason: t.string({
      nullable: true,
      resolve: (fill, _args, context) => context.rooms.prescribing.cancelAskReason(context.actor, fill),
    }),
  }),
});

builder.objectField(Fill, 'cancelAsked', (t) =>
  t.field({
    type: CancelAsked,
    nullable: true,
    description:
      'Set while staff ask for a cancel and no prescriber has answered by canceling; null once the fill has ended.',
    resolve: (fill) => (isCancelAsked(fill) ? fill : null),
  }),
);

builder.mutationFields((t) => ({
  cancelOrder: t.field({
    type: CanceledType,
    description:
      'Cancels fills one medication at a time; the others stay active. Called by staff it asks a prescriber to.',
    args: { input: t.arg({ type: CancelInputType, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'cancelOrder', args, (actor, key) =>
        context.rooms.delivery.cancel(actor, given(args.input), key),
      ),
  }),
}));
