// GraphQL of what a draft is written from: the fields that making and changing one share.

import { builder } from '../builder.ts';
import { AddressInput } from '../directory/addresses.ts';
import { FormRulesInput } from './form-rules.ts';

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
    externalId: t.string(),
    dispenseQuantity: t.field({ type: 'Decimal' }),
    dispenseUnit: t.string({ description: 'Name or code of an NCPDP quantity unit.' }),
    dispenseAsWritten: t.boolean(),
    fillsAllowed: t.int({ description: 'Refills + 1: 1 to 100.' }),
    daysSupply: t.int(),
    instructions: t.string({ description: 'The sig.' }),
    notes: t.string({ description: 'For the pharmacy, 210 characters at most.' }),
    pageNotes: t.string({
      description:
        'What the page has put into `notes`, as it was put there: kept, so that a later wish of the page finds its place.',
    }),
    doNotFillBeforeDate: t.field({ type: 'Date' }),
    diagnosisCodes: t.field({ type: [DiagnosisCodeInput] }),
    supervisor: t.field({ type: SupervisorInput }),
    repeatReason: t.string(),
    amountsReason: t.string({
      description: 'Without it, numbers that contradict the directions cannot be signed.',
    }),
    duplicateReason: t.string({
      description:
        'Why it is prescribed although there are `likelyDuplicates`: one line, 210 characters at most. Another treatment clears it.',
    }),
    orderPlan: t.field({ type: OrderPlanInput }),
    form: t.field({ type: FormRulesInput }),
  };
}
