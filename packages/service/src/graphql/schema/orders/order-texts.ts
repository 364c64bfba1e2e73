// GraphQL of what a patient was texted about an order, and what became of each text.
import type { TextOfOrder } from '../../../delivery/delivery.ts';
import { loadOne } from '../../context.ts';
import { builder } from '../builder.ts';
import { Order } from './orders.ts';

const TextAbout = builder.enumType('TextAbout', {
  description: 'What a text tells or asks a patient.',
  values: {
    INVITATION: { value: 'invitation', description: 'Asks them to choose a pharmacy.' },
    REMINDER: { value: 'reminder', description: 'Asks them once more.' },
    SENT: { value: 'sent', description: 'It is with the pharmacy.' },
    READY: { value: 'ready', description: 'It can be picked up.' },
    SHIPPED: { value: 'shipped', description: 'It is on its way.' },
    DELIVERED: { value: 'delivered', description: 'It was handed out, or brought.' },
    PROBLEM: { value: 'problem', description: 'It is delayed.' },
    CANCELED: { value: 'canceled', description: 'It was canceled.' },
  } satisfies Record<Uppercase<TextOfOrder['about']>, unknown>,
} as const);

const TextState = builder.enumType('TextState', {
  description: 'What became of a text to a patient.',
  values: {
    QUEUED: { value: 'queued', description: 'It is on its way.' },
    SENT: { value: 'sent', description: 'The carrier took it, and has not said that it could not bring it.' },
    FAILED: { value: 'failed', description: 'It reached nobody.' },
    WITHHELD: {
      value: 'withheld',
      description:
        'It was not sent: the number wants no texts, is somebody else’s, or is the patient’s no more.',
    },
  } satisfies Record<Uppercase<TextOfOrder['state']>, unknown>,
} as const);

const OrderTextType = builder.objectRef<TextOfOrder>('OrderText').implement({
  description: 'One text about an order to its patient.',
  fields: (t) => ({
    about: t.expose('about', { type: TextAbout }),
    state: t.expose('state', { type: TextState }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

builder.objectField(Order, 'texts', (t) =>
  t.field({
    type: [OrderTextType],
    description: 'What the patient was texted about it, oldest first.',
    extensions: { listSize: 4 },
    resolve: async ({ order }, _args, context) => [
      ...((await loadOne(context, 'orderTexts', order.id, (ids) =>
        context.rooms.delivery.texts(context.actor, ids),
      )) ?? []),
    ],
  }),
);
