// GraphQL of what operators do to a pharmacy's connection: add, change, stage, take away. Each can be tried first.
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';
import { Stage } from './pharmacies.ts';
import { changeOf, dryRunArg, revisionArg, WrittenType } from './written.ts';

builder.mutationFields((t) => ({
  addPharmacy: t.field({
    type: WrittenType,
    description:
      'Connects a pharmacy: one of the directory, found by its id, NPI or NCPDP id, or a new one. The same again changes nothing.',
    args: {
      pharmacy: t.arg({
        type: 'JSON',
        required: true,
        description: 'The record, as a file of pharmacies has it; `integration` says how it is reached.',
      }),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { pharmacy, dryRun }, context) =>
      context.administrations.network.writePharmacy({
        change: changeOf(pharmacy, {}),
        by: byOf(context),
        as: 'add',
        dryRun,
      }),
  }),
  setPharmacy: t.field({
    type: WrittenType,
    description:
      'Changes what is named of a pharmacy, as a JSON merge patch: what is left out stays, secrets too, and null takes away.',
    args: {
      id: t.arg.id({ required: true, description: '`phr_…`' }),
      change: t.arg({ type: 'JSON', required: true, description: 'Of the record what changes.' }),
      revision: revisionArg(t.arg),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { id, change, revision, dryRun }, context) =>
      context.administrations.network.writePharmacy({
        change: changeOf(change, { id, revision }),
        by: byOf(context),
        as: 'set',
        dryRun,
      }),
  }),
}));

builder.mutationFields((t) => ({
  stagePharmacy: t.field({
    type: WrittenType,
    description:
      'Moves a pharmacy: `TESTING` needs a technical contact, `LIVE` a conformance run that it passed as it is set now.',
    args: {
      id: t.arg.id({ required: true, description: '`phr_…`' }),
      stage: t.arg({ type: Stage, required: true, description: 'To this stage.' }),
      revision: revisionArg(t.arg),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { id, stage, revision, dryRun }, context) =>
      context.administrations.network.writePharmacy({
        change: changeOf({ integration: { stage } }, { id, revision }),
        by: byOf(context),
        as: 'set',
        dryRun,
      }),
  }),
  removePharmacy: t.field({
    type: WrittenType,
    description: 'Takes the connection of a pharmacy away, with its secrets: it gets faxes from then on.',
    args: {
      id: t.arg.id({ required: true, description: '`phr_…`' }),
      revision: revisionArg(t.arg),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { id, revision, dryRun }, context) =>
      context.administrations.network.writePharmacy({
        change: changeOf({ integration: null }, { id, revision }),
        by: byOf(context),
        as: 'set',
        dryRun,
      }),
  }),
}));
