// GraphQL of files of pharmacies and partners: entries as a file has them, written one by one, and read page by page.
import type { NetworkAdministration } from '../../../conformance/conformance.ts';
import type { Page } from '../../../kernel/paging.ts';
import { byOf, given } from '../../context.ts';
import { builder } from '../builder.ts';
import { PageInfo, pageArgs, pageBy } from '../page.ts';
import { changeOf, dryRunArg, WrittenType } from './written.ts';

interface Exported extends Page<unknown> {
  readonly schemaUrl: string;
}

const ExportedType = builder.objectRef<Exported>('ExportedPage').implement({
  description: 'Entries of a file of pharmacies and partners, without secrets.',
  fields: (t) => ({
    schemaUrl: t.exposeString('schemaUrl', {
      description: 'The JSON Schema of such a file: write it as `$schema`, and an editor completes the rest.',
    }),
    entries: t.field({
      type: ['JSON'],
      description:
        'As `applyPharmacy` or `applyPartner` takes them: where they came from each `(sealed)` secret stays, elsewhere it has to be written.',
      resolve: ({ items }) => [...items],
    }),
    pageInfo: t.field({ type: PageInfo, description: 'Where this page ends.', resolve: (page) => page }),
  }),
});

/** Shown one after another: each locks its row for a moment. */
async function exported<Row extends { readonly id: string }>(
  network: NetworkAdministration,
  { items, ...page }: Page<Row>,
  show: (id: string) => Promise<unknown>,
): Promise<Exported> {
  const entries: unknown[] = [];
  for (const { id } of items) entries.push(await show(id));
  return { ...page, items: entries, schemaUrl: await network.schemaUrl() };
}

builder.queryFields((t) => ({
  exportedPharmacies: t.field({
    type: ExportedType,
    description: 'All connected pharmacies, in the order of their names, as entries of a file.',
    args: pageArgs(t.arg),
    resolve: async (_root, args, { administrations: { network } }) =>
      await exported(
        network,
        await pageBy(args, (first, after) =>
          network.listPharmacies(given({ first, after }) as Parameters<typeof network.listPharmacies>[0]),
        ),
        async (id) => (await network.showPharmacy({ id })).pharmacy,
      ),
  }),
  exportedPartners: t.field({
    type: ExportedType,
    description: 'All partners, in the order of their ids, as entries of a file.',
    args: pageArgs(t.arg),
    resolve: async (_root, args, { administrations: { network } }) =>
      await exported(
        network,
        await pageBy(args, (_first, after) => network.listPartners(given({ after }))),
        async (id) => (await network.showPartner({ id })).partner,
      ),
  }),
}));

builder.mutationFields((t) => ({
  applyPharmacy: t.field({
    type: WrittenType,
    description:
      'Writes one pharmacy of a file, whether it is there or not, connected or not. The same again changes nothing. Write partners before the pharmacies that name them.',
    args: {
      pharmacy: t.arg({ type: 'JSON', required: true, description: 'The entry of the file.' }),
      partners: t.arg({
        type: ['JSON'],
        description: 'With `dryRun`: entries of partners that the file would write before.',
      }),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { pharmacy, partners, dryRun }, context) =>
      context.administrations.network.writePharmacy({
        change: changeOf(pharmacy, {}),
        by: byOf(context),
        as: 'apply',
        dryRun,
        partners: (partners ?? []).map((partner) => changeOf(partner, {})),
      }),
  }),
  applyPartner: t.field({
    type: WrittenType,
    description: 'Writes one partner of a file, whether it is there or not. The same again changes nothing.',
    args: {
      partner: t.arg({ type: 'JSON', required: true, description: 'The entry of the file.' }),
      dryRun: dryRunArg(t.arg),
    },
    resolve: (_root, { partner, dryRun }, context) =>
      context.administrations.network.writePartner({
        change: changeOf(partner, {}),
        by: byOf(context),
        as: 'apply',
        dryRun,
      }),
  }),
}));
