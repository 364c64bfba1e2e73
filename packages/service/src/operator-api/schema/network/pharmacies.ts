// GraphQL of pharmacies as operators see them: which are connected and how, each with its settings, its conformance run and what was done to it.
import type { ListedPharmacy, PharmacyListQuery, ShownPharmacy } from '../../../directory/inside.ts';
import { given } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageBy, pageType } from '../page.ts';
import { ACTS, Act } from '../trail.ts';

export const Stage = builder.enumType('Stage', {
  description: 'How far a connection is.',
  values: {
    SCOPING: { value: 'scoping', description: 'Being talked about: prescriptions go by fax.' },
    TESTING: {
      value: 'testing',
      description: 'Being tried, with a technical contact: prescriptions go by fax.',
    },
    LIVE: { value: 'live', description: 'Prescriptions go there electronically.' },
  } as const,
});

const StageFilter = builder.enumType('StageFilter', {
  description: 'Which pharmacies a list holds.',
  values: {
    SCOPING: { value: 'scoping', description: 'Connected, and being talked about.' },
    TESTING: { value: 'testing', description: 'Connected, and being tried.' },
    LIVE: { value: 'live', description: 'Connected, and live.' },
    NONE: { value: 'none', description: 'Not connected: reached by fax only.' },
    ANY: { value: 'any', description: 'All of the directory.' },
  } as const,
});

export const ChannelType = builder.enumType('ConnectionChannel', {
  description: 'How a connected pharmacy is reached.',
  values: {
    SCRIPT: { value: 'script', description: 'NCPDP SCRIPT, straight or through a partner.' },
    API: { value: 'api', description: "An API of the pharmacy's own." },
  } as const,
});

const ListedPharmacyType = builder.objectRef<ListedPharmacy>('ListedPharmacy').implement({
  description: 'A pharmacy in a list.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`phr_…`' }),
    name: t.exposeString('name', { description: 'As messages name it.' }),
    ncpdpId: t.exposeString('ncpdpId', { nullable: true, description: 'Seven digits; null without one.' }),
    city: t.exposeString('city', { description: 'Its town.' }),
    state: t.exposeString('state', { description: 'Two letters.' }),
    active: t.exposeBoolean('active', { description: 'False for one that is closed.' }),
    stage: t.expose('stage', { type: Stage, nullable: true, description: 'Null: not connected.' }),
    channel: t.expose('channel', {
      type: ChannelType,
      nullable: true,
      description: 'Null: not connected.',
    }),
    partnerId: t.exposeID('partnerId', {
      nullable: true,
      description: 'The partner in between; null when it is reached straight.',
    }),
  }),
});

const ConformanceType = builder.objectRef<NonNullable<ShownPharmacy['conformance']>>('PassedRun').implement({
  description: 'The conformance run that a pharmacy passed last.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it ended.' }),
    by: t.exposeString('by', { description: 'Who ran it.' }),
    isCurrent: t.exposeBoolean('isCurrent', {
      description: 'Whether the settings are still those it was passed with: only then it counts for `LIVE`.',
    }),
  }),
});

const PartnerOfPharmacy = builder
  .objectRef<NonNullable<ShownPharmacy['partner']>>('PharmacyPartner')
  .implement({
    description: 'The partner through which a pharmacy is reached.',
    fields: (t) => ({
      id: t.exposeID('id', { description: '`ptn_…`' }),
      name: t.exposeString('name', { description: 'Its name.' }),
      active: t.exposeBoolean('active', { description: 'False: out of use, and nothing goes through it.' }),
    }),
  });

const PharmacyType = builder.objectRef<ShownPharmacy>('Pharmacy').implement({
  description: 'A pharmacy with everything that operators set of it.',
  fields: (t) => ({
    id: t.id({ description: '`phr_…`', resolve: ({ pharmacy }) => pharmacy.id }),
    name: t.string({ description: 'As messages name it.', resolve: ({ pharmacy }) => pharmacy.name }),
    revision: t.int({
      description: 'Grows with every change. Send it with yours, so that nobody overwrites another.',
      resolve: ({ pharmacy }) => pharmacy.revision,
    }),
    stage: t.field({
      type: Stage,
      nullable: true,
      description: 'Null: not connected.',
      resolve: ({ pharmacy }) => pharmacy.integration?.stage ?? null,
    }),
    takesPrescriptions: t.exposeBoolean('takesPrescriptions', {
      description: 'Whether prescriptions go to it electronically now; otherwise by fax.',
    }),
    settings: t.field({
      type: 'JSON',
      description:
        'The whole record, as it is written and as a file of pharmacies has it. Each secret is `(sealed)`; written back it keeps the one that is there.',
      resolve: ({ pharmacy }) => pharmacy,
    }),
    conformance: t.expose('conformance', {
      type: ConformanceType,
      nullable: true,
      description: 'Null: none was passed since the last one that was not.',
    }),
    partner: t.expose('partner', {
      type: PartnerOfPharmacy,
      nullable: true,
      description: 'Null: reached straight.',
    }),
    acts: t.field({
      type: [Act],
      description: 'What operators did to it, oldest first.',
      extensions: ACTS,
      resolve: ({ acts }) => [...acts],
    }),
  }),
});

const ListedPharmacyPage = pageType('ListedPharmacy', ListedPharmacyType);

builder.queryFields((t) => ({
  pharmacies: t.field({
    type: ListedPharmacyPage,
    description: 'Pharmacies in the order of their names; without `stage` those that are connected.',
    args: {
      stage: t.arg({ type: StageFilter, description: 'At this stage.' }),
      channel: t.arg({ type: ChannelType, description: 'Reached so.' }),
      partnerId: t.arg.id({ description: 'Through this partner.' }),
      words: t.arg.string({
        description: 'Beginnings of words of name, town, state, ZIP, NPI or NCPDP id.',
      }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, { first, after, ...filters }, { administrations }) =>
      pageBy({ first, after }, (rows, last) =>
        administrations.network.listPharmacies(
          given({ ...filters, after: last, first: rows }) as PharmacyListQuery,
        ),
      ),
  }),
  pharmacy: t.field({
    type: PharmacyType,
    description: 'One pharmacy.',
    args: { id: t.arg.id({ required: true, description: '`phr_…`' }) },
    resolve: (_root, { id }, { administrations }) => administrations.network.showPharmacy({ id }),
  }),
}));
