// GraphQL of the catalog: treatments and their search, templates, the organization's catalogs and what is not prescribed there.
import { findUnit } from '@pestle/rules/units';
import type { CatalogChanges } from '../../catalog/lists/list-room.ts';
import type { NewTemplate, TemplateChanges } from '../../catalog/lists/template-room.ts';
import type { TreatmentHit, TreatmentSearchResult } from '../../catalog/search/treatment-search.ts';
import type { CatalogRow, TemplateRow } from '../../catalog/tables.ts';
import type { Page } from '../../kernel/paging.ts';
import { checkedByRoom, type GraphContext, given, loadOne, present, write } from '../context.ts';
import { builder } from './builder.ts';
import { pageArgs, pageType } from './page.ts';

const TreatmentKind = builder.enumType('TreatmentKind', {
  values: ['MEDICATION', 'EQUIPMENT', 'COMPOUND'] as const,
});

const AvailabilityCode = builder.enumType('AvailabilityCode', {
  description: 'Why a treatment cannot be prescribed here and today.',
  values: [
    'CONTROLLED_SUBSTANCE',
    'CONTROL_UNKNOWN',
    'TREATMENT_DISABLED',
    'NOT_IN_CATALOG',
    'NO_DESCRIPTION',
    'INACTIVE',
  ] as const,
});

export const Treatment = builder.objectRef<TreatmentHit>('Treatment').implement({
  description: 'What can be prescribed: medication, medical equipment or compound.',
  fields: (t) => ({
    id: t.id({ resolve: ({ treatment }) => treatment.id }),
    kind: t.field({ type: TreatmentKind, resolve: ({ treatment }) => treatment.kind }),
    name: t.string({ resolve: ({ treatment }) => treatment.name }),
    brandName: t.string({ nullable: true, resolve: ({ treatment }) => treatment.brand_name }),
    ingredients: t.field({ type: ['String'], resolve: ({ treatment }) => [...treatment.ingredients] }),
    synonyms: t.field({ type: ['String'], resolve: ({ treatment }) => [...treatment.synonyms] }),
    strength: t.string({ nullable: true, resolve: ({ treatment }) => treatment.strength }),
    doseForm: t.string({ nullable: true, resolve: ({ treatment }) => treatment.dose_form }),
    route: t.string({ nullable: true, resolve: ({ treatment }) => treatment.route }),
    description: t.string({
      nullable: true,
      description: 'As it stands on the pharmacy message, 105 characters at most.',
      resolve: ({ treatment }) => treatment.drug_description,
    }),
    rxcui: t.string({
      nullable: true,
      description: 'RxNorm concept.',
      resolve: ({ treatment }) => treatment.rxcui,
    }),
    ndc: t.string({
      nullable: true,
      description: '11 digits, only where it is certain (S6).',
      resolve: ({ treatment }) => treatment.ndc,
    }),
    dispenseUnit: t.string({
      description: 'The NCPDP unit in which it is usually dispensed.',
      resolve: ({ treatment }) => findUnit(treatment.unit_code)?.name ?? treatment.unit_code,
    }),
    therapeuticClass: t.string({
      nullable: true,
      resolve: ({ treatment }) => treatment.therapeutic_class,
    }),
    inCatalog: t.exposeBoolean('inCatalog', { description: "In the organization's catalog." }),
    prescribable: t.boolean({
      description: 'Here and today, by the law of the states asked about (W7).',
      resolve: ({ availability }) => availability.prescribable,
    }),
    reasonCode: t.field({
      type: AvailabilityCode,
      nullable: true,
      resolve: ({ availability }) => (availability.prescribable ? null : availability.code),
    }),
    reason: t.string({
      nullable: true,
      description: 'For the prescriber to read.',
      resolve: ({ availability }) => (availability.prescribable ? null : availability.reason),
    }),
  }),
});

function treatmentOf(context: GraphContext, id: string): Promise<TreatmentHit | null> {
  return loadOne(context, 'treatment', id, (ids) => context.rooms.catalog.treatmentsById(context.actor, ids));
}

export const Template = builder.objectRef<TemplateRow>('Template').implement({
  description: "A preset draft: the organization's, or one person's.",
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    personal: t.boolean({ resolve: ({ owner_user_id: owner }) => owner !== null }),
    treatment: t.field({
      type: Treatment,
      nullable: true,
      resolve: ({ treatment_id: id }, _args, context) => treatmentOf(context, id),
    }),
    dispenseQuantity: t.expose('dispense_quantity', { type: 'Decimal', nullable: true }),
    dispenseUnit: t.string({
      nullable: true,
      resolve: ({ dispense_unit: code }) => (code === null ? null : (findUnit(code)?.name ?? code)),
    }),
    dispenseAsWritten: t.exposeBoolean('dispense_as_written'),
    fillsAllowed: t.exposeInt('fills_allowed', { nullable: true, description: 'Refills + 1.' }),
    daysSupply: t.exposeInt('days_supply', { nullable: true }),
    instructions: t.exposeString('instructions', { nullable: true, description: 'The sig.' }),
    notes: t.exposeString('notes', { nullable: true }),
    revision: t.exposeInt('revision'),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

const TreatmentPage = pageType('Treatment', Treatment);
const TemplatePage = pageType('Template', Template);

const SearchResult = builder.objectRef<TreatmentSearchResult>('TreatmentSearch').implement({
  fields: (t) => ({
    hits: t.field({ type: TreatmentPage, resolve: ({ hits }) => hits }),
    didYouMean: t.field({
      type: [Treatment],
      description: 'Similar names, when there are few hits. Show them apart, never among the hits.',
      extensions: { listSize: 8 },
      resolve: ({ didYouMean }) => [...didYouMean],
    }),
    templates: t.field({
      type: [Template],
      extensions: { listSize: 10 },
      resolve: ({ templates }) => [...templates],
    }),
  }),
});

const CatalogType = builder.objectRef<CatalogRow>('Catalog').implement({
  description: "One of the organization's lists of treatments.",
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    revision: t.exposeInt('revision'),
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

/** The page with each treatment as it stands here and today. */
async function asHits(
  { actor, rooms }: GraphContext,
  page: Pick<Page<unknown>, 'endCursor' | 'hasNextPage'>,
  ids: readonly string[],
): Promise<Page<TreatmentHit>> {
  const hits = await rooms.catalog.treatmentsById(actor, ids);
  return { ...page, items: ids.flatMap((id) => hits.get(id) ?? []) };
}

const contextArgs = {
  patientId: { description: "Its state's law counts (W7). Service id or external id." },
  states: { description: "Further states whose law counts: the prescriber's, the pharmacy's." },
  catalogId: { description: "The catalog that counts as the organization's; all of them when left out." },
  offCatalog: { description: '`false`: only the catalog and templates.' },
} as const;

builder.queryFields((t) => ({
  treatments: t.field({
    type: SearchResult,
    description: 'By beginnings of words, at least three letters, or an exact RxCUI or NDC.',
    args: {
      text: t.arg.string({ required: true }),
      patientId: t.arg.id(contextArgs.patientId),
      states: t.arg.stringList(contextArgs.states),
      catalogId: t.arg.id(contextArgs.catalogId),
      offCatalog: t.arg.boolean({ ...contextArgs.offCatalog, defaultValue: true, required: true }),
      templates: t.arg.boolean({
        description: 'Also answer templates that match.',
        defaultValue: false,
        required: true,
      }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, { actor, rooms }) => rooms.catalog.searchTreatments(actor, present(args)),
  }),
  frequentTreatments: t.field({
    type: [Treatment],
    description: 'What the caller signed most often of late, the most frequent first: for an empty search.',
    extensions: { listSize: 8 },
    args: {
      first: t.arg.int({ defaultValue: 8, required: true, description: 'How many, 1 to 20.' }),
      patientId: t.arg.id(contextArgs.patientId),
      states: t.arg.stringList(contextArgs.states),
      catalogId: t.arg.id(contextArgs.catalogId),
      offCatalog: t.arg.boolean({ ...contextArgs.offCatalog, defaultValue: true, required: true }),
    },
    resolve: async (_root, { first, ...rest }, { actor, rooms }) => {
      const ids = await rooms.prescribing.frequentTreatmentIds(actor, first);
      const hits = await rooms.catalog.treatmentsById(actor, ids, present(rest));
      return ids.flatMap((id) => hits.get(id) ?? []);
    },
  }),
  treatment: t.field({
    type: Treatment,
    args: {
      id: t.arg.id({ required: true }),
      patientId: t.arg.id(contextArgs.patientId),
      states: t.arg.stringList(contextArgs.states),
      catalogId: t.arg.id(contextArgs.catalogId),
      offCatalog: t.arg.boolean({ ...contextArgs.offCatalog, defaultValue: true, required: true }),
    },
    resolve: (_root, { id, ...rest }, { actor, rooms }) => rooms.catalog.treatment(actor, id, present(rest)),
  }),
  templates: t.field({
    type: TemplatePage,
    description: "The organization's templates and the caller's own, in the order of their names.",
    args: {
      text: t.arg.string(),
      personal: t.arg.boolean({ description: "`true`: only own; `false`: only the organization's." }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, { actor, rooms }) => rooms.catalog.templates(actor, present(args)),
  }),
  catalogs: t.field({
    type: [CatalogType],
    extensions: { listSize: 10 },
    resolve: async (_root, _args, { actor, rooms }) => [...(await rooms.catalog.catalogs(actor))],
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

const CreateTemplateInput = builder.inputType('CreateTemplateInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    personal: t.boolean({ required: true, description: "`false`: the organization's, which admins make." }),
    treatmentId: t.id({ required: true }),
    dispenseQuantity: t.field({ type: 'Decimal' }),
    dispenseUnit: t.string({ description: 'Code or name of an NCPDP unit.' }),
    dispenseAsWritten: t.boolean(),
    fillsAllowed: t.int({ description: 'Refills + 1, 1 to 100.' }),
    daysSupply: t.int(),
    instructions: t.string({ description: 'At most 1000 characters.' }),
    notes: t.string({ description: 'At most 210 characters.' }),
  }),
});

const UpdateTemplateInput = builder.inputType('UpdateTemplateInput', {
  description: 'What is left out stays; null clears.',
  fields: (t) => ({
    name: t.string(),
    treatmentId: t.id(),
    dispenseQuantity: t.field({ type: 'Decimal' }),
    dispenseUnit: t.string(),
    dispenseAsWritten: t.boolean(),
    fillsAllowed: t.int(),
    daysSupply: t.int(),
    instructions: t.string(),
    notes: t.string(),
  }),
});

const UpdateCatalogInput = builder.inputType('UpdateCatalogInput', {
  fields: (t) => ({
    name: t.string(),
    addTreatmentIds: t.idList(),
    removeTreatmentIds: t.idList(),
  }),
});

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    args: { input: t.arg({ type: CreateTemplateInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createTemplate', args, (actor, key) =>
        context.rooms.catalog.createTemplate(actor, checkedByRoom<NewTemplate>(args.input), key),
      ),
  }),
  updateTemplate: t.field({
    type: Template,
    args: {
      id: t.arg.id({ required: true }),
      expectedRevision: t.arg.int({ required: true }),
      changes: t.arg({ type: UpdateTemplateInput, required: true }),
    },
    resolve: (_root, args, context) =>
      write(context, 'updateTemplate', args, (actor, key) => {
        const { id, expectedRevision } = args;
        const changes = checkedByRoom<TemplateChanges>(args.changes);
        return context.rooms.catalog.updateTemplate(actor, { id, expectedRevision, changes }, key);
      }),
  }),
  deleteTemplate: t.id({
    description: 'Answers the id that is gone.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'deleteTemplate', args, (actor, key) =>
        context.rooms.catalog.deleteTemplate(actor, args.id, key),
      ),
  }),
  createCatalog: t.field({
    type: CatalogType,
    args: { name: t.arg.string({ required: true }), treatmentIds: t.arg.idList() },
    resolve: (_root, args, context) =>
      write(context, 'createCatalog', args, (actor, key) =>
        context.rooms.catalog.createCatalog(actor, given(args), key),
      ),
  }),
  updateCatalog: t.field({
    type: CatalogType,
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
