// GraphQL of the coverage check: what a patient's plan pays of drafts, in words of the asked language.

import type {
  CopayAnswer,
  CoverageCheck,
  CoverageSentence,
  DraftCoverage,
  PharmacyAlternative,
  TreatmentAlternative,
  VerdictAnswer,
} from '../../../prescribing/prescribing.ts';
import type { SchemaTypes } from '../builder.ts';
import { builder } from '../builder.ts';
import { Treatment } from '../catalog/treatments.ts';
import { Pharmacy, PharmacyKind } from '../directory/pharmacies.ts';

type PestleTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

const CoverageState = builder.enumType('CoverageState', {
  description: 'A check that was answered, one that was not, and one that nobody has data for.',
  values: ['CHECKED', 'COULD_NOT_CHECK', 'NO_DATA'] as const,
});

const CoverageStatus = builder.enumType('CoverageStatus', {
  description: 'Whether a plan pays for a draft.',
  values: ['COVERED', 'COVERED_WITH_RESTRICTIONS', 'NOT_COVERED', 'NO_DATA'] as const,
});

const CoveragePharmacyChoice = builder.enumType('CoveragePharmacyChoice', {
  description: 'Why the terms of this pharmacy count.',
  values: ['SELECTED', 'PREFERRED', 'NEAREST'] as const,
});

const CopayKind = builder.enumType('CopayKind', {
  description: 'How exactly the copay is known.',
  values: ['EXACT', 'RANGE', 'AFTER_DEDUCTIBLE', 'UNKNOWN'] as const,
});

const CoverageLanguage = builder.enumType('CoverageLanguage', {
  description: "In which language a payer's words are asked for.",
  values: ['EN', 'ES'] as const,
});

const CoverageLineType = builder.objectRef<CoverageSentence>('CoverageLine').implement({
  description: 'One sentence, with the code that stays the same in every language.',
  fields: (t) => ({ code: t.exposeString('code'), text: t.exposeString('text') }),
});

const CopayEstimateType = builder.objectRef<CopayAnswer>('CopayEstimate').implement({
  description: 'What the patient would pay: never told more exactly than the data allows.',
  fields: (t) => ({
    kind: t.expose('kind', { type: CopayKind }),
    fromCents: t.exposeInt('fromCents', { nullable: true, description: 'The least that may be paid.' }),
    toCents: t.exposeInt('toCents', { nullable: true, description: 'The most that may be paid.' }),
    text: t.exposeString('text'),
    steps: t.field({
      type: [CoverageLineType],
      description: 'How it was computed.',
      extensions: { listSize: 4 },
      resolve: ({ steps }) => [...steps],
    }),
  }),
});

function verdictFields<Verdict extends VerdictAnswer>(
  t: PothosSchemaTypes.ObjectFieldBuilder<PestleTypes, Verdict>,
) {
  return {
    status: t.field({ type: CoverageStatus, resolve: ({ status }) => status }),
    reasons: t.field({
      type: [CoverageLineType],
      description: 'Why it has this status.',
      extensions: { listSize: 3 },
      resolve: ({ reasons }) => [...reasons],
    }),
    limit: t.field({
      type: [CoverageLineType],
      description: 'The parts of a limit on the quantity, and whether the draft keeps it.',
      extensions: { listSize: 4 },
      resolve: ({ limit }) => [...limit],
    }),
    copay: t.field({ type: CopayEstimateType, nullable: true, resolve: ({ copay }) => copay }),
  };
}

const PharmacyAlternativeType = builder.objectRef<PharmacyAlternative>('PharmacyAlternative').implement({
  description: 'A kind of pharmacy at which the plan surely asks less for the same supply.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PharmacyKind }),
    text: t.exposeString('text'),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      description: 'One of the kind, where it can be named. Whether it is in the network is not known.',
      resolve: ({ pharmacy }) => pharmacy,
    }),
    copay: t.field({ type: CopayEstimateType, resolve: ({ copay }) => copay }),
  }),
});

const TreatmentAlternativeType = builder.objectRef<TreatmentAlternative>('TreatmentAlternative').implement({
  description: 'A treatment that the plan lists and that may be prescribed to the patient today.',
  fields: (t) => ({
    treatment: t.field({ type: Treatment, resolve: ({ treatment }) => treatment }),
    because: t.field({
      type: CoverageLineType,
      description: 'The same treatment, the same class, or named by the plan.',
      resolve: ({ because }) => because,
    }),
    keepsDirections: t.exposeBoolean('keepsDirections', {
      description:
        'True only where ingredient, strength and form stay; else the directions are written anew.',
    }),
    dispenseQuantity: t.expose('dispenseQuantity', {
      type: 'Decimal',
      nullable: true,
      description: 'Null: as the draft has it.',
    }),
    daysSupply: t.exposeInt('daysSupply', { nullable: true, description: 'Null: as the draft has it.' }),
    ...verdictFields(t),
  }),
});

const DraftCoverageType = builder.objectRef<DraftCoverage>('DraftCoverage').implement({
  description: 'What the plan pays of one draft.',
  fields: (t) => ({
    draftId: t.exposeID('draftId'),
    revision: t.exposeInt('revision', { description: 'The draft as it was asked about.' }),
    state: t.expose('state', { type: CoverageState }),
    trouble: t.field({
      type: CoverageLineType,
      nullable: true,
      description: 'Why it could not be checked.',
      resolve: ({ trouble }) => trouble,
    }),
    ...verdictFields(t),
    priorAuthorization: t.exposeBoolean('priorAuthorization'),
    stepTherapy: t.exposeBoolean('stepTherapy'),
    quantityLimit: t.exposeBoolean('quantityLimit'),
    notes: t.field({
      type: [CoverageLineType],
      description:
        'To be read beside the status: that the plan has ended or not begun, and the day of the data.',
      extensions: { listSize: 2 },
      resolve: ({ notes }) => [...notes],
    }),
    alternatives: t.field({
      type: [TreatmentAlternativeType],
      description: 'At most 5, the best first.',
      extensions: { listSize: 5 },
      resolve: ({ alternatives }) => [...alternatives],
    }),
    pharmacies: t.field({
      type: [PharmacyAlternativeType],
      description: 'At most 3.',
      extensions: { listSize: 3 },
      resolve: ({ pharmacies }) => [...pharmacies],
    }),
  }),
});

const CoverageCheckType = builder.objectRef<CoverageCheck>('CoverageCheck').implement({
  description: "What a patient's plan pays of drafts, and who said so.",
  fields: (t) => ({
    patientId: t.exposeID('patientId'),
    checkedAt: t.expose('checkedAt', { type: 'DateTime' }),
    plan: t.exposeString('plan', { nullable: true, description: 'As the plan calls itself.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: "Who was asked: `Plan lists`, or the payer's name.",
    }),
    dataDate: t.expose('dataDate', { type: 'Date', nullable: true }),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      description: 'Whose terms count.',
      resolve: ({ pharmacy }) => pharmacy,
    }),
    pharmacyBy: t.expose('pharmacyBy', { type: CoveragePharmacyChoice, nullable: true }),
    drafts: t.field({
      type: [DraftCoverageType],
      description: 'In the order in which they were asked about.',
      extensions: { listSize: 25 },
      resolve: ({ drafts }) => [...drafts],
    }),
  }),
});

builder.queryFields((t) => ({
  coverageCheck: t.field({
    type: CoverageCheckType,
    description:
      "What the patient's plan pays of these drafts at the pharmacy: the one named, else the patient's preferred one, else the nearest. What payers do wrong is an answer, never an error; signing does not wait for it.",
    args: {
      patientId: t.arg.id({ required: true, description: 'Service id or external id.' }),
      draftIds: t.arg.idList({ required: true, description: '1 to 25 drafts of this patient.' }),
      pharmacyId: t.arg.id(),
      language: t.arg({
        type: CoverageLanguage,
        required: true,
        defaultValue: 'EN',
        description: 'Of every text in the answer.',
      }),
    },
    resolve: (_root, args, { actor, rooms, disconnected }) =>
      rooms.prescribing.coverageCheck(actor, { ...args, pharmacyId: args.pharmacyId ?? null }, disconnected),
  }),
}));
