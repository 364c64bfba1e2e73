// GraphQL of what pharmacies correct of themselves: listed, confirmed, declined, seen.
import { CORRECTED_FIELDS, type ListedCorrection } from '../../../pharmacy-desk/inside.ts';
import { byOf, given } from '../../context.ts';
import { builder } from '../builder.ts';

const CORRECTIONS_EXPECTED = 20;

const FIELD_WORDS = {
  phone: 'The telephone number: in effect at once.',
  hours: 'The opening hours: in effect at once.',
  fax: 'The fax number.',
  endpoint: 'The electronic address. Confirmed, the pharmacy is tested before prescriptions go there.',
  address: 'Where it is.',
} as const;

const Field = builder.enumType('CorrectedField', {
  description: 'What a pharmacy may correct.',
  values: Object.fromEntries(
    CORRECTED_FIELDS.map((value) => [value.toUpperCase(), { value, description: FIELD_WORDS[value] }]),
  ),
});

const State = builder.enumType('CorrectionState', {
  description: 'What became of a correction.',
  values: {
    WAITING: { value: 'waiting', description: 'An operator confirms or declines it.' },
    CONFIRMED: { value: 'confirmed', description: 'It was written into the record.' },
    DECLINED: { value: 'declined', description: 'The record stayed as it was.' },
    WITHDRAWN: { value: 'withdrawn', description: 'The pharmacy took it back, or corrected it again.' },
    APPLIED: { value: 'applied', description: 'It took effect at once: a note to the operators.' },
    SEEN: { value: 'seen', description: 'The same, and an operator has read it.' },
  } as const,
});

const Correction = builder.objectRef<ListedCorrection>('PharmacyCorrection').implement({
  description: 'What a pharmacy says is wrong of what we believe about it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`phc_…`' }),
    pharmacyId: t.exposeID('pharmacyId', { description: '`phr_…`' }),
    pharmacyName: t.exposeString('pharmacyName', { description: 'What the pharmacy is called.' }),
    person: t.exposeString('person', { description: 'Who says so.' }),
    field: t.expose('field', { type: Field, description: 'What is corrected.' }),
    before: t.exposeString('before', { description: 'What the record held, in words.' }),
    proposed: t.exposeString('proposed', { description: 'What it should hold, in words.' }),
    state: t.expose('state', { type: State, description: 'What became of it.' }),
    askedAt: t.expose('askedAt', { type: 'DateTime', description: 'When it was said.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was decided.',
    }),
    decidedBy: t.exposeString('decidedBy', { nullable: true, description: 'Who decided.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was declined.' }),
  }),
});

const Confirmed = builder
  .objectRef<{ readonly notices: readonly string[] }>('ConfirmedCorrection')
  .implement({
    description: 'A correction that was written into the record.',
    fields: (t) => ({
      notices: t.exposeStringList('notices', { description: 'What follows from it, in sentences.' }),
    }),
  });

const ID = { required: true, description: '`phc_…`' } as const;

builder.queryFields((t) => ({
  pharmacyCorrections: t.field({
    type: [Correction],
    description: 'What pharmacies correct, the latest first.',
    extensions: { listSize: CORRECTIONS_EXPECTED },
    args: {
      open: t.arg.boolean({ description: 'True: only what waits, and what took effect and was not seen.' }),
      pharmacyId: t.arg.id({ description: 'Of one pharmacy.' }),
      first: t.arg.int({ description: 'At most so many; 100 when left out.' }),
      after: t.arg.id({ description: 'The id of the last one that was seen.' }),
    },
    resolve: async (_root, args, { administrations }) => [
      ...(await administrations.pharmacyDesk.corrections(given(args))),
    ],
  }),
}));

builder.mutationFields((t) => ({
  confirmCorrection: t.field({
    type: Confirmed,
    description:
      'Writes what is proposed into the record. Refused where the record was changed since (`REVISION_CONFLICT`).',
    args: { id: t.arg.id(ID) },
    resolve: (_root, { id }, context) =>
      context.administrations.pharmacyDesk.confirm({ id, by: byOf(context) }),
  }),
  declineCorrection: t.boolean({
    description: 'Leaves the record as it is. The pharmacy reads why. Answers true.',
    args: { id: t.arg.id(ID), reason: t.arg.string({ required: true, description: 'On one line.' }) },
    resolve: async (_root, args, context) => {
      await context.administrations.pharmacyDesk.decline({ ...args, by: byOf(context) });
      return true;
    },
  }),
  markCorrectionSeen: t.boolean({
    description: 'Takes the note of what took effect already off the list. Answers true.',
    args: { id: t.arg.id(ID) },
    resolve: async (_root, { id }, context) => {
      await context.administrations.pharmacyDesk.markSeen({ id, by: byOf(context) });
      return true;
    },
  }),
}));
