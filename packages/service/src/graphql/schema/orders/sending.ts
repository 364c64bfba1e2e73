// GraphQL of sending what was signed before: what speaks against it now, and why it is sent all the same.
import type { ScreenedToSend } from '../../../prescribing/prescribing.ts';
import { loadOne } from '../../context.ts';
import { builder } from '../builder.ts';
import { Prescription } from '../prescribing/prescriptions.ts';
import { ReviewedScreening, ScreeningReason, SignedScreeningType } from '../prescribing/screening.ts';
import { Fill } from './fills.ts';

export const SENDING_ANSWERS =
  'Of `prescriptionIds`: why each is sent although something speaks against it that its signature does not answer; `screeningToSend` says what. Answers to drafts are written into the drafts.';

export const SendingAnswerInput = builder.inputType('SendingAnswerInput', {
  description:
    'Why a saved prescription is sent although a rule speaks against it, or although it was not checked.',
  fields: (t) => ({
    prescriptionId: t.id({ required: true }),
    rule: t.string({ required: true, description: "A finding's `rule`, or `not-checked`." }),
    reason: t.field({ type: ScreeningReason, required: true }),
    text: t.string({
      description: "In the prescriber's own words, one line, 210 characters at most; required with `OTHER`.",
    }),
  }),
});

const ToSend = builder.objectRef<ScreenedToSend>('PrescriptionToSend').implement({
  description: 'What screening says of a saved prescription before it is sent.',
  fields: (t) => ({
    prescription: t.field({
      type: Prescription,
      nullable: true,
      resolve: ({ prescriptionId }, _args, context) =>
        loadOne(context, 'prescription', prescriptionId, (ids) =>
          context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
        ),
    }),
    screening: t.field({
      type: ReviewedScreening,
      description: 'As of now, with those answers of its signature that still answer something.',
      resolve: ({ screening }) => screening,
    }),
    open: t.stringList({
      description:
        'The rules that need an answer when it is sent, because its signature does not answer them: what was found since, and what could not be checked since.',
      extensions: { listSize: 10 },
      resolve: ({ open }) => [...open],
    }),
  }),
});

builder.queryField('screeningToSend', (t) =>
  t.field({
    type: [ToSend],
    description:
      'What screening says now of saved prescriptions of one patient, before `createOrder` or `combineOrder` sends them.',
    args: { prescriptionIds: t.arg.idList({ required: true }) },
    extensions: { listSize: 5 },
    resolve: async (_root, { prescriptionIds }, context) => [
      ...(await context.rooms.prescribing.screeningToSend(context.actor, prescriptionIds)),
    ],
  }),
);

builder.objectFields(Fill, (t) => ({
  sentScreening: t.field({
    type: SignedScreeningType,
    nullable: true,
    description:
      'What screening said when a saved prescription was sent, and why it was sent all the same; null where it was signed in the act that sent it: then `content.screening` of the prescription says it.',
    resolve: (fill, _args, context) =>
      loadOne(context, 'sentScreening', fill.id, (ids) =>
        context.rooms.prescribing.sentScreenings(context.actor, ids),
      ),
  }),
}));
