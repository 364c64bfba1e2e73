// GraphQL of recalls: which ones an order is in, since when, why, and what the practice does about it.

import type { RecallOfOrder } from '../../../delivery/delivery.ts';
import { loadOne } from '../../context.ts';
import { builder } from '../builder.ts';
import { Order } from './orders.ts';

const RecallAdvice = builder.enumType('RecallAdvice', {
  description: 'What the practice does about an order that is in a recall.',
  values: {
    CALL_PHARMACY: {
      description:
        'It left, or may have: call the pharmacy, and cancel what must not be dispensed. Nobody cancels it for the prescriber.',
    },
    DECIDE: {
      description: 'It has not left, and does not while the recall lasts: cancel it, or wait for the end.',
    },
    NONE: { description: 'Nothing of it waits or can be dispensed any more, or the recall is over.' },
  } as const,
});

const OrderRecall = builder.objectRef<RecallOfOrder>('OrderRecall').implement({
  description: 'A recall, by those who run the network, that an order is in.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => id }),
    since: t.expose('since', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null while it lasts. What it held back leaves then, unless it was canceled.',
    }),
    reason: t.exposeString('reason', { description: 'In the words of those who run the network.' }),
    fillIds: t.idList({
      description: 'The fills of the order that it is about.',
      resolve: ({ fillIds }) => [...fillIds],
    }),
    advice: t.field({ type: RecallAdvice, resolve: ({ advice }) => advice }),
  }),
});

builder.objectField(Order, 'recalls', (t) =>
  t.field({
    type: [OrderRecall],
    description: 'The recalls that the order is in, the oldest first.',
    extensions: { listSize: 1 },
    resolve: async ({ order }, _args, context) => [
      ...((await loadOne(context, 'recalls', order.id, (ids) =>
        context.rooms.delivery.recallsOf(context.actor, ids),
      )) ?? []),
    ],
  }),
);
