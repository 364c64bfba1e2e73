// GraphQL of the templates: preset drafts, of the organization and of one person.
import { findUnit } from '@pestle/rules/units';
import type { NewTemplate, TemplateChanges, TemplateRow, TreatmentHit } from '../../../catalog/catalog.ts';
import { checkedByRoom, type GraphContext, loadOne, present, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageType } from '../page.ts';
import { Treatment } from './treatments.ts';

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
    dispenseQuantity: t.expose('dispense_quantity', {
      type: 'Decimal',
      nullable: true,
      description: 'In `dispenseUnit`, each time it is filled.',
    }),
    dispenseUnit: t.string({
      nullable: true,
      resolve: ({ dispense_unit: code }) => (code === null ? null : (findUnit(code)?.name ?? code)),
    }),
    dispenseAsWritten: t.exposeBoolean('dispense_as_written', {
      description: 'True: the pharmacy must not substitute.',
    }),
    fillsAllowed: t.exposeInt('fills_allowed', { nullable: true, description: 'Refills + 1.' }),
    daysSupply: t.exposeInt('days_supply', { nullable: true, description: 'How many days one fill lasts.' }),
    instructions: t.exposeString('instructions', { nullable: true, description: 'The sig.' }),
    notes: t.exposeString('notes', { nullable: true }),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

const TemplatePage = pageType('Template', Template);

const CreateTemplateInput = builder.inputType('CreateTemplateInput', {
  description: 'A new template.',
  fields: (t) => ({
    name: t.string({ required: true }),
    personal: t.boolean({ required: true, description: "`false`: the organization's, which admins make." }),
    treatmentId: t.id({ required: true }),
    dispenseQuantity: t.field({ type: 'Decimal', description: 'In `dispenseUnit`, each time it is filled.' }),
    dispenseUnit: t.string({ description: 'Code or name of an NCPDP unit.' }),
    dispenseAsWritten: t.boolean({ description: 'True: the pharmacy must not substitute.' }),
    fillsAllowed: t.int({ description: 'Refills + 1, 1 to 100.' }),
    daysSupply: t.int({ description: 'How many days one fill lasts.' }),
    instructions: t.string({ description: 'At most 1000 characters.' }),
    notes: t.string({ description: 'At most 210 characters.' }),
  }),
});

const UpdateTemplateInput = builder.inputType('UpdateTemplateInput', {
  description: 'What is left out stays; null clears.',
  fields: (t) => ({
    name: t.string(),
    treatmentId: t.id(),
    dispenseQuantity: t.field({ type: 'Decimal', description: 'In `dispenseUnit`, each time it is filled.' }),
    dispenseUnit: t.string(),
    dispenseAsWritten: t.boolean({ description: 'True: the pharmacy must not substitute.' }),
    fillsAllowed: t.int(),
    daysSupply: t.int({ description: 'How many days one fill lasts.' }),
    instructions: t.string(),
    notes: t.string(),
  }),
});

builder.queryFields((t) => ({
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
}));

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    description: 'Makes a template.',
    args: { input: t.arg({ type: CreateTemplateInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createTemplate', args, (actor, key) =>
        context.rooms.catalog.createTemplate(actor, checkedByRoom<NewTemplate>(args.input), key),
      ),
  }),
  updateTemplate: t.field({
    type: Template,
    description: 'Changes a template.',
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
}));

function treatmentOf(context: GraphContext, id: string): Promise<TreatmentHit | null> {
  return loadOne(context, 'treatment', id, (ids) => context.rooms.catalog.treatmentsById(context.actor, ids));
}
