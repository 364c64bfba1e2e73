// GraphQL of the desk: what needs a person of the practice, whose it is, and what people do about it.

import { situationCode, situationOfCode } from '@pestle/rules/situations';
import type { DeskActed, DeskFigures, DeskItem, DeskNote } from '../../../desk/desk.ts';
import { notesKey } from '../../../desk/desk.ts';
import { given, loadOne, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Patient } from '../directory/patients.ts';
import { User, userOf } from '../identity/users.ts';
import { Fill } from '../orders/fills.ts';
import { Order } from '../orders/orders.ts';
import { Situation } from '../orders/situations.ts';
import { pageArgs, pageType } from '../page.ts';
import { Draft } from '../prescribing/drafts.ts';
import { Prescription } from '../prescribing/prescriptions.ts';
import { PharmacyRequest } from '../requests/pharmacy-requests.ts';
import { SaidInBoth } from '../said-in-both.ts';
import { PharmacyQuestionType } from './questions.ts';
import { fillOf, orderOf, questionsOfFill, reasonOf } from './reasons.ts';

const DeskOwnerType = builder.objectRef<Pick<DeskItem, 'owner'>>('DeskOwner').implement({
  description: 'Whose it is: a person by name, or the practice where nobody who would act is there any more.',
  fields: (t) => ({
    id: t.id({
      nullable: true,
      description: 'Null: the practice.',
      resolve: ({ owner }) => owner?.id ?? null,
    }),
    name: t.string({
      resolve: async ({ owner }, _args, context) =>
        owner === null
          ? (await context.rooms.organization.own(context.actor)).name
          : `${owner.firstName} ${owner.lastName}`,
    }),
  }),
});

const DeskNoteType = builder.objectRef<DeskNote>('DeskNote').implement({
  description: 'What somebody wrote about something on the desk.',
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text'),
    at: t.expose('writtenAt', { type: 'DateTime' }),
    by: t.field({
      type: User,
      nullable: true,
      resolve: ({ writtenBy }, _args, context) => userOf(context, writtenBy),
    }),
  }),
});

const DeskItemType = builder.objectRef<DeskItem>('DeskItem').implement({
  description:
    'Something that needs a person of the practice. It lies on the desk for as long as its cause does, or until somebody marks it as handled.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Another one when a new cause appears. 100 characters at most.' }),
    situation: t.field({ type: Situation, resolve: ({ situation }) => situationCode(situation) }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'Why, as a code, such as that of what is stuck; null where the situation says all.',
    }),
    reason: t.field({
      type: SaidInBoth,
      nullable: true,
      description:
        'Why, in a sentence: what is stuck, what the pharmacy says, what staff or a pharmacist ask; what people wrote is the same in both languages. Null where the situation says all.',
      resolve: (item, _args, context) => reasonOf(context, item),
    }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when it has been so.' }),
    lateAt: t.expose('lateAt', { type: 'DateTime', description: 'From then on it is late.' }),
    isLate: t.exposeBoolean('isLate'),
    owner: t.field({ type: DeskOwnerType, resolve: (item) => item }),
    takenAt: t.expose('takenAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when its owner has it who took it, or was given it; null while it is whose it was at first.',
    }),
    notes: t.field({
      type: [DeskNoteType],
      description: 'The oldest first.',
      extensions: { listSize: 2 },
      resolve: async (item, _args, context) => [
        ...((await loadOne(context, 'deskNotes', notesKey(item), (keys) =>
          context.rooms.desk.notes(context.actor, keys),
        )) ?? []),
      ],
    }),
  }),
});

builder.objectFields(DeskItemType, (t) => ({
  order: t.field({
    type: Order,
    nullable: true,
    resolve: ({ orderId }, _args, context) => orderOf(context, orderId),
  }),
  fill: t.field({
    type: Fill,
    nullable: true,
    description: 'The one of the order that it is about; null where it is about all of it, or about none.',
    resolve: (item, _args, context) => fillOf(context, item),
  }),
  prescription: t.field({
    type: Prescription,
    nullable: true,
    resolve: ({ prescriptionId }, _args, context) =>
      prescriptionId === null
        ? null
        : loadOne(context, 'prescription', prescriptionId, (ids) =>
            context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
          ),
  }),
  draft: t.field({
    type: Draft,
    nullable: true,
    description: 'What is to be signed.',
    resolve: ({ draftId }, _args, context) =>
      draftId === null
        ? null
        : loadOne(context, 'draft', draftId, (ids) =>
            context.rooms.prescribing.draftsByIds(context.actor, ids),
          ),
  }),
  request: t.field({
    type: PharmacyRequest,
    nullable: true,
    description: 'What a pharmacy asks for: a renewal or a change.',
    resolve: ({ requestId }, _args, context) =>
      requestId === null
        ? null
        : loadOne(context, 'pharmacyRequest', requestId, (ids) =>
            context.rooms.delivery.pharmacyRequestsByIds(context.actor, ids),
          ),
  }),
  question: t.field({
    type: PharmacyQuestionType,
    nullable: true,
    description: 'What a pharmacist asks.',
    resolve: async ({ questionId, fillId }, _args, context) =>
      questionId === null || fillId === null
        ? null
        : ((await questionsOfFill(context, fillId)).find(({ id }) => id === questionId) ?? null),
  }),
  patient: t.field({
    type: Patient,
    nullable: true,
    description: 'Null for a request about nobody whom the practice knows.',
    resolve: ({ patientId }, _args, context) =>
      patientId === null
        ? null
        : loadOne(context, 'patient', patientId, (ids) =>
            context.rooms.directory.patientsById(context.actor, ids),
          ),
  }),
}));

const DeskItemPage = pageType('DeskItem', DeskItemType);

const DeskFilterInput = builder.inputType('DeskFilter', {
  description: 'What of the desk is listed; everything when left out.',
  fields: (t) => ({
    situations: t.field({ type: [Situation], description: 'Only these.' }),
    mine: t.boolean({ description: "Only what is the caller's." }),
    orderId: t.id({ description: 'Only of this order.' }),
    id: t.id({
      description:
        'Only this item, also when a new cause has given it another id since; the rest of the filter is not looked at. 100 characters at most.',
    }),
  }),
});

const DeskSituationCount = builder
  .objectRef<DeskFigures['bySituation'][number]>('DeskSituationCount')
  .implement({
    description: 'How much of one situation lies on the desk.',
    fields: (t) => ({
      situation: t.field({ type: Situation, resolve: ({ situation }) => situationCode(situation) }),
      count: t.exposeInt('count'),
    }),
  });

const DeskFiguresType = builder.objectRef<DeskFigures>('DeskFigures').implement({
  description: 'How much lies on the desk.',
  fields: (t) => ({
    count: t.exposeInt('count'),
    mine: t.exposeInt('mine', { description: "What of it is the caller's." }),
    late: t.exposeInt('late'),
    oldestSince: t.expose('oldestSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the oldest has waited; null when nothing lies there.',
    }),
    bySituation: t.field({
      type: [DeskSituationCount],
      extensions: { listSize: 12 },
      resolve: ({ bySituation }) => [...bySituation],
    }),
  }),
});

builder.queryFields((t) => ({
  deskItems: t.field({
    type: DeskItemPage,
    description: 'What needs a person of the practice: the worst first, of those the oldest.',
    args: { ...pageArgs(t.arg), filter: t.arg({ type: DeskFilterInput }) },
    resolve: (_root, { filter, first, after }, context) => {
      const { situations, mine, orderId, id } = filter ?? {};
      return context.rooms.desk.items(context.actor, {
        ...given({ first, after, mine, orderId, id }),
        situations: situations?.map(situationOfCode) ?? null,
      });
    },
  }),
  deskCount: t.int({
    description: 'How much lies on the desk.',
    resolve: async (_root, _args, context) => (await context.rooms.desk.figures(context.actor)).count,
  }),
  deskFigures: t.field({
    type: DeskFiguresType,
    description: 'How much lies on the desk, of which situation, and how much of it is late.',
    resolve: (_root, _args, context) => context.rooms.desk.figures(context.actor),
  }),
}));

const DeskActedType = builder.objectRef<DeskActed>('DeskActed').implement({
  description: 'Something on the desk after an act.',
  fields: (t) => ({
    item: t.field({
      type: DeskItemType,
      nullable: true,
      description: 'Null once it lies there no more.',
      resolve: ({ item }) => item,
    }),
  }),
});

builder.mutationFields((t) => ({
  takeDeskItem: t.field({
    type: DeskActedType,
    description:
      'Becomes its owner. What somebody else has taken is DESK_ITEM_TAKEN, with who and since when; `from` takes it over from them.',
    args: {
      id: t.arg.id({ required: true }),
      from: t.arg.id({ description: 'Whom it is taken over from.' }),
    },
    resolve: (_root, args, context) =>
      write(context, 'takeDeskItem', args, (actor, key) => context.rooms.desk.take(actor, given(args), key)),
  }),
  assignDeskItem: t.field({
    type: DeskActedType,
    description: 'Hands it to a person of the practice.',
    args: { id: t.arg.id({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'assignDeskItem', args, (actor, key) =>
        context.rooms.desk.assign(actor, args as never, key),
      ),
  }),
  noteOnDeskItem: t.field({
    type: DeskActedType,
    description: 'Adds a note for the others of the practice: one line, 500 characters at most.',
    args: { id: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'noteOnDeskItem', args, (actor, key) => context.rooms.desk.note(actor, args, key)),
  }),
  closeDeskItem: t.field({
    type: DeskActedType,
    description:
      'Marks it as handled: it lies there no more until a new cause appears. With the id of an earlier cause it is DESK_ITEM_GONE.',
    args: {
      id: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true, description: 'How: one line, 210 characters at most.' }),
    },
    resolve: (_root, args, context) =>
      write(context, 'closeDeskItem', args, (actor, key) => context.rooms.desk.close(actor, args, key)),
  }),
  confirmPhoneNumber: t.field({
    type: DeskActedType,
    description:
      "Of a WRONG_NUMBER: says that the number is the patient's, and how that is known. Texts go there again; what was withheld meanwhile is not sent after all. A number that is changed settles the item by itself.",
    args: {
      id: t.arg.id({ required: true }),
      reason: t.arg.string({
        required: true,
        description: 'How it is known: one line, 210 characters at most.',
      }),
    },
    resolve: (_root, args, context) =>
      write(context, 'confirmPhoneNumber', args, (actor, key) =>
        context.rooms.desk.confirmNumber(actor, args, key),
      ),
  }),
}));
