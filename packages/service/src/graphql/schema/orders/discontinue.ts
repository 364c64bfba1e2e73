// GraphQL of "no more refills": what became of it for each fill, and what a fill says of it.

import type { Delivery, DiscontinueResult } from '../../../delivery/delivery.ts';
import { DISCONTINUE_NOT_SENT_REASONS, discontinueNotSentWords } from '../../../delivery/delivery.ts';
import type { FillRow } from '../../../prescribing/prescribing.ts';
import { given, loadPharmacy, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { Fill } from './fills.ts';
import { Order } from './orders.ts';

const DiscontinueOutcome = builder.enumType('DiscontinueOutcome', {
  description: 'What became of "no more refills" for one fill.',
  values: {
    DISCONTINUE_SENT: { description: 'It is on its way; the pharmacy has not confirmed it.' },
    DISCONTINUE_NOT_SENT: {
      description:
        'No channel can carry it to the pharmacy: `message` says what to do. See `noMoreRefills` of the fill.',
    },
    REFUSED: { description: 'Its refills cannot be stopped, see `code`.' },
  } as const,
});

const DiscontinueResultType = builder.objectRef<DiscontinueResult>('DiscontinueResult').implement({
  description: 'What became of "no more refills" for one fill.',
  fields: (t) => ({
    fillId: t.exposeID('fillId'),
    outcome: t.field({ type: DiscontinueOutcome, resolve: ({ outcome }) => outcome }),
    code: t.exposeString('code', {
      nullable: true,
      description:
        'Why it is refused: `NO_REFILLS`, `NOT_SENT_YET`, `ALREADY_DISCONTINUED`, `ALREADY_CANCELED`, `BEING_CANCELED` or `EXPIRED`; or why a pharmacy could not be told.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The same in a sentence that says what to do.',
    }),
  }),
});

type Discontinued = Awaited<ReturnType<Delivery['discontinueRefills']>>;
const DiscontinuedType = builder.objectRef<Discontinued>('DiscontinuedOrder').implement({
  description: 'The order after "no more refills", with what became of each fill.',
  fields: (t) => ({
    order: t.field({
      type: Order,
      resolve: ({ orderId }, _args, context) => context.rooms.prescribing.order(context.actor, orderId),
    }),
    results: t.field({
      type: [DiscontinueResultType],
      extensions: { listSize: 3 },
      resolve: ({ results }) => [...results],
    }),
  }),
});

const NoMoreRefillsNotSent = builder.objectRef<FillRow>('NoMoreRefillsNotSent').implement({
  description: 'A pharmacy that could not be told that there are no more refills: somebody must call it.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: (fill) => fill.discontinue_not_sent_at ?? fill.updated_at }),
    reason: t.string({
      description: `Why, as a code: ${Object.keys(DISCONTINUE_NOT_SENT_REASONS)
        .map((code) => `\`${code}\``)
        .join(', ')}.`,
      resolve: (fill) => fill.discontinue_not_sent_reason ?? 'NOT_DELIVERED',
    }),
    text: t.string({
      description: 'The same in a sentence that says what to do.',
      resolve: (fill) => discontinueNotSentWords(fill.discontinue_not_sent_reason ?? '').text,
    }),
    owner: t.string({
      description: 'Who must act.',
      resolve: (fill) => discontinueNotSentWords(fill.discontinue_not_sent_reason ?? '').owner,
    }),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: (fill, _args, context) => loadPharmacy(context, fill.discontinue_not_sent_pharmacy_id),
    }),
    phone: t.string({
      nullable: true,
      description: 'The number to call: that of this pharmacy.',
      resolve: async (fill, _args, context) =>
        (await loadPharmacy(context, fill.discontinue_not_sent_pharmacy_id))?.phone ?? null,
    }),
  }),
});

const NoMoreRefills = builder.objectRef<FillRow>('NoMoreRefills').implement({
  description:
    'The refills of a fill were stopped; what was dispensed stays, and so does the state of the fill.',
  fields: (t) => ({
    since: t.field({ type: 'DateTime', resolve: (fill) => fill.discontinued_at ?? fill.updated_at }),
    sentAt: t.expose('discontinue_sent_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When it really left for the pharmacy; null while it has not.',
    }),
    answer: t.exposeString('discontinue_answer', {
      nullable: true,
      description:
        '`approved` or `denied`; null while the pharmacy has not answered. Recorded, never acted on.',
    }),
    answeredAt: t.expose('discontinue_answered_at', { type: 'DateTime', nullable: true }),
    answerReason: t.string({
      nullable: true,
      description:
        'What the pharmacy said, in its own words, as one line of plain text; null where it gave no reason.',
      resolve: (fill, _args, context) =>
        context.rooms.prescribing.discontinueAnswerReason(context.actor, fill),
    }),
    notSent: t.field({
      type: NoMoreRefillsNotSent,
      nullable: true,
      description: 'Set while a pharmacy could not be told: somebody must call it.',
      resolve: (fill) => (fill.discontinue_not_sent_at === null ? null : fill),
    }),
  }),
});

builder.objectFields(Fill, (t) => ({
  noMoreRefills: t.field({
    type: NoMoreRefills,
    nullable: true,
    description: 'Set once the prescriber has said that there are no more refills; null before.',
    resolve: (fill) => (fill.discontinued_at === null ? null : fill),
  }),
}));

builder.mutationFields((t) => ({
  discontinueRefills: t.field({
    type: DiscontinuedType,
    description:
      'No more refills of what was sent. This is no cancel: what was dispensed stays, and so does the state of each fill.',
    args: {
      orderId: t.arg.id({ required: true }),
      fillIds: t.arg.idList({
        description: 'Whose refills; those of every fill that is not canceled when left out.',
      }),
    },
    resolve: (_root, args, context) =>
      write(context, 'discontinueRefills', args, (actor, key) =>
        context.rooms.delivery.discontinueRefills(actor, given(args), key),
      ),
  }),
}));
