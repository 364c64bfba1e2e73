// GraphQL of the drafts: reading and writing them, and the order that was prepared with one.

import { findUnit } from '@pestle/rules/units';
import type {
  DraftChange,
  DraftInput,
  DraftRow,
  LikelyDuplicate,
  OrderPlan,
  PrescribeAgainInput,
} from '../../../prescribing/prescribing.ts';
import { checkedByRoom, type GraphContext, given, loadOne, loadPharmacy, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Treatment } from '../catalog/treatments.ts';
import { Address } from '../directory/addresses.ts';
import { Patient } from '../directory/patients.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { User, userOf } from '../identity/users.ts';
import { pageArgs, pageType } from '../page.ts';
import { CreateDraftInput, UpdateDraftInput } from './draft-inputs.ts';
import { FormRulesInput } from './form-rules.ts';
import { plainFieldsOfDraft } from './plain-fields.ts';
import { ScreeningAnswerType } from './screening.ts';
import { Diagnosis, SupervisorType, usAddress } from './signed.ts';
import { LIQUID_DOSE, liquidDose, StructuredSigType } from './structured-sig.ts';

const OrderPlanType = builder.objectRef<OrderPlan>('OrderPlan').implement({
  description: 'An order as it was prepared with a draft, for the signer to take over, change or leave.',
  fields: (t) => ({
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ pharmacyId }, _args, context) => loadPharmacy(context, pharmacyId),
    }),
    externalId: t.exposeString('externalId', { nullable: true }),
    address: t.field({
      type: Address,
      nullable: true,
      resolve: ({ address }) => (address === null ? null : usAddress(address)),
    }),
  }),
});

const LikelyDuplicateType = builder.objectRef<LikelyDuplicate>('LikelyDuplicate').implement({
  description: 'An earlier prescription that a draft likely repeats.',
  fields: (t) => ({
    prescriptionId: t.exposeID('prescriptionId'),
    treatment: t.field({
      type: Treatment,
      nullable: true,
      resolve: ({ treatmentId }, _args, context) => treatmentOf(context, treatmentId),
    }),
    sameTreatment: t.exposeBoolean('sameTreatment', {
      description: 'False: another one with an active ingredient of it.',
    }),
    unreadable: t.exposeBoolean('unreadable', {
      description:
        'True when what was signed then cannot be read any more: it is counted as if its supply lasted, whatever was written in it.',
    }),
    writtenAt: t.expose('writtenAt', { type: 'DateTime' }),
    writtenBy: t.field({
      type: User,
      nullable: true,
      resolve: ({ prescriberId }, _args, context) => userOf(context, prescriberId),
    }),
  }),
});

export const Draft = builder.objectRef<DraftRow>('Draft').implement({
  description: 'A prescription being written: editable, deletable, unsigned.',
  fields: (t) => ({
    id: t.exposeID('id'),
    patient: t.field({
      type: Patient,
      nullable: true,
      resolve: (draft, _args, context) =>
        loadOne(context, 'patient', draft.patient_id, (ids) =>
          context.rooms.directory.patientsById(context.actor, ids),
        ),
    }),
    treatment: t.field({
      type: Treatment,
      nullable: true,
      resolve: ({ treatment_id: id }, _args, context) => treatmentOf(context, id),
    }),
    applicationId: t.exposeID('application_id', {
      description: 'Through which it was made: `id` of `svc-client`.',
    }),
    prescriberId: t.exposeID('prescriber_id', { description: 'Who will sign.' }),
    preparedBy: t.exposeID('prepared_by', { description: 'The user who wrote it.' }),
    preparer: t.field({
      type: User,
      nullable: true,
      description: 'The same, by name.',
      resolve: (draft, _args, context) => userOf(context, draft.prepared_by),
    }),
    updater: t.field({
      type: User,
      nullable: true,
      description: 'Who wrote it as it stands; null where that is not known any more.',
      resolve: (draft, _args, context) =>
        draft.updated_by === null ? null : userOf(context, draft.updated_by),
    }),
    orderPlan: t.field({
      type: OrderPlanType,
      nullable: true,
      description: 'Where whoever prepared it would send the order; the signer decides.',
      resolve: ({ order_plan: plan }) => plan,
    }),
    likelyDuplicates: t.field({
      type: [LikelyDuplicateType],
      description:
        'What was prescribed to the patient before and is likely the same again: the same treatment or an active ingredient of it, within its days supply and for eight hours at least. What was canceled counts too, unless nothing ever left or the pharmacy approved or reported the cancel. The newest first.',
      extensions: { listSize: 5 },
      resolve: async ({ id }, _args, context) => [
        ...((await loadOne(context, 'likelyDuplicates', id, (ids) =>
          context.rooms.prescribing.likelyDuplicates(context.actor, ids),
        )) ?? []),
      ],
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'The prefill it came from; each is made once.',
    }),
    unreadable: t.boolean({
      description:
        'True when what was typed cannot be read any more, as the stored bytes were changed: its fields are blank. Write it again or delete it.',
      resolve: ({ unreadable }) => unreadable === true,
    }),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    updatedAt: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

builder.objectFields(Draft, plainFieldsOfDraft);

builder.objectFields(Draft, (t) => ({
  dispenseQuantity: t.expose('dispense_quantity', { type: 'Decimal', nullable: true }),
  dispenseUnit: t.string({ nullable: true, resolve: ({ dispense_unit: code }) => unitName(code) }),
  dispenseUnitCode: t.exposeString('dispense_unit', { nullable: true, description: 'The NCPDP code.' }),
  instructions: t.exposeString('instructions', { description: 'The sig.' }),
  structuredSig: t.field({
    type: StructuredSigType,
    nullable: true,
    resolve: ({ structured_sig: sig }) => sig,
  }),
  liquidDose: t.string({
    nullable: true,
    description: LIQUID_DOSE,
    resolve: async (draft, _args, context) => {
      if (draft.structured_sig === null) return null;
      const found = await treatmentOf(context, draft.treatment_id);
      return liquidDose(draft.structured_sig, found?.treatment.strength);
    },
  }),
  diagnosisCodes: t.field({
    type: [Diagnosis],
    extensions: { listSize: 2 },
    resolve: (draft) => draft.diagnosis_codes,
  }),
  supervisor: t.field({ type: SupervisorType, nullable: true, resolve: ({ supervisor }) => supervisor }),
  screeningAnswers: t.field({
    type: [ScreeningAnswerType],
    description: 'Why it is prescribed although screening speaks against it, or although it was not checked.',
    extensions: { listSize: 10 },
    resolve: ({ screening_answers: answers }) => [...answers],
  }),
}));

const DraftPage = pageType('Draft', Draft);

builder.queryFields((t) => ({
  draft: t.field({
    type: Draft,
    description: 'One draft, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.rooms.prescribing.draft(context.actor, id),
  }),
  drafts: t.field({
    type: [Draft],
    description: 'The drafts that wait, oldest first.',
    args: {
      patientId: t.arg.string({ description: 'Service id or external id.' }),
      prescriberId: t.arg.id({ description: "Whose desk; a prescriber's own when left out." }),
      ownApplication: t.arg.boolean({
        description: 'Only those made through the application that the caller uses.',
      }),
    },
    extensions: { listSize: 50 },
    resolve: async (_root, args, context) => [
      ...(await context.rooms.prescribing.drafts(context.actor, given(args))),
    ],
  }),
  draftsWaiting: t.field({
    type: DraftPage,
    description: 'What waits to be reviewed and signed, over all patients, oldest first.',
    args: {
      ...pageArgs(t.arg),
      prescriberId: t.arg.id({
        description: "Whose desk; a prescriber's own when left out, everybody's for others.",
      }),
      preparedByOthers: t.arg.boolean({
        description: 'Only what somebody else prepared for the prescriber.',
      }),
    },
    resolve: (_root, args, context) => context.rooms.prescribing.draftsWaiting(context.actor, given(args)),
  }),
}));

builder.mutationFields((t) => ({
  createDraft: t.field({
    type: Draft,
    description:
      'Makes a draft. What may never be prescribed is refused at once; what is missing is named by the review.',
    args: { input: t.arg({ type: CreateDraftInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createDraft', args, (actor, key) =>
        context.rooms.prescribing.createDraft(actor, checkedByRoom<DraftInput>(args.input), key),
      ),
  }),
  updateDraft: t.field({
    type: Draft,
    description: 'Changes a draft; reviews of it are void.',
    args: { input: t.arg({ type: UpdateDraftInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'updateDraft', args, (actor, key) =>
        context.rooms.prescribing.updateDraft(actor, checkedByRoom<DraftChange>(args.input), key),
      ),
  }),
  prescribeAgain: t.field({
    type: Draft,
    description:
      'A copy of a prescription as a draft, which is reviewed and signed anew: the way on from one that is not sent any more. While the draft is there, it is the same one.',
    args: {
      prescriptionId: t.arg.id({ required: true }),
      prescriberId: t.arg.id({
        description: 'Who will sign: the caller when left out, and who signed before where staff ask.',
      }),
      form: t.arg({ type: FormRulesInput }),
    },
    resolve: (_root, args, context) =>
      write(context, 'prescribeAgain', args, (actor, key) =>
        context.rooms.prescribing.prescribeAgain(actor, checkedByRoom<PrescribeAgainInput>(args), key),
      ),
  }),
  deleteDraft: t.id({
    description: 'Answers the id. Nothing is left of the draft but the audit entry.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'deleteDraft', args, async (actor, key) => {
        const { id } = await context.rooms.prescribing.deleteDraft(actor, args.id, key);
        return id;
      }),
  }),
}));

function treatmentOf(context: GraphContext, id: string) {
  return loadOne(context, 'treatment', id, (ids) => context.rooms.catalog.treatmentsById(context.actor, ids));
}

function unitName(code: string | null): string | null {
  return code === null ? null : (findUnit(code)?.name ?? code);
}
