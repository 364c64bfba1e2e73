// GraphQL of the search for a treatment: by words, and what the caller signs most often.
import { TREATMENT_LINES, type TreatmentLine, type TreatmentSearchResult } from '../../../catalog/catalog.ts';
import { present } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs } from '../page.ts';
import { Template } from './templates.ts';
import { contextArgs, Treatment, TreatmentPage } from './treatments.ts';

const Line = builder.objectRef<TreatmentLine>('TreatmentLine').implement({
  description: 'One drug in one form, with every strength it has: a line of a list.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Without strength and form; with its salt where that is known: `metoprolol succinate`.',
    }),
    brandName: t.exposeString('brandName', { nullable: true }),
    doseForm: t.exposeString('doseForm', { nullable: true }),
    therapeuticClass: t.exposeString('therapeuticClass', { nullable: true }),
    similar: t.exposeBoolean('similar', {
      description: 'Nothing is called what was typed: this is only alike. Say so where it is shown.',
    }),
    bestId: t.exposeID('bestId', { description: 'The one of the treatments that fits best what was typed.' }),
    treatments: t.field({
      type: [Treatment],
      description: 'By strength, the weakest first.',
      extensions: { listSize: 6 },
      resolve: ({ treatments }) => [...treatments],
    }),
  }),
});

const SearchResult = builder.objectRef<TreatmentSearchResult>('TreatmentSearch').implement({
  description: 'What a search for a treatment found.',
  fields: (t) => ({
    hits: t.field({ type: TreatmentPage, resolve: ({ hits }) => hits }),
    didYouMean: t.field({
      type: [Treatment],
      description:
        'Similar names with their strengths, only when nothing was found. Say so where they are shown.',
      extensions: { listSize: 16 },
      resolve: ({ didYouMean }) => [...didYouMean],
    }),
    lines: t.field({
      type: [Line],
      description:
        'The hits as lines, one for each drug and form with all of its strengths; where nothing was found, what is similar.',
      args: {
        first: t.arg.int({
          defaultValue: TREATMENT_LINES.default,
          required: true,
          description: `How many, 1 to ${TREATMENT_LINES.max}.`,
        }),
      },
      extensions: { listSize: TREATMENT_LINES.default },
      resolve: async (result, { first }) => [
        ...(await result.lines(Math.min(Math.max(first, 1), TREATMENT_LINES.max))),
      ],
    }),
    templates: t.field({
      type: [Template],
      extensions: { listSize: 10 },
      resolve: ({ templates }) => [...templates],
    }),
  }),
});

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
    extensions: { listSize: 16 },
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
}));
