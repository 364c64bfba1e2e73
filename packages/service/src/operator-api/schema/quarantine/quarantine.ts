// GraphQL of a quarantine: since when and why there is one, and what it holds of each lane.
import type {
  Quarantine,
  QuarantineBecause,
  QuarantineLane,
  QuarantineState,
} from '../../../delivery/inside.ts';
import { builder } from '../builder.ts';
import { RowType } from '../queue/lanes.ts';

const ROWS_EXPECTED = 100;
const LANES_EXPECTED = 50;
const EARLIER_EXPECTED = 5;

const Because = builder.enumType('QuarantineBecause', {
  description: 'Why a quarantine began.',
  values: {
    OPERATOR: { value: 'operator', description: 'An operator began it.' },
    STARTED: { value: 'started', description: 'A node was started in quarantine.' },
    OLDER: { value: 'older', description: 'The store is an older state than the one that was served.' },
    MOVED: {
      value: 'moved',
      description: 'The store lies elsewhere than before, and nothing says that it is not an older state.',
    },
    TIMELINE: {
      value: 'timeline',
      description: "PostgreSQL's timeline changed while no node ran, and nothing says that it is not one.",
    },
    SILENCE: {
      value: 'silence',
      description:
        'The store was silent for long without a stop in order, and nothing says that it is not one.',
    },
  } as const satisfies Record<string, { readonly value: QuarantineBecause; readonly description: string }>,
});

const QuarantineType = builder.objectRef<Quarantine>('Quarantine').implement({
  description: 'After a restore: what waited then leaves only when operators have disposed of it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`qua_…`' }),
    since: t.expose('since', { type: 'DateTime', description: 'When it began.' }),
    because: t.expose('because', { type: Because, description: 'Why it began.' }),
    by: t.exposeString('by', { description: 'Who began it.' }),
    held: t.exposeInt('held', { description: 'How many rows it has come to hold.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null: it lasts.',
    }),
    endedBy: t.exposeString('endedBy', { nullable: true, description: 'Who ended it.' }),
  }),
});

const QuarantineLaneType = builder.objectRef<QuarantineLane>('QuarantineLane').implement({
  description: 'What is held of one lane.',
  fields: (t) => ({
    lane: t.exposeString('lane', { description: '`pharmacy:phr_…`, `partner:ptn_…`, `fax` or `text`.' }),
    held: t.exposeInt('held', { description: 'Rows that are held still.' }),
    settled: t.exposeInt('settled', {
      description: 'Of these, settled: their end is put down within a second or two.',
    }),
    oldestAt: t.expose('oldestAt', { type: 'DateTime', description: 'When the oldest was written.' }),
    newestAt: t.expose('newestAt', { type: 'DateTime', description: 'When the newest was.' }),
  }),
});

export const QuarantineStateType = builder.objectRef<QuarantineState>('QuarantineState').implement({
  description: 'Whether there is a quarantine, and what is held.',
  fields: (t) => ({
    open: t.expose('open', {
      type: QuarantineType,
      nullable: true,
      description: 'The one that lasts; null for none.',
    }),
    lanes: t.field({
      type: [QuarantineLaneType],
      description: 'What is held of each lane, the oldest first.',
      extensions: { listSize: LANES_EXPECTED },
      resolve: ({ lanes }) => [...lanes],
    }),
    earlier: t.field({
      type: [QuarantineType],
      description: 'Those that ended, the latest first.',
      extensions: { listSize: EARLIER_EXPECTED },
      resolve: ({ earlier }) => [...earlier],
    }),
  }),
});

builder.queryFields((t) => ({
  quarantine: t.field({
    type: QuarantineStateType,
    description: 'Whether there is a quarantine, since when and why, and how much of each lane it holds.',
    resolve: (_root, _args, { administrations }) => administrations.quarantine.show(),
  }),
  quarantinedRows: t.field({
    type: [RowType],
    description: 'What is held of one lane, the next first; 500 at most.',
    extensions: { listSize: ROWS_EXPECTED },
    args: { lane: t.arg.string({ required: true, description: 'Its name, as `quarantine` shows it.' }) },
    resolve: async (_root, { lane }, { administrations }) => [
      ...(await administrations.quarantine.held(lane)),
    ],
  }),
}));
