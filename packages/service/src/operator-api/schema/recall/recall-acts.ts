// GraphQL of what operators do with recalls: preview, start, go on, end.
import type { RecallAdministration, WalkProgress } from '../../../delivery/inside.ts';
import { byOf, given } from '../../context.ts';
import { builder } from '../builder.ts';
import { FillStateType, RecallActionType, RecallType } from './recalls.ts';

const Progress = builder.objectRef<WalkProgress>('RecallProgress').implement({
  description: 'How far the walk over all organizations is that an act began.',
  fields: (t) => ({
    isComplete: t.exposeBoolean('isComplete', { description: 'It is over.' }),
    organizations: t.exposeInt('organizations', { description: 'All of them.' }),
    organizationsDone: t.exposeInt('organizationsDone', { description: 'Those that it has been through.' }),
  }),
});

const WALK =
  'A walk over all organizations follows: `advanceRecall` goes on with it until `isComplete`, and every node does in the background.';
const ID = { required: true, description: '`rcl_…`' } as const;

builder.mutationFields((t) => ({
  previewRecall: t.field({
    type: RecallType,
    description: `Selects what a recall is of, and changes nothing else: name medicines, prescriptions or pharmacies, one of the three. ${WALK} Sent again it makes another preview.`,
    args: {
      medicines: t.arg.stringList({
        description:
          '`trt_…`, `rxcui:29046` (a drug, or all that hold the ingredient), `ndc:00000000000`, `ingredient:lisinopril`.',
      }),
      prescriptions: t.arg.idList({ description: 'Of prescriptions, orders and fills.' }),
      pharmacies: t.arg.idList({ description: 'Of pharmacies and partners.' }),
      from: t.arg({ type: 'DateTime', description: 'Only what was signed at or after this moment.' }),
      until: t.arg({
        type: 'DateTime',
        description: 'Only what was signed before it; left out, also what is signed while the recall lasts.',
      }),
      states: t.arg({ type: [FillStateType], description: 'Only what is in one of these states.' }),
    },
    resolve: (_root, args, context) =>
      context.administrations.recalls.preview({ ...given(args), by: byOf(context) }),
  }),
  startRecall: t.field({
    type: RecallType,
    description: `From this moment on nothing that matches leaves, on any node and whenever it was signed. ${WALK} Sent again it looks for what has appeared since.`,
    args: {
      id: t.arg.id(ID),
      reason: t.arg.string({ required: true, description: 'Shown to the practices; it names no patient.' }),
      action: t.arg({
        type: RecallActionType,
        defaultValue: 'hold',
        required: true,
        description: 'What it does.',
      }),
    },
    resolve: (_root, args, context) =>
      context.administrations.recalls.start({ ...args, by: byOf(context) } satisfies Parameters<
        RecallAdministration['start']
      >[0]),
  }),
  advanceRecall: t.field({
    type: Progress,
    description:
      'Goes on with the walk that an act began, for a few seconds. Once it is over nothing changes.',
    args: { id: t.arg.id(ID) },
    resolve: (_root, { id }, { administrations }) => administrations.recalls.advance(id),
  }),
  endRecall: t.field({
    type: RecallType,
    description: `Nothing is held for it any more. ${WALK} One that is over stays over.`,
    args: { id: t.arg.id(ID) },
    resolve: (_root, { id }, context) => context.administrations.recalls.end({ id, by: byOf(context) }),
  }),
}));
