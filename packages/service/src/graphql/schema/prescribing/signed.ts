// What a prescriber signs, as GraphQL shows it: in a review before signing and on the prescription after.

import { structureOf } from '@pestle/rules/sig';
import type { Address as AddressRecord } from '../../../directory/directory.ts';
import type {
  ClinicalContent,
  DiagnosisCode,
  PostalAddress,
  Supervisor,
} from '../../../prescribing/prescribing.ts';
import { builder } from '../builder.ts';
import { CompoundIngredient } from '../catalog/written-treatments.ts';
import { Address } from '../directory/addresses.ts';
import { plainSignedFields } from './plain-fields.ts';
import { SignedScreeningType } from './screening.ts';
import { LIQUID_DOSE, liquidDose } from './structured-sig.ts';

const SignedPatient = builder.objectRef<ClinicalContent['patient']>('SignedPatient').implement({
  description: 'The patient as signed; later changes of the record do not reach it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    middleName: t.exposeString('middleName', { nullable: true }),
    lastName: t.exposeString('lastName'),
    suffix: t.exposeString('suffix', { nullable: true }),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date' }),
    sex: t.exposeString('sex'),
  }),
});

export const SignedPrescriber = builder
  .objectRef<ClinicalContent['prescriber']>('SignedPrescriber')
  .implement({
    description: 'The prescriber as signed.',
    fields: (t) => ({
      id: t.exposeID('id'),
      firstName: t.exposeString('firstName'),
      lastName: t.exposeString('lastName'),
      credentials: t.exposeString('credentials', { nullable: true }),
      npi: t.exposeString('npi'),
    }),
  });

export const SignedTreatment = builder.objectRef<ClinicalContent['treatment']>('SignedTreatment').implement({
  description: 'The treatment as signed.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind'),
    name: t.exposeString('name'),
    brandName: t.exposeString('brandName', { nullable: true }),
    ingredients: t.field({ type: ['String'], resolve: ({ ingredients }) => [...ingredients] }),
    strength: t.exposeString('strength', { nullable: true }),
    doseForm: t.exposeString('doseForm', { nullable: true }),
    description: t.exposeString('description', {
      description: 'As it stands on the pharmacy message, 105 characters at most.',
    }),
    rxcui: t.exposeString('rxcui', { nullable: true, description: 'RxNorm concept.' }),
    ndc: t.exposeString('ndc', { nullable: true, description: '11 digits, only where it is certain.' }),
    written: t.boolean({
      description: 'Somebody of the practice wrote it by hand: no drug file holds it.',
      resolve: ({ written }) => written === true,
    }),
    compound: t.field({
      type: [CompoundIngredient],
      description: 'What a compound that was written by hand is made of; empty elsewhere.',
      extensions: { listSize: 5 },
      resolve: ({ compound }) => [...(compound ?? [])],
    }),
  }),
});

export const Diagnosis = builder.objectRef<DiagnosisCode>('DiagnosisCode').implement({
  description: 'A diagnosis that goes to the pharmacy with the prescription.',
  fields: (t) => ({
    code: t.exposeString('code'),
    type: t.exposeString('type'),
    description: t.string({
      nullable: true,
      description: 'Null in what was written before it was asked for.',
      resolve: ({ description }) => description ?? null,
    }),
  }),
});

export const SupervisorType = builder.objectRef<Supervisor>('Supervisor').implement({
  description: 'Who supervises the prescriber, where the law asks for it.',
  fields: (t) => ({
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    npi: t.exposeString('npi'),
    phone: t.exposeString('phone'),
    address: t.field({ type: Address, resolve: ({ address }) => usAddress(address) }),
  }),
});

export const Content = builder.objectRef<ClinicalContent>('ClinicalContent').implement({
  description: 'The clinical content that the signature covers, word for word.',
  fields: (t) => ({
    salt: t.exposeString('salt', {
      description: 'Part of what is hashed, so that the hash cannot be guessed.',
    }),
    patient: t.field({ type: SignedPatient, resolve: ({ patient }) => patient }),
    prescriber: t.field({ type: SignedPrescriber, resolve: ({ prescriber }) => prescriber }),
    treatment: t.field({ type: SignedTreatment, resolve: ({ treatment }) => treatment }),
    dispenseQuantity: t.expose('dispenseQuantity', { type: 'Decimal' }),
    dispenseUnit: t.string({ resolve: ({ dispenseUnit }) => dispenseUnit.name }),
    dispenseUnitCode: t.string({
      description: 'The NCPDP code.',
      resolve: ({ dispenseUnit }) => dispenseUnit.code,
    }),
    instructions: t.exposeString('instructions', { description: 'The sig.' }),
    liquidDose: t.string({
      nullable: true,
      description: LIQUID_DOSE,
      resolve: ({ instructions, treatment }) => liquidDose(structureOf(instructions), treatment.strength),
    }),
    diagnosisCodes: t.field({
      type: [Diagnosis],
      extensions: { listSize: 2 },
      resolve: ({ diagnosisCodes }) => [...diagnosisCodes],
    }),
    supervisor: t.field({ type: SupervisorType, nullable: true, resolve: ({ supervisor }) => supervisor }),
  }),
});

builder.objectFields(Content, (t) => ({
  ...plainSignedFields(t, (content) => content),
  version: t.exposeInt('version', {
    description:
      'Of the form that is hashed: 3 has `screening`, 2 has the other four reasons below, 1 had none of them.',
  }),
  repeatReason: t.string({
    nullable: true,
    description: 'Why the same treatment is prescribed twice (tapers).',
    resolve: ({ reasons }) => reasons?.repeat ?? null,
  }),
  amountsReason: t.string({
    nullable: true,
    description: 'Why quantity and days supply stand although they contradict the directions.',
    resolve: ({ reasons }) => reasons?.amounts ?? null,
  }),
  duplicateReason: t.string({
    nullable: true,
    description: 'Why it is prescribed although the patient was likely prescribed the same before.',
    resolve: ({ reasons }) => reasons?.duplicate ?? null,
  }),
  duplicateOf: t.idList({
    description: 'The earlier prescriptions that the review named as likely the same, the newest first.',
    extensions: { listSize: 5 },
    resolve: ({ reasons }) => [...(reasons?.duplicateOf ?? [])],
  }),
  screening: t.field({
    type: SignedScreeningType,
    nullable: true,
    description:
      'What spoke against it, whether that was checked, and why it was prescribed all the same; null in what was signed before.',
    resolve: ({ reasons }) => reasons?.screening ?? null,
  }),
}));

/** Every address that prescribing took in is a US one. */
export function usAddress({ street1, street2, city, state, postalCode }: PostalAddress): AddressRecord {
  return { street1, ...(street2 === undefined ? {} : { street2 }), city, state, postalCode, country: 'US' };
}
