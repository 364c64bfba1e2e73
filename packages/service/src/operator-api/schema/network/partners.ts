// GraphQL of network partners: through whom several pharmacies are reached, and what operators set of them.
import type { ListedPartner, ShownPartner } from '../../../directory/inside.ts';
import { byOf, given } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageBy, pageType } from '../page.ts';
import { ACTS, Act } from '../trail.ts';
import { changeOf, dryRunArg, revisionArg, WrittenType } from './written.ts';

const ListedPartnerType = builder.objectRef<ListedPartner>('ListedPartner').implement({
  description: 'A partner in a list.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`ptn_…`' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    active: t.exposeBoolean('active', { description: 'False: out of use.' }),
    revision: t.exposeInt('revision', { description: 'Grows with every change.' }),
  }),
});

const PartnerType = builder.objectRef<ShownPartner>('Partner').implement({
  description: 'A partner with everything that operators set of it.',
  fields: (t) => ({
    id: t.id({ description: '`ptn_…`', resolve: ({ partner }) => partner.id }),
    name: t.string({ description: 'Its name.', resolve: ({ partner }) => partner.name }),
    active: t.boolean({ description: 'False: out of use.', resolve: ({ partner }) => partner.active }),
    revision: t.int({
      description: 'Grows with every change. Send it with yours, so that nobody overwrites another.',
      resolve: ({ partner }) => partner.revision,
    }),
    settings: t.field({
      type: 'JSON',
      description:
        'The whole record, as it is written and as a file of partners has it. Each secret is `(sealed)`; written back it keeps the one that is there.',
      resolve: ({ partner }) => partner,
    }),
    pharmacyIds: t.idList({
      description: 'The pharmacies that are reached through it, those that are live first.',
      resolve: ({ pharmacies }) => [...pharmacies],
    }),
    acts: t.field({
      type: [Act],
      description: 'What operators did to it, oldest first.',
      extensions: ACTS,
      resolve: ({ acts }) => [...acts],
    }),
  }),
});

const ListedPartnerPage = pageType('ListedPartner', ListedPartnerType);

builder.queryFields((t) => ({
  partners: t.field({
    type: ListedPartnerPage,
    description: 'All partners, also those that are out of use, in the order of their ids.',
    args: pageArgs(t.arg),
    resolve: (_root, args, { administrations }) =>
      pageBy(args, (_rows, after) => administrations.network.listPartners(given({ after }))),
  }),
  partner: t.field({
    type: PartnerType,
    description: 'One partner.',
    args: { id: t.arg.id({ required: true, description: '`ptn_…`' }) },
    resolve: (_root, { id }, { administrations }) => administrations.network.showPartner({ id }),
  }),
}));

builder.mutationFields((t) => ({
  addPartner: t.field({
    type: WrittenType,
    description: 'Adds a partner; without an id its name gives one. The same again changes nothing.',
    args: {
      partner: t.arg({
        type: 'JSON',
        required: true,
        description: 'The record, as a file of partners has it; `endpoint` says how it is reached.',
      }),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { partner, dryRun }, context) =>
      context.administrations.network.writePartner({
        change: changeOf(partner, {}),
        by: byOf(context),
        as: 'add',
        dryRun,
      }),
  }),
  setPartner: t.field({
    type: WrittenType,
    description:
      'Changes what is named of a partner, as a JSON merge patch: what is left out stays, secrets too, and null takes away.',
    args: {
      id: t.arg.id({ required: true, description: '`ptn_…`' }),
      change: t.arg({ type: 'JSON', required: true, description: 'Of the record what changes.' }),
      revision: revisionArg(t.arg),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { id, change, revision, dryRun }, context) =>
      context.administrations.network.writePartner({
        change: changeOf(change, { id, revision }),
        by: byOf(context),
        as: 'set',
        dryRun,
      }),
  }),
  removePartner: t.field({
    type: WrittenType,
    description:
      'Takes a partner out of use and forgets its credentials. Refused while pharmacies are reached through it.',
    args: {
      id: t.arg.id({ required: true, description: '`ptn_…`' }),
      revision: revisionArg(t.arg),
    },
    resolve: (_root, { id, revision }, context) =>
      context.administrations.network.removePartner({
        id,
        by: byOf(context),
        revision: revision ?? undefined,
      }),
  }),
}));
