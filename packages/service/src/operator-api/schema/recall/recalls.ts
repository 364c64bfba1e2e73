// GraphQL of recalls: which there are, what each is of, and the list by which somebody calls the pharmacies.
import type { FillState } from '@pestle/rules/fill-status';
import type { Recall, RecalledFill, RecalledPage, RecallSummary } from '../../../delivery/inside.ts';
import { builder } from '../builder.ts';

const RECALLS_EXPECTED = 20;
const FILLS_EXPECTED = 1_000;

const State = builder.enumType('RecallState', {
  description: 'How far a recall is.',
  values: {
    PREVIEWED: { description: 'It has been looked at: nothing is held.' },
    STARTED: { description: 'What matches and waits is held, also what is signed from now on.' },
    ENDED: { description: 'Nothing is held for it any more.' },
  } as const,
});

const Kind = builder.enumType('RecallKind', {
  description: 'What a recall names.',
  values: {
    MEDICINE: { value: 'medicine', description: 'Medicines.' },
    PRESCRIPTIONS: { value: 'prescriptions', description: 'Prescriptions, orders or fills, by their ids.' },
    PHARMACY: { value: 'pharmacy', description: 'Pharmacies or partners.' },
  } as const,
});

export const RecallActionType = builder.enumType('RecallAction', {
  description: 'What a recall does.',
  values: {
    HOLD: { value: 'hold', description: 'Keeps back what has not left, and tells the practices.' },
    NOTIFY: { value: 'notify', description: 'Only tells the practices.' },
  } as const,
});

export const FillStateType = builder.enumType('FillState', {
  description: 'Where a prescription on an order is.',
  values: {
    QUEUED: { description: 'It waits to leave.' },
    SENDING: { description: 'It is being sent.' },
    SENT: { description: 'The other side took it.' },
    RECEIVED: { description: 'The pharmacy says that it has it.' },
    FILLING: { description: 'The pharmacy works on it.' },
    SHIPPED: { description: 'It is on its way to the patient.' },
    DELIVERED: { description: 'The patient has it.' },
    CANCELED: { description: 'It was canceled.' },
    ERROR: { description: 'It could not be delivered.' },
    STUCK: { description: 'A person must act.' },
  } as const satisfies Record<FillState, { description: string }>,
});

export const RecallType = builder.objectRef<Recall>('Recall').implement({
  description:
    'Every order of a medicine, of a list of prescriptions or of a pharmacy: looked at first, then held.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`rcl_…`' }),
    state: t.expose('state', { type: State, description: 'How far it is.' }),
    kind: t.expose('kind', { type: Kind, description: 'What it names.' }),
    named: t.stringList({
      description: 'Ids and codes, as they were named.',
      resolve: ({ named }) => [...named],
    }),
    signedFrom: t.expose('signedFrom', {
      type: 'DateTime',
      nullable: true,
      description: 'Only what was signed at or after this moment; null: since ever.',
    }),
    signedUntil: t.expose('signedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Only what was signed before this moment; null: also what is signed while it lasts.',
    }),
    states: t.field({
      type: [FillStateType],
      description: 'Only what was in one of these states when it was found; none: all.',
      resolve: ({ states }) => [...states],
    }),
    action: t.expose('action', {
      type: RecallActionType,
      nullable: true,
      description: 'What it does; null before it is started.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why, as the practices read it; null before it is started.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'Whether every organization has been walked through since the last act.',
    }),
    previewedAt: t.expose('previewedAt', { type: 'DateTime', description: 'When it was looked at.' }),
    previewedBy: t.exposeString('previewedBy', { description: 'By whom.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was started; null: it was not.',
    }),
    startedBy: t.exposeString('startedBy', { nullable: true, description: 'By whom.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended; null: it was not.',
    }),
    endedBy: t.exposeString('endedBy', { nullable: true, description: 'By whom.' }),
  }),
});

const ByState = builder.objectRef<RecallSummary['byState'][number]>('RecalledByState').implement({
  description: 'What a recall is of, in one state.',
  fields: (t) => ({
    state: t.expose('state', { type: FillStateType, description: 'As it is now.' }),
    fills: t.exposeInt('fills', { description: 'How many.' }),
  }),
});

const ByOrganization = builder
  .objectRef<RecallSummary['byOrganization'][number]>('RecalledByOrganization')
  .implement({
    description: 'What a recall is of, in one organization.',
    fields: (t) => ({
      organizationId: t.exposeID('organizationId', { description: '`org_…`' }),
      orders: t.exposeInt('orders', { description: 'Orders.' }),
      fills: t.exposeInt('fills', { description: 'Prescriptions on them.' }),
      left: t.exposeInt('left', { description: 'Of these, left or maybe left.' }),
      held: t.exposeInt('held', { description: 'Of these, held for it.' }),
    }),
  });

const ByPharmacy = builder.objectRef<RecallSummary['byPharmacy'][number]>('RecalledByPharmacy').implement({
  description: 'What a recall is of, at one pharmacy.',
  fields: (t) => ({
    pharmacyId: t.exposeID('pharmacyId', { nullable: true, description: '`phr_…`; null: none is chosen.' }),
    fills: t.exposeInt('fills', { description: 'Prescriptions.' }),
    left: t.exposeInt('left', { description: 'Of these, left for it or maybe left.' }),
  }),
});

const SummaryType = builder.objectRef<RecallSummary>('RecallSummary').implement({
  description: 'A recall with what it is of now, counted.',
  fields: (t) => ({
    recall: t.field({ type: RecallType, description: 'The recall.', resolve: (summary) => summary }),
    orders: t.exposeInt('orders', { description: 'Orders.' }),
    fills: t.exposeInt('fills', { description: 'Prescriptions on them.' }),
    left: t.exposeInt('left', { description: 'Of these, left or maybe left: a pharmacy may hold them.' }),
    held: t.exposeInt('held', { description: 'Of these, held for it.' }),
    byState: t.field({
      type: [ByState],
      description: 'The largest first.',
      resolve: ({ byState }) => [...byState],
    }),
    byOrganization: t.field({
      type: [ByOrganization],
      description: 'The largest first, 500 at most.',
      resolve: ({ byOrganization }) => [...byOrganization],
    }),
    byPharmacy: t.field({
      type: [ByPharmacy],
      description: 'The largest first, 500 at most.',
      resolve: ({ byPharmacy }) => [...byPharmacy],
    }),
    appearedSince: t.int({
      description: 'Prescriptions that were not in the preview: signed or found since.',
      resolve: ({ appearedSince }) => appearedSince.fills,
    }),
    ordersAppearedSince: t.idList({
      description: 'The orders of these, 100 at most.',
      resolve: ({ appearedSince }) => [...appearedSince.orders],
    }),
    unknown: t.stringList({
      description: 'Of the ids that a recall of prescriptions names, those that no organization has.',
      resolve: ({ unknown }) => [...unknown],
    }),
  }),
});

const RecalledFillType = builder.objectRef<RecalledFill>('RecalledFill').implement({
  description:
    'One prescription at one pharmacy that has it or may have it, or one that none has. No patient and no drug.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: '`org_…`' }),
    orderId: t.exposeID('orderId', { description: '`ord_…`' }),
    fillId: t.exposeID('fillId', { description: '`fil_…`' }),
    state: t.expose('state', { type: FillStateType, description: 'As it is now.' }),
    hasLeft: t.exposeBoolean('hasLeft', { description: 'It left for this pharmacy, or may have.' }),
    isHeld: t.exposeBoolean('isHeld', { description: 'It waits on hold for this recall.' }),
    isSincePreview: t.exposeBoolean('isSincePreview', { description: 'It was not in the preview.' }),
    pharmacyId: t.exposeID('pharmacyId', { nullable: true, description: '`phr_…`; null: none is chosen.' }),
    pharmacyName: t.exposeString('pharmacyName', { nullable: true, description: 'Its name.' }),
    pharmacyPhone: t.exposeString('pharmacyPhone', { nullable: true, description: 'Where to call.' }),
    pharmacyNcpdpId: t.exposeString('pharmacyNcpdpId', { nullable: true, description: 'Seven digits.' }),
    prescriberOrderNumbers: t.stringList({
      description: 'By which the pharmacy finds it: those of the messages that went there.',
      resolve: ({ prescriberOrderNumbers: numbers }) => [...numbers],
    }),
    messageIds: t.stringList({
      description: 'The MessageIDs of these.',
      resolve: ({ messageIds }) => [...messageIds],
    }),
  }),
});

const RecalledFills = builder.objectRef<RecalledPage>('RecalledFills').implement({
  description: 'One page of what a recall is of.',
  fields: (t) => ({
    fills: t.field({
      type: [RecalledFillType],
      description: 'Organization by organization.',
      extensions: { listSize: FILLS_EXPECTED },
      resolve: ({ fills }) => [...fills],
    }),
    next: t.exposeString('next', {
      nullable: true,
      description: 'Send it as `after` for the next page; null behind the last.',
    }),
  }),
});

const ID = { required: true, description: '`rcl_…`' } as const;

builder.queryFields((t) => ({
  recalls: t.field({
    type: [RecallType],
    description: 'The latest first, 200 at most.',
    extensions: { listSize: RECALLS_EXPECTED },
    resolve: async (_root, _args, { administrations }) => [...(await administrations.recalls.list())],
  }),
  recall: t.field({
    type: SummaryType,
    description: 'One recall, counted as it is now. Reads one organization after another.',
    args: { id: t.arg.id(ID) },
    resolve: (_root, { id }, { administrations }) => administrations.recalls.show(id),
  }),
  recalledFills: t.field({
    type: RecalledFills,
    description: 'What a recall is of, for whoever calls the pharmacies: a thousand a page or a few more.',
    args: { id: t.arg.id(ID), after: t.arg.string({ description: 'The `next` of the page before.' }) },
    resolve: (_root, { id, after }, { administrations }) =>
      administrations.recalls.fills(id, after ?? undefined),
  }),
}));
