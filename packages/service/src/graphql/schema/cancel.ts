// GraphQL of a cancel: which fills, and what became of each.
import type { CancelResult } from '../../delivery/cancel.ts';
import type { Delivery } from '../../delivery/delivery.ts';
import { given, write } from '../context.ts';
import { builder } from './builder.ts';
import { Order } from './orders.ts';

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
    CANCEL_NOT_SENT: {
      description:
        'No channel can carry a cancel to the pharmacy: the fill stays what it was, and `message` says what to do. See `cancelNotSent` of the fill.',
    },
    REFUSED: { description: 'It cannot be canceled, see `code`.' },
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
  cancelOrder: t.field({
    type: CanceledType,
    description: 'Cancels fills one medication at a time; the others stay active (D10).',
    args: { input: t.arg({ type: CancelInputType, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'cancelOrder', args, (actor, key) =>
        context.rooms.delivery.cancel(actor, given(args.input), key),
      ),
  }),
}));
