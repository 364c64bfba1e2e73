// GraphQL of what a draft is written from: the fields that making and changing one share.

import { type FieldName, fieldNames, fieldOf, forFields, onRecord } from '@pestle/rules/prescription-fields';
import { builder } from '../builder.ts';
import { AddressInput } from '../directory/addresses.ts';
import { FormRulesInput } from './form-rules.ts';
import { ScreeningAnswerInput } from './screening.ts';

const DiagnosisCodeInput = builder.inputType('DiagnosisCodeInput', {
  description: 'A diagnosis that goes to the pharmacy with the prescription.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'ICD-10-CM, such as `E11.9`.' }),
    type: t.string({ required: true, description: '`ICD10`.' }),
    description: t.string({
      required: true,
      description: 'The code in words, 255 characters at most: pharmacies take no code without them.',
    }),
  }),
});

const SupervisorInput = builder.inputType('SupervisorInput', {
  description: 'Who supervises the prescriber, where the law asks for it.',
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    npi: t.string({ required: true }),
    phone: t.string({ required: true }),
    address: t.field({ type: AddressInput, required: true }),
  }),
});

export const CreateDraftInput = builder.inputType('CreateDraftInput', {
  description:
    'A new draft. Only patient and treatment are required; what else is missing is named by the review.',
  fields: (t) => ({
    patientId: t.string({ required: true, description: 'Service id or external id.' }),
    treatmentId: t.id({ required: true }),
    prescriberId: t.id({ description: 'Who will sign: required of staff, the caller when left out.' }),
    source: t.string({
      description: 'What it is prefilled from, such as `template:tpl_…`; each is made once.',
    }),
    replacedPicks: t.int({
      description:
        'How many treatments were taken from a search for this draft and then gave way to another, 0 to 100; left out where none was searched for. Goes into the count `pestle_treatment_picks_total` only.',
    }),
    ...draftFields(t),
  }),
});

export const UpdateDraftInput = builder.inputType('UpdateDraftInput', {
  description: 'What is left out stays; null clears.',
  fields: (t) => ({
    id: t.id({ required: true }),
    revision: t.int({ required: true, description: 'The revision that the change was made over.' }),
    treatmentId: t.id(),
    ...draftFields(t),
  }),
});

const OrderPlanInput = builder.inputType('OrderPlanInput', {
  description: 'What whoever prepares a draft thinks of for its order.',
  fields: (t) => ({
    pharmacyId: t.id(),
    externalId: t.string(),
    address: t.field({ type: AddressInput }),
  }),
});

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

function draftFields(t: InputFields) {
  return {
    ...forFields(fieldNames(), (name) => inputField(t, name)),
    form: t.field({ type: FormRulesInput }),
  };
}

function inputField(t: InputFields, name: FieldName) {
  const { about, aboutInput = about } = onRecord(name);
  const described = aboutInput === undefined ? {} : { description: aboutInput };
  const { type } = fieldOf(name);
  switch (type) {
    case 'line':
    case 'text':
    case 'directions':
    case 'unit':
      return t.string(described);
    case 'date':
      return t.field({ type: 'Date', ...described });
    case 'whole':
      return t.int(described);
    case 'flag':
      return t.boolean(described);
    case 'quantity':
      return t.field({ type: 'Decimal', ...described });
    case 'diagnoses':
      return t.field({ type: [DiagnosisCodeInput], ...described });
    case 'supervisor':
      return t.field({ type: SupervisorInput, ...described });
    case 'answers':
      return t.field({ type: [ScreeningAnswerInput], ...described });
    case 'orderPlan':
      return t.field({ type: OrderPlanInput, ...described });
    default:
      throw new Error(`unknown type of field ${String(type satisfies never)}`);
  }
}
