// GraphQL of the directory: organization, patients, and pharmacies near a place or by name.
import { addressOf } from '../../directory/address.ts';
import type { OrganizationRow } from '../../directory/organizations.ts';
import type { NewPatient, PatientChanges } from '../../directory/patient/patient-input.ts';
import type { NamedPharmacies, PharmacyHit } from '../../directory/pharmacy/pharmacy-room.ts';
import type { Allergy, OpeningHours, PatientRow, PharmacyRow } from '../../directory/tables.ts';
import { checkedByRoom, loadOne, loadPharmacy, present, write } from '../context.ts';
import { builder } from './builder.ts';
import { pageArgs, pageType } from './page.ts';

/** An address as rooms keep it. */
interface AddressRecord {
  readonly street1: string;
  readonly street2?: string | null;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

export const Address = builder.objectRef<AddressRecord>('Address').implement({
  description: 'A place in the United States.',
  fields: (t) => ({
    street1: t.exposeString('street1'),
    street2: t.exposeString('street2', { nullable: true }),
    city: t.exposeString('city'),
    state: t.exposeString('state', { description: 'Two letters.' }),
    postalCode: t.exposeString('postalCode', { description: '`02139` or `02139-1234`.' }),
    country: t.exposeString('country', { description: '`US`.' }),
  }),
});

export const AddressInput = builder.inputType('AddressInput', {
  fields: (t) => ({
    street1: t.string({ required: true, description: 'At most 40 characters.' }),
    street2: t.string({ description: 'At most 40 characters.' }),
    city: t.string({ required: true, description: 'At most 35 characters.' }),
    state: t.string({ required: true, description: 'Two letters or the name.' }),
    postalCode: t.string({ required: true, description: '5 digits, or 5 and 4.' }),
    country: t.string({ description: '`US`, also when left out.' }),
  }),
});

const Organization = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'The practice or company that embeds Pestle.',
  fields: (t) => ({
    id: t.exposeID('org_id'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    timeZone: t.exposeString('time_zone', {
      description: 'IANA name; today, where a patient has no address.',
    }),
    environment: t.exposeString('environment', { description: '`production`, `staging` or `sandbox`.' }),
  }),
});

const Sex = builder.enumType('Sex', { values: ['MALE', 'FEMALE', 'UNKNOWN'] as const });
const WeightUnit = builder.enumType('WeightUnit', {
  description: 'Never assumed: 70 read as pounds halves a dose.',
  values: ['kg', 'lbs'] as const,
});

const Weight = builder.objectRef<PatientRow>('Weight').implement({
  fields: (t) => ({
    value: t.field({ type: 'Decimal', resolve: ({ weight }) => weight ?? '' }),
    unit: t.field({ type: WeightUnit, resolve: (row) => row.weight_unit ?? 'kg' }),
    measuredOn: t.expose('weight_on', { type: 'Date', nullable: true }),
  }),
});

const AllergyType = builder.objectRef<Allergy>('Allergy').implement({
  fields: (t) => ({
    substance: t.exposeString('substance'),
    code: t.exposeString('code', { nullable: true }),
    codeSystem: t.exposeString('codeSystem', { nullable: true }),
    reaction: t.exposeString('reaction', { nullable: true }),
    severity: t.exposeString('severity', { nullable: true, description: '`MILD`, `MODERATE` or `SEVERE`.' }),
  }),
});

const PharmacyKind = builder.enumType('PharmacyKind', { values: ['LOCAL_PICKUP', 'MAIL_ORDER'] as const });

const Hours = builder.objectRef<OpeningHours>('OpeningHours').implement({
  description: "Times of the pharmacy's own zone.",
  fields: (t) => ({
    days: t.field({ type: ['String'], description: '`MON` … `SUN`.', resolve: ({ days }) => [...days] }),
    opens: t.exposeString('opens', { description: '`HH:MM`.' }),
    closes: t.exposeString('closes', { description: '`HH:MM`.' }),
  }),
});

export const Pharmacy = builder.objectRef<PharmacyRow>('Pharmacy').implement({
  description: 'A pharmacy of the network.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    kind: t.expose('kind', { type: PharmacyKind }),
    npi: t.exposeString('npi', { nullable: true }),
    ncpdpId: t.exposeString('ncpdp_id', { nullable: true }),
    address: t.field({ type: Address, nullable: true, resolve: (row) => addressOf(row) }),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    fax: t.exposeString('fax', { nullable: true, description: 'Ten digits.' }),
    latitude: t.exposeFloat('latitude', { nullable: true }),
    longitude: t.exposeFloat('longitude', { nullable: true }),
    timeZone: t.exposeString('time_zone', { nullable: true }),
    openingHours: t.field({
      type: [Hours],
      nullable: true,
      description: 'Null when they are not known.',
      extensions: { listSize: 7 },
      resolve: ({ opening_hours: hours }) => (hours === null ? null : [...hours]),
    }),
    servesPublic: t.exposeBoolean('serves_public', {
      description: 'False for kinds that serve institutions, members or homes only.',
    }),
    active: t.exposeBoolean('active'),
    electronic: t.boolean({
      description: 'Whether prescriptions go to it electronically; otherwise by fax (D3).',
      resolve: async ({ id }, _args, context) =>
        (await loadOne(context, 'electronic', id, (ids) =>
          context.rooms.directory.electronicPharmacies(context.actor, ids),
        )) ?? false,
    }),
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
    deceased: t.exposeBoolean('deceased', { description: 'Nothing is prescribed then (W8).' }),
    deceasedOn: t.expose('deceased_on', { type: 'Date', nullable: true }),
    weight: t.field({ type: Weight, nullable: true, resolve: (row) => (row.weight === null ? null : row) }),
    allergies: t.field({
      type: [AllergyType],
      nullable: true,
      description: 'Null: nobody asked. Empty: no known allergies.',
      resolve: ({ allergies }) => (allergies === null ? null : [...allergies]),
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

const PharmacyHitType = builder.objectRef<PharmacyHit>('PharmacyHit').implement({
  fields: (t) => ({
    pharmacy: t.field({ type: Pharmacy, resolve: ({ pharmacy }) => pharmacy }),
    distanceKm: t.exposeFloat('distanceKm', {
      nullable: true,
      description: 'As the crow flies; null without a place.',
    }),
  }),
});

const NamedPharmaciesType = builder.objectRef<NamedPharmacies>('NamedPharmacies').implement({
  fields: (t) => ({
    pharmacies: t.field({
      type: [Pharmacy],
      extensions: { listSize: 50 },
      resolve: ({ pharmacies }) => [...pharmacies],
    }),
    unknownIds: t.idList({
      description: 'Asked for and not there.',
      resolve: ({ unknownIds }) => [...unknownIds],
    }),
  }),
});

const PatientPage = pageType('Patient', Patient);
const PharmacyHitPage = pageType('PharmacyHit', PharmacyHitType);

const PlaceInput = builder.inputType('PlaceInput', {
  description: 'Coordinates, else a ZIP code, else a town with its state.',
  fields: (t) => ({
    latitude: t.float(),
    longitude: t.float(),
    postalCode: t.string(),
    city: t.string(),
    state: t.string(),
  }),
});

const WeightInput = builder.inputType('WeightInput', {
  fields: (t) => ({
    value: t.field({ type: 'Decimal', required: true }),
    unit: t.field({ type: WeightUnit, required: true }),
    measuredOn: t.field({ type: 'Date' }),
  }),
});

const AllergyInput = builder.inputType('AllergyInput', {
  fields: (t) => ({
    substance: t.string({ required: true }),
    code: t.string(),
    codeSystem: t.string(),
    reaction: t.string(),
    severity: t.string({ description: '`MILD`, `MODERATE` or `SEVERE`.' }),
  }),
});

const CreatePatientInput = builder.inputType('CreatePatientInput', {
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
    allergies: t.field({ type: [AllergyInput] }),
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
    allergies: t.field({ type: [AllergyInput] }),
    preferredPharmacyId: t.id(),
  }),
});

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    description: "The caller's own organization.",
    resolve: (_root, _args, { actor, rooms }) => rooms.directory.organization(actor),
  }),
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
  pharmacy: t.field({
    type: Pharmacy,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, rooms }) => rooms.directory.pharmacy(actor, id),
  }),
  pharmaciesById: t.field({
    type: NamedPharmaciesType,
    description: 'Each once, in the order asked; ids that no pharmacy has are named, not refused.',
    args: { ids: t.arg.idList({ required: true, description: 'At most 50.' }) },
    resolve: (_root, { ids }, { actor, rooms }) => rooms.directory.pharmaciesNamed(actor, ids),
  }),
  pharmacies: t.field({
    type: PharmacyHitPage,
    description: 'The nearest first when a place is given, else in the order of their names.',
    args: {
      near: t.arg({ type: PlaceInput }),
      radiusKm: t.arg.float({ description: 'Up to 1,000; 100 when left out.' }),
      text: t.arg.string({ description: 'Beginnings of words of name, town, state, ZIP, NPI or NCPDP id.' }),
      state: t.arg.string(),
      kinds: t.arg({ type: [PharmacyKind] }),
      publicOnly: t.arg.boolean({ defaultValue: true, required: true }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, { actor, rooms }) =>
      rooms.directory.searchPharmacies(actor, {
        ...present(args),
        near: args.near === null || args.near === undefined ? null : present(args.near),
      }),
  }),
}));

builder.mutationFields((t) => ({
  createPatient: t.field({
    type: Patient,
    args: { input: t.arg({ type: CreatePatientInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createPatient', args, (actor, key) =>
        context.rooms.directory.createPatient(actor, checkedByRoom<NewPatient>(args.input), key),
      ),
  }),
  updatePatient: t.field({
    type: Patient,
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
