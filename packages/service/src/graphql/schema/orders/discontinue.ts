// GraphQL of "no more refills": what became of it for each fill, and what a fill says of it.

import type {
  DeclineRefillStopInput,
  Delivery,
  DiscontinueResult,
  RefillStopInput,
} from '../../../delivery/delivery.ts';
import { DISCONTINUE_NOT_SENT_REASONS, discontinueNotSentWords } from '../../../delivery/delivery.ts';
import { type FillRow, isRefillStopAsked } from '../../../prescribing/prescribing.ts';
import { checkedByRoom, given, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { orderAfter, writeOrder } from './acted-order.ts';
import { DECLINE_ARGS, notTold, saidOfFill } from './fill-says.ts';
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
    DISCONTINUE_ASKED: { description: 'Staff asked a prescriber to stop them; nothing has left.' },
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
    order: t.field({ type: Order, resolve: (acted, _args, context) => orderAfter(context, acted) }),
    results: t.field({
      type: [DiscontinueResultType],
      extensions: { listSize: 3 },
      resolve: ({ results }) => [...results],
    }),
  }),
});

const NoMoreRefillsNotSent = notTold('NoMoreRefillsNotSent', {
  description: 'A pharmacy that could not be told that there are no more refills: somebody must call it.',
  at: (fill) => fill.discontinue_not_sent_at,
  reason: (fill) => fill.discontinue_not_sent_reason,
  pharmacyId: (fill) => fill.discontinue_not_sent_pharmacy_id,
  reasons: DISCONTINUE_NOT_SENT_REASONS,
  wordsOf: discontinueNotSentWords,
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

const NoMoreRefillsAsked = saidOfFill('NoMoreRefillsAsked', {
  description: 'Staff ask a prescriber to stop the refills of a fill.',
  who: 'Who asks, by name.',
  at: (fill) => fill.refill_stop_asked_at,
  by: (fill) => fill.refill_stop_asked_by,
  reason: (fill, { rooms, actor }) => rooms.prescribing.refillStopAskReason(actor, fill),
});

const NoMoreRefillsDeclined = saidOfFill('NoMoreRefillsDeclined', {
  description: 'A prescriber kept the refills that staff asked to be stopped.',
  who: 'Who, by name.',
  at: (fill) => fill.refill_stop_declined_at,
  by: (fill) => fill.refill_stop_declined_by,
  reason: (fill, { rooms, actor }) => rooms.prescribing.refillStopDeclineReason(actor, fill),
});

builder.objectFields(Fill, (t) => ({
  noMoreRefillsAsked: t.field({
    type: NoMoreRefillsAsked,
    nullable: true,
    description: 'Set while staff ask to stop the refills and no prescriber has stopped or kept them.',
    resolve: (fill) => (isRefillStopAsked(fill) ? fill : null),
  }),
  noMoreRefillsDeclined: t.field({
    type: NoMoreRefillsDeclined,
    nullable: true,
    description: 'Set once a prescriber has kept them; null again when staff ask anew.',
    resolve: (fill) => (fill.refill_stop_declined_at === null ? null : fill),
  }),
  noMoreRefills: t.field({
    type: NoMoreRefills,
    nullable: true,
    description: 'Set once the prescriber has said that there are no more refills; null before.',
    resolve: (fill) => (fill.discontinued_at === null ? null : fill),
  }),
}));

const AskForNoMoreRefillsInput = builder.inputType('AskForNoMoreRefillsInput', {
  description: 'Whose refills staff ask a prescriber to stop, and why.',
  fields: (t) => ({
    orderId: t.id({ required: true }),
    fillId: t.id({
      description: 'One medication; every one of the order that is not canceled when left out.',
    }),
    reason: t.string({ required: true, description: 'One line, 210 characters at most.' }),
  }),
});

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
  askForNoMoreRefills: t.field({
    type: DiscontinuedType,
    description:
      'Staff ask a prescriber to stop the refills of what was sent; nothing leaves by it. It lies on the desk until a prescriber stops or keeps them.',
    args: { input: t.arg({ type: AskForNoMoreRefillsInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'askForNoMoreRefills', args, (actor, key) =>
        context.rooms.delivery.askForNoMoreRefills(actor, checkedByRoom<RefillStopInput>(args.input), key),
      ),
  }),
  declineNoMoreRefills: t.field({
    type: Order,
    description:
      'A prescriber keeps the refills that staff ask to be stopped; what they asked for is settled by it.',
    args: DECLINE_ARGS,
    resolve: (_root, args, context) =>
      writeOrder(context, 'declineNoMoreRefills', args, (actor, key) =>
        context.rooms.delivery.declineNoMoreRefills(actor, checkedByRoom<DeclineRefillStopInput>(args), key),
      ),
  }),
}));
