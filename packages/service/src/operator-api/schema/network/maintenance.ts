// GraphQL of windows of maintenance: announced, changed and ended by operators, for one pharmacy, one partner or the whole service.
import type { MaintenanceWindow, WindowSubject } from '../../../directory/inside.ts';
import { byOf, given } from '../../context.ts';
import { builder } from '../builder.ts';
import { ACTS, Act } from '../trail.ts';

const WINDOWS_EXPECTED = 50;

const State = builder.enumType('MaintenanceState', {
  description: 'Where a window is in time.',
  values: {
    ANNOUNCED: { value: 'announced', description: 'It has not begun.' },
    CURRENT: { value: 'current', description: 'It holds back what leaves.' },
    OVER: { value: 'over', description: 'It does not any more.' },
  } as const,
});

const SubjectKind = builder.enumType('MaintenanceSubjectKind', {
  description: 'Whom a window concerns.',
  values: {
    SERVICE: { value: 'service', description: 'The whole service.' },
    PARTNER: { value: 'partner', description: 'All pharmacies of one partner.' },
    PHARMACY: { value: 'pharmacy', description: 'One pharmacy.' },
  } as const,
});

const SubjectType = builder.objectRef<WindowSubject>('MaintenanceSubject').implement({
  description: 'Whom a window concerns.',
  fields: (t) => ({
    kind: t.field({ type: SubjectKind, description: 'Of what kind.', resolve: ({ kind }) => kind }),
    id: t.id({
      nullable: true,
      description: '`phr_…` or `ptn_…`; null of the whole service.',
      resolve: (subject) => (subject.kind === 'service' ? null : subject.id),
    }),
  }),
});

const SubjectInput = builder.inputType('MaintenanceSubjectInput', {
  description: 'Whom a window concerns.',
  fields: (t) => ({
    kind: t.field({ type: SubjectKind, required: true, description: 'Of what kind.' }),
    id: t.id({ description: '`phr_…` or `ptn_…`; left out for the whole service.' }),
  }),
});

const WindowType = builder.objectRef<MaintenanceWindow>('MaintenanceWindow').implement({
  description: 'A time in which nothing leaves for whom it concerns.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`mnt_…`' }),
    subject: t.expose('subject', { type: SubjectType, description: 'Whom it concerns.' }),
    state: t.expose('state', { type: State, description: 'Where it is in time, by the store’s clock.' }),
    start: t.expose('start', { type: 'DateTime', description: 'When it begins.' }),
    end: t.expose('end', { type: 'DateTime', description: 'When it ends.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended early or taken back.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'What people are told of it.' }),
    declared: t.exposeBoolean('declared', {
      description: 'It stands in the settings of the pharmacy or partner.',
    }),
    setBy: t.exposeString('setBy', { description: 'Who announced it.' }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When it was announced.' }),
    changedBy: t.exposeString('changedBy', {
      nullable: true,
      description: 'Who changed or ended it last; null: nobody.',
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', nullable: true, description: 'And when.' }),
  }),
});

builder.queryFields((t) => ({
  maintenanceWindows: t.field({
    type: [WindowType],
    description: 'Windows that are not over, the latest first.',
    extensions: { listSize: WINDOWS_EXPECTED },
    args: {
      all: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'Also those that are over; the latest 500 of all.',
      }),
    },
    resolve: async (_root, args, { administrations }) => [...(await administrations.windows.list(args))],
  }),
  maintenanceHistory: t.field({
    type: [Act],
    description: 'What operators did to one window, oldest first.',
    extensions: ACTS,
    args: { id: t.arg.id({ required: true, description: '`mnt_…`' }) },
    resolve: async (_root, { id }, { administrations }) => [...(await administrations.windows.history(id))],
  }),
}));

builder.mutationFields((t) => ({
  addMaintenance: t.field({
    type: WindowType,
    description:
      'Announces a window. The same announcement again answers the window that is there. What people are told of it names no patient.',
    args: {
      subject: t.arg({ type: SubjectInput, required: true, description: 'Whom it concerns.' }),
      start: t.arg({ type: 'DateTime', description: 'Now when left out.' }),
      end: t.arg({ type: 'DateTime', required: true, description: 'When it ends.' }),
      note: t.arg.string({ description: 'What people are told of it.' }),
    },
    resolve: (_root, { subject, ...args }, context) =>
      context.administrations.windows.add({
        ...given(args),
        subject: given(subject) as WindowSubject,
        by: byOf(context),
      }),
  }),
  changeMaintenance: t.field({
    type: WindowType,
    description: 'Changes a window that is not over. What is left out stays.',
    args: {
      id: t.arg.id({ required: true, description: '`mnt_…`' }),
      start: t.arg({ type: 'DateTime', description: 'Of one that has not begun.' }),
      end: t.arg({ type: 'DateTime', description: 'When it ends.' }),
      note: t.arg.string({ description: 'What people are told of it; null takes it away.' }),
    },
    resolve: (_root, { id, note, ...args }, context) =>
      context.administrations.windows.change(id, {
        ...given(args),
        ...(note === undefined ? {} : { note }),
        by: byOf(context),
      }),
  }),
  endMaintenance: t.field({
    type: WindowType,
    description:
      'Ends a window now, or takes it back when it has not begun; what waits for it leaves. One that is over stays as it is.',
    args: { id: t.arg.id({ required: true, description: '`mnt_…`' }) },
    resolve: (_root, { id }, context) => context.administrations.windows.end(id, { by: byOf(context) }),
  }),
}));
