// GraphQL of the organization's lists of treatments: its catalogs, and the standing list of what is not prescribed there.
import type { CatalogChanges, CatalogRow, TreatmentHit } from '../../../catalog/catalog.ts';
import type { Page } from '../../../kernel/paging.ts';
import { checkedByRoom, type GraphContext, given, present, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs } from '../page.ts';
import { TreatmentPage } from './treatments.ts';

const CatalogType = builder.objectRef<CatalogRow>('Catalog').implement({
  description: "One of the organization's lists of treatments.",
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
    treatments: t.field({
      type: TreatmentPage,
      args: pageArgs(t.arg),
      resolve: async ({ id }, args, context) => {
        const page = await context.rooms.catalog.catalogTreatments(context.actor, id, present(args));
        return asHits(
          context,
          page,
          page.items.map((row) => row.id),
        );
      },
    }),
  }),
});

const UpdateCatalogInput = builder.inputType('UpdateCatalogInput', {
  description: 'What is left out stays.',
  fields: (t) => ({
    name: t.string(),
    addTreatmentIds: t.idList(),
    removeTreatmentIds: t.idList(),
  }),
});

builder.queryFields((t) => ({
  catalogs: t.field({
    type: [CatalogType],
    description: 'The lists of treatments of the organization.',
    extensions: { listSize: 10 },
    resolve: async (_root, _args, { actor, rooms }) => [...(await rooms.catalog.catalogs(actor))],
  }),
  catalog: t.field({
    type: CatalogType,
    description: 'One of them.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, rooms }) => rooms.catalog.catalog(actor, id),
  }),
  disabledTreatments: t.field({
    type: TreatmentPage,
    description: 'The standing list of what is not prescribed here; the reason is on each.',
    args: pageArgs(t.arg),
    resolve: async (_root, args, context) => {
      const page = await context.rooms.catalog.disabledTreatments(context.actor, present(args));
      return asHits(
        context,
        page,
        page.items.map(({ treatment }) => treatment.id),
      );
    },
  }),
}));

builder.mutationFields((t) => ({
  createCatalog: t.field({
    type: CatalogType,
    description: 'Makes a list of treatments.',
    args: { name: t.arg.string({ required: true }), treatmentIds: t.arg.idList() },
    resolve: (_root, args, context) =>
      write(context, 'createCatalog', args, (actor, key) =>
        context.rooms.catalog.createCatalog(actor, given(args), key),
      ),
  }),
  updateCatalog: t.field({
    type: CatalogType,
    description: 'Changes the name of a catalog, or what is in it.',
    args: {
      id: t.arg.id({ required: true }),
      expectedRevision: t.arg.int({ required: true }),
      changes: t.arg({ type: UpdateCatalogInput, required: true }),
    },
    resolve: (_root, args, context) =>
      write(context, 'updateCatalog', args, (actor, key) => {
        const { id, expectedRevision } = args;
        const changes = checkedByRoom<CatalogChanges>(args.changes);
        return context.rooms.catalog.updateCatalog(actor, { id, expectedRevision, changes }, key);
      }),
  }),
  deleteCatalog: t.id({
    description: 'Answers the id that is gone.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'deleteCatalog', args, (actor, key) =>
        context.rooms.catalog.deleteCatalog(actor, args.id, key),
      ),
  }),
  disableTreatments: t.idList({
    description: 'Puts treatments on the standing list, or changes their reason.',
    args: { treatmentIds: t.arg.idList({ required: true }), reason: t.arg.string() },
    resolve: (_root, args, context) =>
      write(context, 'disableTreatments', args, async (actor, key) => [
        ...(await context.rooms.catalog.disableTreatments(actor, given(args), key)),
      ]),
  }),
  enableTreatments: t.idList({
    description: 'Takes treatments off the standing list.',
    args: { treatmentIds: t.arg.idList({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'enableTreatments', args, async (actor, key) => [
        ...(await context.rooms.catalog.enableTreatments(actor, args.treatmentIds, key)),
      ]),
  }),
}));

/** The page with each treatment as it stands here and today. */
async function asHits(
  { actor, rooms }: GraphContext,
  page: Pick<Page<unknown>, 'endCursor' | 'hasNextPage'>,
  ids: readonly string[],
): Promise<Page<TreatmentHit>> {
  const hits = await rooms.catalog.treatmentsById(actor, ids);
  return { ...page, items: ids.flatMap((id) => hits.get(id) ?? []) };
}
