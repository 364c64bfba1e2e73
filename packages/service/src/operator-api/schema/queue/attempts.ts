// GraphQL of one transmission with its attempts, and of prescriptions that cannot leave without a person.
import type {
  QueueAttempt,
  QueueTransmission,
  StuckFill,
  StuckFills,
  TransmissionAttempts,
} from '../../../delivery/inside.ts';
import { builder } from '../builder.ts';
import { RowType } from './lanes.ts';
import { Outcome } from './outcome.ts';

const STUCK_EXPECTED = 100;

const Kind = builder.enumType('TransmissionKind', {
  description: 'What a message is.',
  values: {
    NEW: { value: 'new', description: 'A prescription.' },
    CANCEL: { value: 'cancel', description: 'The cancel of one.' },
    DISCONTINUE: {
      value: 'discontinue',
      description: 'That there are no more refills of one; the prescription stays.',
    },
    LATE_NOTICE: { value: 'late_notice', description: 'A notice that a prescription went by two ways.' },
  } as const,
});

const Channel = builder.enumType('TransmissionChannel', {
  description: 'The way of a message.',
  values: {
    SCRIPT: { value: 'script', description: 'NCPDP SCRIPT, straight or through a partner.' },
    API: { value: 'api', description: "An API of the pharmacy's own." },
    FAX: { value: 'fax', description: 'A fax with a secure link.' },
  } as const,
});

const State = builder.enumType('TransmissionState', {
  description: 'Where a message is.',
  values: {
    QUEUED: { value: 'queued', description: 'It waits.' },
    SENDING: { value: 'sending', description: 'An attempt is being made, or another one follows.' },
    ACCEPTED: { value: 'accepted', description: 'The other side took it.' },
    REJECTED: { value: 'rejected', description: 'The other side refused it for good.' },
    EXHAUSTED: { value: 'exhausted', description: 'It was given up.' },
    WITHDRAWN: { value: 'withdrawn', description: 'It was taken back before it left.' },
  } as const,
});

export const TransmissionType = builder.objectRef<QueueTransmission>('Transmission').implement({
  description: 'One message to one pharmacy by one way: ids and codes, never the message.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`trm_…`' }),
    organizationId: t.exposeID('organizationId', { description: 'Whose it is.' }),
    orderId: t.exposeID('orderId', { description: '`ord_…`' }),
    fillId: t.exposeID('fillId', { description: '`fil_…`' }),
    pharmacyId: t.exposeID('pharmacyId', { description: '`phr_…`' }),
    kind: t.expose('kind', { type: Kind, description: 'What it is.' }),
    channel: t.expose('channel', { type: Channel, description: 'Its way.' }),
    state: t.expose('state', { type: State, description: 'Where it is.' }),
    mayHaveArrived: t.exposeBoolean('mayHaveArrived', {
      description: 'Some attempt was written whole and not refused for sure.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

const AttemptType = builder.objectRef<QueueAttempt>('Attempt').implement({
  description: 'One attempt to bring a message to its pharmacy.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null while it is under way.',
    }),
    outcome: t.expose('outcome', {
      type: Outcome,
      nullable: true,
      description: 'How it ended; null while it is under way.',
    }),
    httpStatus: t.exposeInt('httpStatus', { nullable: true, description: 'Of the answer, if one came.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it ended so, as a code.' }),
  }),
});

const TransmissionAttemptsType = builder.objectRef<TransmissionAttempts>('TransmissionAttempts').implement({
  description: 'A transmission with its attempts.',
  fields: (t) => ({
    transmission: t.expose('transmission', {
      type: TransmissionType,
      nullable: true,
      description: 'Null before the first attempt.',
    }),
    attempts: t.field({
      type: [AttemptType],
      description: 'In their order.',
      resolve: ({ attempts }) => [...attempts],
    }),
    waits: t.expose('waits', {
      type: RowType,
      nullable: true,
      description: 'Its row in the queue; null once it waits no longer.',
    }),
  }),
});

type Reason = StuckFills['reasons'][number];

const StuckReason = builder.objectRef<Reason>('StuckReason').implement({
  description: 'One reason for which prescriptions are stuck.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'As a code.' }),
    fills: t.exposeInt('fills', { description: 'How many.' }),
    oldest: t.expose('oldest', { type: 'DateTime', description: 'Since when the oldest is.' }),
  }),
});

const StuckFillType = builder.objectRef<StuckFill>('StuckFill').implement({
  description: 'A prescription on an order that cannot leave without a person.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Whose it is.' }),
    orderId: t.exposeID('orderId', { description: '`ord_…`' }),
    fillId: t.exposeID('fillId', { description: '`fil_…`' }),
    pharmacyId: t.exposeID('pharmacyId', {
      nullable: true,
      description: '`phr_…`; null before one is chosen.',
    }),
    transmissionId: t.exposeID('transmissionId', {
      nullable: true,
      description:
        '`trm_…`, the last message of its prescription to this pharmacy; null where none was made.',
    }),
    reason: t.exposeString('reason', { description: 'Why, as a code.' }),
    owner: t.exposeString('owner', { nullable: true, description: 'Who must act, as a code.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when.' }),
  }),
});

const StuckType = builder.objectRef<StuckFills>('Stuck').implement({
  description: 'Prescriptions that cannot leave without a person, over all organizations.',
  fields: (t) => ({
    reasons: t.field({
      type: [StuckReason],
      description: 'How many of each reason, the most frequent first.',
      resolve: ({ reasons }) => [...reasons],
    }),
    fills: t.field({
      type: [StuckFillType],
      description: 'The oldest, 500 at most.',
      extensions: { listSize: STUCK_EXPECTED },
      resolve: ({ fills }) => [...fills],
    }),
  }),
});

builder.queryFields((t) => ({
  stuck: t.field({
    type: StuckType,
    description: 'Prescriptions that cannot leave without a person. Reads one organization after another.',
    resolve: (_root, _args, { administrations }) => administrations.queue.stuck(),
  }),
  attempts: t.field({
    type: TransmissionAttemptsType,
    description: 'The attempts of one transmission.',
    args: { id: t.arg.id({ required: true, description: '`trm_…`' }) },
    resolve: (_root, { id }, { administrations }) => administrations.queue.attempts(id),
  }),
}));
