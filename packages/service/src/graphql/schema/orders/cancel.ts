// GraphQL of a cancel: which fills, what became of each, the request of staff for one, and what a fill says of its own.

import type { CancelResult, Delivery } from '../../../delivery/delivery.ts';
import { CANCEL_NOT_SENT_REASONS, cancelNotSentWords } from '../../../delivery/delivery.ts';
import type { FillRow } from '../../../prescribing/prescribing.ts';
import { isCancelAsked } from '../../../prescribing/prescribing.ts';
import { given, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { orderAfter } from './acted-order.ts';
import { notTold, saidOfFill } from './fill-says.ts';
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
export const CanceledType = builder.objectRef<Canceled>('CanceledOrder').implement({
  description: 'The order after a cancel, with what became of each fill.',
  fields: (t) => ({
    order: t.field({ type: Order, resolve: (acted, _args, context) => orderAfter(context, acted) }),
    results: t.field({
      type: [CancelResultType],
      extensions: { listSize: 3 },
      resolve: ({ results }) => [...results],
    }),
  }),
});

const CancelAsked = saidOfFill('CancelAsked', {
  description: 'Staff ask a prescriber to cancel a fill.',
  who: 'Who asks, by name.',
  at: (fill) => fill.cancel_asked_at,
  by: (fill) => fill.cancel_asked_by,
  reason: (fill, { rooms, actor }) => rooms.prescribing.cancelAskReason(actor, fill),
});

const CancelNotSent = notTold('CancelNotSent', {
  description: 'A cancel that no channel could carry. The fill stays what it was.',
  which: 'Which could not be told: after a move, the one that the order has left.',
  at: (fill) => fill.cancel_not_sent_at,
  reason: (fill) => fill.cancel_not_sent_reason,
  pharmacyId: (fill) => fill.cancel_not_sent_pharmacy_id,
  reasons: CANCEL_NOT_SENT_REASONS,
  wordsOf: cancelNotSentWords,
});

const CancelDeclined = saidOfFill('CancelDeclined', {
  description: 'A prescriber did not cancel what staff asked to be canceled.',
  who: 'Who, by name.',
  at: (fill) => fill.cancel_declined_at,
  by: (fill) => fill.cancel_declined_by,
  reason: (fill, { rooms, actor }) => rooms.prescribing.cancelDeclineReason(actor, fill),
});

const PhonedInFact = builder.objectRef<FillRow>('PhonedIn').implement({
  description: 'The pharmacy took it by telephone.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: (fill) => fill.phoned_in_at ?? fill.updated_at }),
    takenBy: t.string({
      nullable: true,
      description: 'Who took it at the pharmacy, by name.',
      resolve: (fill, _args, context) => context.rooms.prescribing.takenBy(context.actor, fill),
    }),
  }),
});

builder.objectFields(Fill, (t) => ({
  phonedIn: t.field({
    type: PhonedInFact,
    nullable: true,
    description: 'Set where it is with its pharmacy by telephone.',
    resolve: (fill) => (fill.channel === 'telephone' ? fill : null),
  }),
  cancelDeclined: t.field({
    type: CancelDeclined,
    nullable: true,
    description: 'Set once a prescriber has declined it; null again when staff ask anew.',
    resolve: (fill) => (fill.cancel_declined_at === null ? null : fill),
  }),
  cancelAsked: t.field({
    type: CancelAsked,
    nullable: true,
    description:
      'Set while staff ask for a cancel and no prescriber has answered by canceling; null once the fill has ended.',
    resolve: (fill) => (isCancelAsked(fill) ? fill : null),
  }),
  cancelRequestedAt: t.expose('cancel_requested_at', { type: 'DateTime', nullable: true }),
  cancelSentAt: t.expose('cancel_sent_at', {
    type: 'DateTime',
    nullable: true,
    description: 'When a cancel really left for the pharmacy; null while none has.',
  }),
  cancelAnswer: t.exposeString('cancel_answer', {
    nullable: true,
    description:
      '`approved` or `denied`: what the pharmacy answered to a cancel; null while it has not. Recorded, never acted on.',
  }),
  cancelAnsweredAt: t.expose('cancel_answered_at', { type: 'DateTime', nullable: true }),
  cancelAnswerReason: t.string({
    nullable: true,
    description:
      'What the pharmacy said, in its own words, as one line of plain text; null where it gave no reason.',
    resolve: (fill, _args, context) => context.rooms.prescribing.cancelAnswerReason(context.actor, fill),
  }),
  cancelNotSent: t.field({
    type: CancelNotSent,
    nullable: true,
    description: 'Set when a cancel was asked for and a pharmacy could not be told: somebody must call it.',
    resolve: (fill) => (fill.cancel_not_sent_at === null ? null : fill),
  }),
  dispensedAfterCancelAt: t.expose('dispensed_after_cancel_at', {
    type: 'DateTime',
    nullable: true,
    description: 'When the pharmacy reported that it dispensed what had been canceled.',
  }),
}));

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
