// GraphQL of the patients: the record, their search, and how they are written.

import type {
  Allergy,
  Benefit,
  Medication,
  NewPatient,
  PatientChanges,
  PatientRow,
  Statement,
} from '../../../directory/directory.ts';
import { addressOf } from '../../../directory/directory.ts';
import { checkedByRoom, loadPharmacy, present, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { User, userOf } from '../identity/users.ts';
import { pageArgs, pageType } from '../page.ts';
import { Address, AddressInput } from './addresses.ts';
import { Pharmacy } from './pharmacies.ts';

const Sex = builder.enumType('Sex', {
  description: 'The sex of a patient as prescriptions carry it.',
  values: ['MALE', 'FEMALE', 'UNKNOWN'] as const,
});
const WeightUnit = builder.enumType('WeightUnit', {
  description: 'Never assumed: 70 read as pounds halves a dose.',
  values: ['kg', 'lbs'] as const,
});

const Weight = builder.objectRef<PatientRow>('Weight').implement({
  description: 'The weight of a patient, with the day on which it was measured.',
  fields: (t) => ({
    value: t.field({ type: 'Decimal', description: 'In `unit`.', resolve: ({ weight }) => weight ?? '' }),
    unit: t.field({ type: WeightUnit, resolve: (row) => row.weight_unit ?? 'kg' }),
    measuredOn: t.expose('weight_on', { type: 'Date', nullable: true }),
  }),
});

const AllergyType = builder.objectRef<Allergy>('Allergy').implement({
  description: 'What the patient must not get, and how the patient reacts to it.',
  fields: (t) => ({
    substance: t.exposeString('substance'),
    code: t.exposeString('code', { nullable: true }),
    codeSystem: t.exposeString('codeSystem', { nullable: true }),
    reaction: t.exposeString('reaction', { nullable: true }),
    severity: t.exposeString('severity', { nullable: true, description: '`MILD`, `MODERATE` or `SEVERE`.' }),
  }),
});

const MedicationType = builder.objectRef<Medication>('Medication').implement({
  description: 'A medicine that the patient takes and that was not prescribed here, as somebody told it.',
  fields: (t) => ({
    name: t.exposeString('name'),
    rxcui: t.exposeString('rxcui', {
      nullable: true,
      description: 'RxNorm concept of the drug or its ingredient.',
    }),
    directions: t.exposeString('directions', { nullable: true, description: 'How it is taken.' }),
  }),
});

const StatementType = builder.objectRef<Statement>('Statement').implement({
  description: 'Who said it last, also that there is nothing.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    by: t.exposeID('by', { nullable: true, description: 'The user; null where no person said it.' }),
    person: t.field({
      type: User,
      nullable: true,
      description: 'The user by name.',
      resolve: ({ by }, _args, context) => (by === null ? null : userOf(context, by)),
    }),
  }),
});

const BenefitType = builder.objectRef<Benefit>('Benefit').implement({
  description: "Who pays for a patient's drugs, as the insurance card says it.",
  fields: (t) => ({
    bin: t.exposeString('bin', { description: 'BIN or IIN: 6 or 8 digits.' }),
    pcn: t.exposeString('pcn', { nullable: true }),
    groupId: t.exposeString('groupId', { nullable: true }),
    memberId: t.exposeString('memberId'),
    planId: t.exposeString('planId', {
      nullable: true,
      description: 'The plan in the imported lists of covered drugs.',
    }),
    validFrom: t.expose('validFrom', { type: 'Date', nullable: true }),
    validTo: t.expose('validTo', { type: 'Date', nullable: true, description: 'The last day.' }),
  }),
});

export const Patient = builder.objectRef<PatientRow>('Patient').implement({
  description: 'A patient of the organization.',
  fields: (t) => ({
    id: t.exposeID('id'),
    externalId: t.exposeString('external_id', { nullable: true, description: "The organization's own id." }),
    firstName: t.exposeString('first_name'),
    middleName: t.exposeString('middle_name', { nullable: true }),
    lastName: t.exposeString('last_name'),
    suffix: t.exposeString('suffix', { nullable: true }),
    dateOfBirth: t.expose('date_of_birth', { type: 'Date' }),
    sex: t.expose('sex', { type: Sex, description: 'As pharmacies know the patient.' }),
    gender: t.exposeString('gender', { nullable: true, description: "In the patient's own words." }),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    email: t.exposeString('email', { nullable: true }),
    language: t.exposeString('language', { nullable: true }),
    address: t.field({ type: Address, nullable: true, resolve: (row) => addressOf(row) }),
    deceased: t.exposeBoolean('deceased', { description: 'Nothing is prescribed then.' }),
    deceasedOn: t.expose('deceased_on', { type: 'Date', nullable: true }),
    weight: t.field({ type: Weight, nullable: true, resolve: (row) => (row.weight === null ? null : row) }),
    allergies: t.field({
      type: [AllergyType],
      nullable: true,
      description: 'Null: nobody asked. Empty: no known allergies.',
      resolve: ({ allergies }) => (allergies === null ? null : [...allergies]),
    }),
    allergiesStated: t.field({
      type: StatementType,
      nullable: true,
      description:
        'Who said last what the patient does not tolerate, and when; null where nobody did, or before it was kept.',
      resolve: ({ allergies_stated: said }) => said,
    }),
    medications: t.field({
      type: [MedicationType],
      nullable: true,
      description:
        'What the patient takes besides what is prescribed here. Null: nobody asked. Empty: nothing.',
      resolve: ({ medications }) => (medications === null ? null : [...medications]),
    }),
    medicationsStated: t.field({
      type: StatementType,
      nullable: true,
      description: 'Who said so, and when.',
      resolve: ({ medications_stated: said }) => said,
    }),
    benefits: t.field({
      type: [BenefitType],
      description: 'The primary first. Empty: none on file.',
      resolve: ({ benefits }) => [...benefits],
    }),
    preferredPharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ preferred_pharmacy_id: id }, _args, context) => loadPharmacy(context, id),
    }),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

const PatientPage = pageType('Patient', Patient);

const WeightInput = builder.inputType('WeightInput', {
  description: 'The weight of a patient, with the day on which it was measured.',
  fields: (t) => ({
    value: t.field({ type: 'Decimal', required: true, description: 'In `unit`.' }),
    unit: t.field({ type: WeightUnit, required: true }),
    measuredOn: t.field({ type: 'Date' }),
  }),
});

const AllergyInput = builder.inputType('AllergyInput', {
  description: 'What the patient must not get, and how the patient reacts to it.',
  fields: (t) => ({
    substance: t.string({ required: true }),
    code: t.string(),
    codeSystem: t.string(),
    reaction: t.string(),
    severity: t.string({ description: '`MILD`, `MODERATE` or `SEVERE`.' }),
  }),
});

const MedicationInput = builder.inputType('MedicationInput', {
  description: 'A medicine that the patient takes and that was not prescribed here.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'As people write it, the ingredient or brand first: `warfarin 5 mg tablet`.',
    }),
    rxcui: t.string({ description: 'RxNorm concept of the drug or its ingredient.' }),
    directions: t.string({ description: 'How it is taken.' }),
  }),
});

const BenefitInput = builder.inputType('BenefitInput', {
  description: 'What a pharmacy needs to bill a plan, as it stands on the card of the member.',
  fields: (t) => ({
    bin: t.string({ required: true, description: 'BIN or IIN: 6 or 8 digits, with leading zeros.' }),
    pcn: t.string(),
    groupId: t.string(),
    memberId: t.string({ required: true }),
    planId: t.string({
      description: 'The plan in the imported lists of covered drugs; null when not known.',
    }),
    validFrom: t.field({ type: 'Date' }),
    validTo: t.field({ type: 'Date', description: 'The last day.' }),
  }),
});

const CreatePatientInput = builder.inputType('CreatePatientInput', {
  description: 'A new patient.',
  fields: (t) => ({
    firstName: t.string({ required: true, description: 'At most 35 characters, as every name.' }),
    lastName: t.string({ required: true }),
    dateOfBirth: t.field({ type: 'Date', required: true }),
    sex: t.field({ type: Sex, required: true }),
    externalId: t.string({ description: 'Your own id; may not begin with `pat_`.' }),
    middleName: t.string(),
    suffix: t.string(),
    gender: t.string(),
    phone: t.string(),
    email: t.string(),
    language: t.string({ description: 'Such as `en` or `es`.' }),
    address: t.field({ type: AddressInput }),
    deceased: t.boolean(),
    deceasedOn: t.field({ type: 'Date' }),
    weight: t.field({ type: WeightInput }),
    allergies: t.field({ type: [AllergyInput], description: 'All of them. Empty: none known.' }),
    medications: t.field({
      type: [MedicationInput],
      description: 'All that the patient takes and that was not prescribed here. Empty: nothing.',
    }),
    benefits: t.field({ type: [BenefitInput], description: 'All of them, the primary first.' }),
    preferredPharmacyId: t.id(),
  }),
});

const UpdatePatientInput = builder.inputType('UpdatePatientInput', {
  description: 'What is left out stays; null clears what may be empty.',
  fields: (t) => ({
    firstName: t.string(),
    lastName: t.string(),
    dateOfBirth: t.field({ type: 'Date' }),
    sex: t.field({ type: Sex }),
    externalId: t.string(),
    middleName: t.string(),
    suffix: t.string(),
    gender: t.string(),
    phone: t.string(),
    email: t.string(),
    language: t.string(),
    address: t.field({ type: AddressInput }),
    deceased: t.boolean(),
    deceasedOn: t.field({ type: 'Date' }),
    weight: t.field({ type: WeightInput }),
    allergies: t.field({ type: [AllergyInput], description: 'All of them. Empty: none known.' }),
    medications: t.field({
      type: [MedicationInput],
      description: 'All that the patient takes and that was not prescribed here. Empty: nothing.',
    }),
    benefits: t.field({ type: [BenefitInput], description: 'All of them, the primary first.' }),
    preferredPharmacyId: t.id(),
  }),
});

builder.queryFields((t) => ({
  patient: t.field({
    type: Patient,
    description: 'By service id or external id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, rooms }) => rooms.directory.patient(actor, id),
  }),
  patients: t.field({
    type: PatientPage,
    description: 'All patients, or those found, the newest first.',
    args: {
      text: t.arg.string({
        description: 'Beginnings of names in any order, and perhaps a date of birth.',
      }),
      dateOfBirth: t.arg({ type: 'Date' }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, { actor, rooms }) => rooms.directory.searchPatients(actor, present(args)),
  }),
}));

builder.mutationFields((t) => ({
  createPatient: t.field({
    type: Patient,
    description: 'Makes a patient.',
    args: { input: t.arg({ type: CreatePatientInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createPatient', args, (actor, key) =>
        context.rooms.directory.createPatient(actor, checkedByRoom<NewPatient>(args.input), key),
      ),
  }),
  updatePatient: t.field({
    type: Patient,
    description: 'Changes what is known of a patient.',
    args: {
      id: t.arg.id({ required: true, description: 'Service id or external id.' }),
      expectedRevision: t.arg.int({ required: true, description: 'The revision that was read.' }),
      changes: t.arg({ type: UpdatePatientInput, required: true }),
    },
    resolve: (_root, args, context) =>
      write(context, 'updatePatient', args, (actor, key) =>
        context.rooms.directory.updatePatient(
          actor,
          {
            id: args.id,
            expectedRevision: args.expectedRevision,
            changes: checkedByRoom<PatientChanges>(args.changes),
          },
          key,
        ),
      ),
  }),
}));
