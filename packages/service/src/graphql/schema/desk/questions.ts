// GraphQL of what pharmacists ask of prescribers.

import type { AnswerInput, PharmacyQuestion } from '../../../desk/desk.ts';
import { checkedByRoom, loadOne, loadPharmacy, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { User, userOf } from '../identity/users.ts';
import { Fill } from '../orders/fills.ts';

export const PharmacyQuestionType = builder.objectRef<PharmacyQuestion>('PharmacyQuestion').implement({
  description: 'What a pharmacist asks of the prescriber, on the page behind a fax.',
  fields: (t) => ({
    id: t.exposeID('id'),
    askedAt: t.expose('askedAt', { type: 'DateTime' }),
    text: t.exposeString('text'),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ pharmacyId }, _args, context) => loadPharmacy(context, pharmacyId),
    }),
    answer: t.string({
      nullable: true,
      description: 'Null while nobody has answered.',
      resolve: ({ answer }) => answer?.text ?? null,
    }),
    answeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ answer }) => answer?.at ?? null,
    }),
    answeredBy: t.field({
      type: User,
      nullable: true,
      resolve: ({ answer }, _args, context) => (answer === null ? null : userOf(context, answer.by)),
    }),
  }),
});

builder.objectField(Fill, 'questions', (t) =>
  t.field({
    type: [PharmacyQuestionType],
    description: 'What pharmacists have asked about it, the oldest first.',
    extensions: { listSize: 1 },
    resolve: async ({ id }, _args, context) => [
      ...((await loadOne(context, 'questions', id, (ids) =>
        context.rooms.desk.questions(context.actor, ids),
      )) ?? []),
    ],
  }),
);

builder.mutationField('answerQuestion', (t) =>
  t.field({
    type: PharmacyQuestionType,
    description:
      "Answers a pharmacist's question in the name of the prescriber who calls, for the pharmacist's page.",
    args: {
      id: t.arg.id({ required: true }),
      text: t.arg.string({ required: true, description: 'One line, 500 characters at most.' }),
    },
    resolve: (_root, args, context) =>
      write(context, 'answerQuestion', args, async (actor, key) => {
        const { fillId, id } = await context.rooms.desk.answer(actor, checkedByRoom<AnswerInput>(args), key);
        const asked = (await context.rooms.desk.questions(actor, [fillId])).get(fillId) ?? [];
        const question = asked.find((one) => one.id === id);
        if (question === undefined) throw new Error(`question ${id} is gone`);
        return question;
      }),
  }),
);
