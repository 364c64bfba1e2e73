// GraphQL of what operators do to what waits or has left: hold, release, give up to fax, let a failing lane try at full width again, send again.
import type { QueueAdministration, QueueState, Resent } from '../../../delivery/inside.ts';
import type { OperatorContext } from '../../context.ts';
import { byOf, given } from '../../context.ts';
import { builder } from '../builder.ts';
import { TransmissionType } from './attempts.ts';
import { LaneType, RowType } from './lanes.ts';

const QueueStateType = builder.objectRef<QueueState>('QueueState').implement({
  description: 'What an act was done to, as it is now; both null where nothing of it waits any more.',
  fields: (t) => ({
    lane: t.expose('lane', { type: LaneType, nullable: true, description: 'The lane, of an act on one.' }),
    row: t.expose('row', { type: RowType, nullable: true, description: 'The row, of an act on one.' }),
  }),
});

const ResentType = builder.objectRef<Resent>('Resent').implement({
  description: 'What was sent again, or would be.',
  fields: (t) => ({
    transmission: t.expose('transmission', {
      type: TransmissionType,
      description: 'As it was before.',
    }),
    afterAttempt: t.exposeInt('afterAttempt', { description: 'The number of its last attempt before.' }),
    lane: t.exposeString('lane', {
      nullable: true,
      description: 'Where it leaves; null where it was sent again before and has left.',
    }),
    done: t.exposeBoolean('done', {
      description: 'False after `dryRun`, and where the same was done before.',
    }),
    row: t.expose('row', {
      type: RowType,
      nullable: true,
      description: 'Its row in the queue; null where nothing of it waits.',
    }),
  }),
});

const perform =
  (act: 'hold' | 'release' | 'fax' | 'reset') =>
  (
    _root: unknown,
    { of }: { readonly of: string },
    context: OperatorContext,
  ): ReturnType<QueueAdministration[typeof act]> =>
    context.administrations.queue[act]({ of, by: byOf(context) });

const EITHER = 'A lane, or the id of a transmission (`trm_…`) or text (`txt_…`).';
const SENT_AGAIN = 'Sent again it changes nothing.';

builder.mutationFields((t) => ({
  holdQueue: t.field({
    type: QueueStateType,
    description: `Nothing of a lane, or of one transmission or text, leaves until it is released. What is under way ends. ${SENT_AGAIN}`,
    args: { of: t.arg.string({ required: true, description: EITHER }) },
    resolve: perform('hold'),
  }),
  releaseQueue: t.field({
    type: QueueStateType,
    description: `What is held may leave. The time on hold does not count. ${SENT_AGAIN}`,
    args: { of: t.arg.string({ required: true, description: EITHER }) },
    resolve: perform('release'),
  }),
  faxTransmission: t.field({
    type: QueueStateType,
    description: `Gives one electronic message up: it goes by fax, or is stuck where law forbids that. ${SENT_AGAIN}`,
    args: { of: t.arg.string({ required: true, description: 'The id of a transmission (`trm_…`).' }) },
    resolve: perform('fax'),
  }),
  resetLane: t.field({
    type: QueueStateType,
    description: `Forgets a lane's failures, so that it is tried at full width again. ${SENT_AGAIN}`,
    args: { of: t.arg.string({ required: true, description: 'A lane.' }) },
    resolve: perform('reset'),
  }),
  resendTransmission: t.field({
    type: ResentType,
    description:
      "Sends a prescription's last message again, with the same MessageID, by the rules that hold for its practice. Sent again with the same `afterAttempt` it changes nothing.",
    args: {
      of: t.arg.string({ required: true, description: 'The id of a transmission (`trm_…`).' }),
      afterAttempt: t.arg.int({
        description: 'The last attempt that you saw, as `dryRun` answers it; needed without that.',
      }),
      reason: t.arg.string({
        description: 'Why, for both trails; the practice sees it: name no patient.',
      }),
      dryRun: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Says what would leave and by which lane, and changes nothing.',
      }),
    },
    resolve: (_root, args, context) =>
      context.administrations.queue.resend({ ...given(args), by: byOf(context) }),
  }),
}));
