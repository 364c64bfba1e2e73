// GraphQL of treatments that a practice writes by hand: the lists to choose from, and the write.
import { findUnit } from '@pestle/rules/units';
import { WRITTEN_FORMS, WRITTEN_LIMITS, type WrittenIngredient } from '@pestle/rules/written-treatment';
import type { OfferedIngredient, WrittenTreatmentInput } from '../../../catalog/catalog.ts';
import { checkedByRoom, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Treatment, TreatmentKind } from './treatments.ts';

export const CompoundIngredient = builder.objectRef<WrittenIngredient>('CompoundIngredient').implement({
  description: 'An ingredient of a compound that was written by hand.',
  fields: (t) => ({
    name: t.exposeString('name'),
    strength: t.exposeString('strength', { description: 'Such as `10%` or `250 mg/5 mL`.' }),
    quantity: t.expose('quantity', {
      type: 'Decimal',
      nullable: true,
      description: 'How much of it goes in, where that is said.',
    }),
    unit: t.string({
      nullable: true,
      description: 'The name of the NCPDP unit of `quantity`.',
      resolve: ({ unitCode }) => (unitCode === null ? null : (findUnit(unitCode)?.name ?? unitCode)),
    }),
  }),
});

builder.objectFields(Treatment, (t) => ({
  written: t.boolean({
    description:
      'Somebody of the practice wrote it by hand: no drug file holds it. Mark it wherever it is shown.',
    resolve: ({ treatment }) => treatment.written_by !== null,
  }),
  compound: t.field({
    type: [CompoundIngredient],
    description: 'What a compound that was written by hand is made of; empty elsewhere.',
    extensions: { listSize: 5 },
    resolve: ({ treatment }) => [...treatment.compound],
  }),
}));

const IngredientChoice = builder.objectRef<OfferedIngredient>('TreatmentIngredient').implement({
  description: 'An ingredient that may be chosen.',
  fields: (t) => ({
    name: t.exposeString('name'),
    prescribable: t.exposeBoolean('prescribable', {
      description: 'By federal law; the law of a state is judged when it is prescribed.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is not, for the prescriber to read.',
    }),
  }),
});

builder.queryFields((t) => ({
  treatmentIngredients: t.field({
    type: [IngredientChoice],
    description:
      'Ingredients of the drug files of which a word begins with `text`, twelve at most: what `writeTreatment` takes.',
    args: { text: t.arg.string({ required: true }) },
    extensions: { listSize: 12 },
    resolve: async (_root, { text }, { actor, rooms }) => [
      ...(await rooms.catalog.treatmentIngredients(actor, text)),
    ],
  }),
  treatmentDoseForms: t.stringList({
    description: 'The dose forms that `writeTreatment` takes.',
    extensions: { listSize: WRITTEN_FORMS.length },
    resolve: (_root, _args, { actor, rooms }) => [...rooms.catalog.treatmentDoseForms(actor)],
  }),
}));

const WrittenIngredientInput = builder.inputType('WrittenIngredientInput', {
  description: 'An ingredient of what is written by hand.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'As `treatmentIngredients` names it.' }),
    strength: t.string({
      required: true,
      description: 'A number with its unit: `10 %`, `250 mg`, `250 mg/5 mL`.',
    }),
    quantity: t.field({ type: 'Decimal', description: 'How much of it goes in; with `unit`, or neither.' }),
    unit: t.string({ description: 'NCPDP unit of `quantity`, by code or name.' }),
  }),
});

const WriteTreatmentInput = builder.inputType('WriteTreatmentInput', {
  description: 'What no drug file holds, as somebody of the practice writes it.',
  fields: (t) => ({
    kind: t.field({ type: TreatmentKind, required: true }),
    name: t.string({
      description: `Of a compound or of equipment, where it is required; of a medication the name that it is also known by. ${WRITTEN_LIMITS.nameCharactersMax} characters that a message can carry. It mentions no drug that is not among the ingredients.`,
    }),
    ingredients: t.field({
      type: [WrittenIngredientInput],
      description: `Every active one, ${WRITTEN_LIMITS.ingredientsMax} at most; none of equipment.`,
    }),
    doseForm: t.string({ description: 'One of `treatmentDoseForms`; none of equipment.' }),
    dispenseUnit: t.string({ required: true, description: 'NCPDP unit, by code or name.' }),
  }),
});

builder.mutationFields((t) => ({
  writeTreatment: t.field({
    type: Treatment,
    description:
      'Writes a treatment that no drug file holds, for the own organization and nobody else: it can then be named in drafts like any other, is marked as written by hand wherever it is shown, is screened by its ingredients and has no NDC. Only where the organization allows it (`writtenTreatments`). A controlled substance is refused by its ingredients. The same words are the same treatment.',
    args: { input: t.arg({ type: WriteTreatmentInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'writeTreatment', args, async (actor, key) => {
        const { id } = await context.rooms.catalog.writeTreatment(
          actor,
          checkedByRoom<WrittenTreatmentInput>(args.input),
          key,
        );
        return context.rooms.catalog.treatment(actor, id);
      }),
  }),
}));
