// GraphQL of what waits to leave: the lanes, and the rows of one, over all organizations, by ids and codes.
import type { QueueLane, QueueRow } from '../../../delivery/inside.ts';
import { builder } from '../builder.ts';
import { Outcome } from './outcome.ts';

const LANES_EXPECTED = 50;
const ROWS_EXPECTED = 100;

export const LaneType = builder.objectRef<QueueLane>('Lane').implement({
  description: 'Everything that waits for one destination.',
  fields: (t) => ({
    lane: t.exposeString('lane', { description: '`pharmacy:phr_…`, `partner:ptn_…`, `fax` or `text`.' }),
    waiting: t.exposeInt('waiting', { description: 'Rows that have not left.' }),
    due: t.exposeInt('due', { description: 'Of these, due and not under way.' }),
    underWay: t.exposeInt('underWay', { description: 'Attempts that are being made.' }),
    oldestAt: t.expose('oldestAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the oldest of them was written; null when none waits.',
    }),
    failures: t.exposeInt('failures', {
      description: 'Attempts in a row that failed; from the fifth on the lane is tried by one at a time.',
    }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'The end of the window of maintenance that holds rows of it back; null for none.',
    }),
    onHoldSince: t.expose('onHoldSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when an operator holds it; null when nobody does.',
    }),
    onHoldBy: t.exposeString('onHoldBy', { nullable: true, description: 'Who holds it.' }),
    rowsOnHold: t.exposeInt('rowsOnHold', { description: 'Rows of it that operators hold one by one.' }),
  }),
});

const RowKind = builder.enumType('QueueRowKind', {
  description: 'What waits.',
  values: {
    NEW: { value: 'new', description: 'A prescription.' },
    CANCEL: { value: 'cancel', description: 'The cancel of one.' },
    DISCONTINUE: {
      value: 'discontinue',
      description: 'That there are no more refills of one; the prescription stays.',
    },
    LATE_NOTICE: { value: 'late_notice', description: 'A notice that a prescription went by two ways.' },
    TEXT: { value: 'text', description: 'A text message to a patient.' },
    INVITATION: { value: 'invitation', description: 'The text by which a patient chooses a pharmacy.' },
    RESPONSE: { value: 'response', description: 'The answer to what a pharmacy asked.' },
  } as const,
});

const SettledAs = builder.enumType('SettledAs', {
  description: 'What is known of what a quarantine held: nothing of it leaves.',
  values: {
    LEFT: { value: 'left', description: 'An operator says that it had left.' },
    RECEIVED: { value: 'received', description: 'Its receiver says that it has it.' },
  } as const,
});

export const RowType = builder.objectRef<QueueRow>('QueueRow').implement({
  description: 'One thing that waits to leave. No name, drug or message is shown.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the transmission (`trm_…`), or of a text (`txt_…`).' }),
    organizationId: t.exposeID('organizationId', { description: 'Whose it is.' }),
    orderId: t.exposeID('orderId', {
      nullable: true,
      description: 'The order that it belongs to, which leads the practice to the rest.',
    }),
    kind: t.expose('kind', { type: RowKind, description: 'What it is.' }),
    lane: t.exposeString('lane', { description: 'Where it waits.' }),
    attempt: t.exposeInt('attempt', { description: 'Attempts that were begun.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when it waits.' }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it may leave; null while it waits for what it is about.',
    }),
    isUnderWay: t.exposeBoolean('isUnderWay', { description: 'An attempt of it is being made.' }),
    waitsFor: t.exposeID('waitsFor', {
      nullable: true,
      description: 'The window of maintenance whose end it waits for (`mnt_…`); null for none.',
    }),
    onHoldSince: t.expose('onHoldSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when an operator holds it; null when nobody does.',
    }),
    onHoldBy: t.exposeString('onHoldBy', { nullable: true, description: 'Who holds it.' }),
    faxAskedAt: t.expose('faxAskedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an operator gave it up to fax; null when nobody has.',
    }),
    quarantine: t.exposeID('quarantine', {
      nullable: true,
      description: 'The quarantine that holds it (`qua_…`); null for none.',
    }),
    settledAs: t.expose('settledAs', {
      type: SettledAs,
      nullable: true,
      description: 'How an operator has settled it, while that is being put down; null where nobody has.',
    }),
    lastOutcome: t.expose('lastOutcome', {
      type: Outcome,
      nullable: true,
      description: 'Of the last attempt that has ended; null before.',
    }),
    lastReason: t.exposeString('lastReason', { nullable: true, description: 'Why it ended so, as a code.' }),
  }),
});

builder.queryFields((t) => ({
  lanes: t.field({
    type: [LaneType],
    description:
      'Lanes in which something waits, or whose last attempt failed: the one that has waited longest first.',
    extensions: { listSize: LANES_EXPECTED },
    resolve: async (_root, _args, { administrations }) => [...(await administrations.queue.lanes())],
  }),
  queueRows: t.field({
    type: [RowType],
    description: 'The rows of one lane, the next first; 500 at most.',
    extensions: { listSize: ROWS_EXPECTED },
    args: { lane: t.arg.string({ required: true, description: 'Its name, as `lanes` shows it.' }) },
    resolve: async (_root, { lane }, { administrations }) => [...(await administrations.queue.rows(lane))],
  }),
}));
