// GraphQL of a treatment, as it stands here and today.
import { CONTAINERS, fittingUnits, type Held, packagesOf } from '@pestle/rules/packages';
import { findUnit } from '@pestle/rules/units';
import type { NamedTreatments, TreatmentHit } from '../../../catalog/catalog.ts';
import { present } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page.ts';

export const TreatmentKind = builder.enumType('TreatmentKind', {
  description: 'Whether a treatment is a medication, medical equipment or a compound.',
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
    'WRITTEN_NOT_ALLOWED',
  ] as const,
});

const HeldType = builder.objectRef<Held>('PackageContent').implement({
  description: 'What one carton holds, counted in a unit in which directions may give a dose.',
  fields: (t) => ({
    unit: t.exposeString('unit', {
      description: 'The unit of a dose as structured directions name it: `puff`, `unit`, `milligram`.',
    }),
    amount: t.exposeFloat('amount'),
  }),
});

type Packaged = ReturnType<typeof packagesOf>[number];

const PackageType = builder.objectRef<Packaged>('TreatmentPackage').implement({
  description: 'What a pharmacy hands out whole.',
  fields: (t) => ({
    container: t.string({
      description: `One of: ${CONTAINERS.join(', ')}.`,
      resolve: ({ container }) => container,
    }),
    quantity: t.string({
      description: 'What one holds, in `dispenseUnit`; a decimal as text.',
      resolve: ({ quantity }) => quantity,
    }),
    doses: t.int({
      nullable: true,
      description: 'Actuations or inhalations that one holds.',
      resolve: ({ doses }) => doses ?? null,
    }),
    count: t.int({ description: 'How many are in a carton.', resolve: ({ count }) => count }),
    holds: t.field({
      type: [HeldType],
      description: 'What a carton holds, in every unit of a dose in which that can be told.',
      extensions: { listSize: 4 },
      resolve: ({ holds }) => [...holds],
    }),
  }),
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
      description: '11 digits, only where it is certain.',
      resolve: ({ treatment }) => treatment.ndc,
    }),
    dispenseUnit: t.string({
      description: 'The NCPDP unit in which it is usually dispensed.',
      resolve: ({ treatment }) => findUnit(treatment.unit_code)?.name ?? treatment.unit_code,
    }),
    dispenseUnits: t.stringList({
      description: 'NCPDP units that fit its form, the usual one first.',
      resolve: ({ treatment }) => [
        ...fittingUnits(findUnit(treatment.unit_code)?.name ?? treatment.unit_code, treatment.dose_form),
      ],
    }),
    packages: t.field({
      type: [PackageType],
      description: 'How it is packed, the smallest first; none where the drug file does not know.',
      extensions: { listSize: 3 },
      resolve: ({ treatment }) => [
        ...packagesOf({ unitCode: treatment.unit_code, strength: treatment.strength }, treatment.packages),
      ],
    }),
    therapeuticClass: t.string({
      nullable: true,
      resolve: ({ treatment }) => treatment.therapeutic_class,
    }),
    inCatalog: t.exposeBoolean('inCatalog', { description: "In the organization's catalog." }),
    prescribable: t.boolean({
      description: 'Here and today, by the law of the states asked about.',
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

export const TreatmentPage = pageType('Treatment', Treatment);

/** For whom, where, and by which catalog a treatment is asked about. */
export const contextArgs = {
  patientId: { description: "Its state's law counts. Service id or external id." },
  states: { description: "Further states whose law counts: the prescriber's, the pharmacy's." },
  catalogId: { description: "The catalog that counts as the organization's; all of them when left out." },
  offCatalog: { description: '`false`: only the catalog and templates.' },
} as const;

const NamedTreatmentsType = builder.objectRef<NamedTreatments>('NamedTreatments').implement({
  description: 'What an id of a disable list stands for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'As it was asked for.' }),
    treatmentIds: t.idList({ resolve: ({ treatmentIds }) => [...treatmentIds] }),
  }),
});

builder.queryFields((t) => ({
  treatmentsNamed: t.field({
    type: [NamedTreatmentsType],
    description:
      "What the ids of a form's disable list stand for: a treatment, or every treatment that is or holds a medication (`rxcui:29046`, the RxNorm concept of an ingredient or a drug). Ids that are not known here are left out.",
    args: { ids: t.arg.idList({ required: true }) },
    extensions: { listSize: 20 },
    resolve: async (_root, { ids }, { actor, rooms }) => [
      ...(await rooms.catalog.treatmentsNamed(actor, ids)),
    ],
  }),
  treatmentStrengths: t.field({
    type: [Treatment],
    description:
      'The same drug in the same form in every strength it has, the weakest first, itself among them.',
    args: {
      id: t.arg.id({ required: true }),
      patientId: t.arg.id(contextArgs.patientId),
      states: t.arg.stringList(contextArgs.states),
      catalogId: t.arg.id(contextArgs.catalogId),
      offCatalog: t.arg.boolean({ ...contextArgs.offCatalog, defaultValue: true, required: true }),
    },
    extensions: { listSize: 12 },
    resolve: async (_root, { id, ...rest }, { actor, rooms }) => [
      ...(await rooms.catalog.treatmentStrengths(actor, id, present(rest))),
    ],
  }),
  treatment: t.field({
    type: Treatment,
    description: 'One treatment, and whether it can be prescribed here and today.',
    args: {
      id: t.arg.id({ required: true }),
      patientId: t.arg.id(contextArgs.patientId),
      states: t.arg.stringList(contextArgs.states),
      catalogId: t.arg.id(contextArgs.catalogId),
      offCatalog: t.arg.boolean({ ...contextArgs.offCatalog, defaultValue: true, required: true }),
    },
    resolve: (_root, { id, ...rest }, { actor, rooms }) => rooms.catalog.treatment(actor, id, present(rest)),
  }),
}));
