// GraphQL of what a transmission said, for an operator who gives a reason, and of who did what in the queue.
import type { AttemptAnswer, HistoryQuery, TransmissionMessage } from '../../../delivery/inside.ts';
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageBy, pageType } from '../page.ts';
import { Act } from '../trail.ts';
import { TransmissionType } from './attempts.ts';

const AnswerType = builder.objectRef<AttemptAnswer>('AttemptAnswer').implement({
  description: 'What came back to one attempt.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Of the attempt.' }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'Cut off where it was very long; null where nothing came back.',
    }),
  }),
});

const MessageType = builder.objectRef<TransmissionMessage>('TransmissionMessage').implement({
  description: 'What was sent and what came back. It holds health information.',
  fields: (t) => ({
    transmission: t.expose('transmission', { type: TransmissionType, description: 'Whose it is.' }),
    contentType: t.exposeString('contentType', { nullable: true, description: 'Of the message.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'As it was sent; null for a fax, whose page is drawn from the order each time.',
    }),
    answers: t.field({
      type: [AnswerType],
      description: 'By attempt, in their order.',
      resolve: ({ answers }) => [...answers],
    }),
  }),
});

builder.mutationFields((t) => ({
  readMessage: t.field({
    type: MessageType,
    description:
      'Shows what was sent and what came back. A mutation, because the trails of the network and of the organization have the reason before anything is shown. Each call is put down; operators read 60 messages an hour at most, all of them together.',
    args: {
      id: t.arg.id({ required: true, description: '`trm_…`' }),
      reason: t.arg.string({
        required: true,
        description: 'Why; the organization sees it. 200 characters at most, without names of patients.',
      }),
    },
    resolve: (_root, { id, reason }, context) =>
      context.administrations.queue.message({ of: id, reason, by: byOf(context) }),
  }),
}));

const ActPage = pageType('Act', Act);

builder.queryFields((t) => ({
  queueHistory: t.field({
    type: ActPage,
    description:
      'Who held, released, gave up, reset, sent again or read what in the queue, the latest first.',
    args: {
      of: t.arg.string({
        description:
          'A lane, with what was in it, or the id of a transmission or text; null for the whole queue.',
      }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, { of, ...page }, { administrations }) =>
      pageBy(page, (first, after) => {
        const query: HistoryQuery = { of: of ?? undefined, first, after };
        return administrations.queue.history(query);
      }),
  }),
}));
