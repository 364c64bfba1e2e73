// GraphQL of what operators do with a quarantine: begin, dispose of what is held, settle what others have, end.
import { type Choice, DELIVERY_LIMITS, type Received, type Reconciled } from '../../../delivery/inside.ts';
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';
import { QuarantineStateType } from './quarantine.ts';

const IDS_EXPECTED = 100;

const ChoiceType = builder.enumType('QuarantineChoice', {
  description: 'What becomes of what is held.',
  values: {
    LEFT: {
      value: 'left',
      description: 'It had left, as far as is known: settled as sent, never sent again.',
    },
    RELEASE: {
      value: 'release',
      description:
        'It leaves now, under the MessageID that it has; a prescription written more than 72 hours ago is stuck.',
    },
    FAX: { value: 'fax', description: 'It goes by fax, which says that the order may already be held.' },
  } as const satisfies Record<string, { readonly value: Choice; readonly description: string }>,
});

const Refused = builder.objectRef<Reconciled['refused'][number]>('QuarantineRefusal').implement({
  description: 'A row that refused the choice, and is held still.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the row.' }),
    code: t.exposeString('code', { description: 'Why, as a code.' }),
    message: t.exposeString('message', { description: 'Why.' }),
  }),
});

const ReconciledType = builder.objectRef<Reconciled>('Reconciled').implement({
  description: 'What one call disposed of.',
  fields: (t) => ({
    done: t.exposeInt('done', { description: 'Rows of which it has disposed.' }),
    refused: t.field({
      type: [Refused],
      description: 'Rows that refused the choice.',
      extensions: { listSize: IDS_EXPECTED },
      resolve: ({ refused }) => [...refused],
    }),
    left: t.exposeInt('left', {
      description:
        'Rows of the same that wait for another call: call again until 0, or until nothing is done.',
    }),
  }),
});

const ReceivedType = builder.objectRef<Received>('QuarantineReceived').implement({
  description: 'What became of the ids that others say they have.',
  fields: (t) => ({
    settled: t.idList({
      description: 'Settled as received, never sent again.',
      resolve: ({ settled }) => [...settled],
    }),
    notHeld: t.idList({ description: 'Known here, and not held.', resolve: ({ notHeld }) => [...notHeld] }),
    unknown: t.idList({
      description: 'Not in this store: they left after the state that was restored. Tell their practices.',
      resolve: ({ unknown }) => [...unknown],
    }),
  }),
});

builder.mutationFields((t) => ({
  beginQuarantine: t.field({
    type: QuarantineStateType,
    description:
      'Holds everything that waits now, after a restore that no node noticed. Sent again it holds what has come since as well.',
    resolve: (_root, _args, context) => context.administrations.quarantine.begin({ by: byOf(context) }),
  }),
  reconcileQuarantine: t.field({
    type: ReconciledType,
    description:
      'Disposes of one row, of the rows of a lane, or of all: a number of them at a time. What is settled already is not done twice.',
    args: {
      of: t.arg.string({
        required: true,
        description: 'The id of a transmission (`trm_…`), text or answer, a lane, or `all`.',
      }),
      choice: t.arg({ type: ChoiceType, required: true, description: 'What becomes of it.' }),
    },
    resolve: (_root, { of, choice }, context) =>
      context.administrations.quarantine.reconcile({ of, choice, by: byOf(context) }),
  }),
  reconcileReceived: t.field({
    type: ReceivedType,
    description: 'Settles what others say that they have. Sent again it settles nothing more.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `MessageIDs (\`m…\`, \`f…\`) or transmissions and answers (\`trm_…\`, \`prs_…\`), ${DELIVERY_LIMITS.receivedAtOnceMax} at most.`,
      }),
    },
    resolve: (_root, { ids }, context) =>
      context.administrations.quarantine.received({ ids, by: byOf(context) }),
  }),
  endQuarantine: t.field({
    type: QuarantineStateType,
    description: 'Ends it, once nothing is held that nobody has settled. Sent again it changes nothing.',
    resolve: (_root, _args, context) => context.administrations.quarantine.end({ by: byOf(context) }),
  }),
}));
