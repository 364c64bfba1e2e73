// GraphQL of what is done with drafts: review, signing and prescriptions.
import type { DraftChange, DraftInput } from '../../prescribing/drafts/draft-input.ts';
import type { PrescriptionsInput } from '../../prescribing/orders/prescriptions.ts';
import type { PrescriptionRecord } from '../../prescribing/orders/records.ts';
import type { Review, ReviewedDraft, ReviewInput } from '../../prescribing/signing/review.ts';
import type { ReviewProblem } from '../../prescribing/signing/review-problem.ts';
import { checkedByRoom, given, loadOne, write } from '../context.ts';
import { builder } from './builder.ts';
import { AddressInput, Patient } from './directory.ts';
import { Draft, userOf } from './drafts.ts';
import { pageArgs, pageType } from './page.ts';
import { Content, Diagnosis, SignedPrescriber, SignedTreatment, SupervisorType } from './signed.ts';
import { User } from './users.ts';

export const Prescription = builder.objectRef<PrescriptionRecord>('Prescription').implement({
  description: 'One treatment for one patient, signed.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    externalId: t.string({ nullable: true, resolve: ({ row }) => row.external_id }),
    state: t.field({ type: PrescriptionState, resolve: ({ row }) => row.state }),
    writtenAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.written_at }),
    expirationDate: t.field({ type: 'Date', resolve: ({ row }) => row.expiration_date }),
    contentHash: t.string({
      description: 'SHA-256 of what was signed.',
      resolve: ({ row }) => row.content_hash,
    }),
    content: t.field({ type: Content, resolve: ({ content }) => content }),
    patient: t.field({
      type: Patient,
      nullable: true,
      description: 'The record as it is now; as signed it is in `content`.',
      resolve: ({ row }, _args, context) =>
        loadOne(context, 'patient', row.patient_id, (ids) =>
          context.rooms.directory.patientsById(context.actor, ids),
        ),
    }),
    prescriber: t.field({ type: SignedPrescriber, resolve: ({ content }) => content.prescriber }),
    treatment: t.field({ type: SignedTreatment, resolve: ({ content }) => content.treatment }),
    dispenseQuantity: t.field({ type: 'Decimal', resolve: ({ content }) => content.dispenseQuantity }),
    dispenseUnit: t.string({ resolve: ({ content }) => content.dispenseUnit.name }),
    dispenseAsWritten: t.boolean({ resolve: ({ content }) => content.dispenseAsWritten }),
    fillsAllowed: t.int({ description: 'Refills + 1.', resolve: ({ content }) => content.fillsAllowed }),
    daysSupply: t.int({ nullable: true, resolve: ({ content }) => content.daysSupply }),
    instructions: t.string({ description: 'The sig.', resolve: ({ content }) => content.instructions }),
    notes: t.string({ nullable: true, resolve: ({ content }) => content.notes }),
    doNotFillBeforeDate: t.field({
      type: 'Date',
      nullable: true,
      resolve: ({ content }) => content.doNotFillBeforeDate,
    }),
    diagnosisCodes: t.field({
      type: [Diagnosis],
      extensions: { listSize: 2 },
      resolve: ({ content }) => [...content.diagnosisCodes],
    }),
    supervisor: t.field({
      type: SupervisorType,
      nullable: true,
      resolve: ({ content }) => content.supervisor,
    }),
    preparedBy: t.id({ description: 'The user who wrote the draft.', resolve: ({ row }) => row.prepared_by }),
    signedBy: t.id({ description: 'The user who signed.', resolve: ({ row }) => row.prescriber_id }),
    preparer: t.field({
      type: User,
      nullable: true,
      description: 'Who wrote the draft, by name.',
      resolve: ({ row }, _args, context) => userOf(context, row.prepared_by),
    }),
  }),
});

const PrescriptionState = builder.enumType('PrescriptionState', {
  values: ['ACTIVE', 'DEPLETED', 'EXPIRED', 'CANCELED'] as const,
});

const Severity = builder.enumType('ReviewSeverity', {
  values: {
    ERROR: { value: 'error', description: 'Must be mended before signing.' },
    WARNING: { value: 'warning', description: 'Worth a thought.' },
  } as const,
});

const Problem = builder.objectRef<ReviewProblem>('ReviewProblem').implement({
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where to mend it, such as `draft.instructions` or `patient.address`.',
    }),
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    severity: t.field({ type: Severity, resolve: ({ severity }) => severity }),
  }),
});

const Reviewed = builder.objectRef<ReviewedDraft>('ReviewedDraft').implement({
  fields: (t) => ({
    draftId: t.exposeID('draftId'),
    contentHash: t.exposeString('contentHash', {
      nullable: true,
      description: 'The signer sends it back; null while an error stands.',
    }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The complete record as it would be signed.',
      resolve: ({ content }) => content,
    }),
    problems: t.field({ type: [Problem], resolve: ({ problems }) => [...problems] }),
  }),
});

const ReviewType = builder.objectRef<Review>('Review').implement({
  fields: (t) => ({
    drafts: t.field({ type: [Reviewed], resolve: ({ drafts }) => [...drafts] }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

const DiagnosisCodeInput = builder.inputType('DiagnosisCodeInput', {
  fields: (t) => ({
    code: t.string({ required: true, description: 'ICD-10-CM, such as `E11.9`.' }),
    type: t.string({ required: true, description: '`ICD10`.' }),
  }),
});

const SupervisorInput = builder.inputType('SupervisorInput', {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    npi: t.string({ required: true }),
    phone: t.string({ required: true }),
    address: t.field({ type: AddressInput, required: true }),
  }),
});

const DisabledTreatmentInput = builder.inputType('DisabledTreatmentInput', {
  fields: (t) => ({
    treatmentId: t.id({ required: true }),
    reason: t.string({ description: 'For the prescriber to read; 200 characters at most.' }),
  }),
});

export const FormRulesInput = builder.inputType('FormRulesInput', {
  description:
    'What the form that sends this does not prescribe. Send it with every step: each enforces it (TREATMENT_DISABLED).',
  fields: (t) => ({
    disabledTreatments: t.field({
      type: [DisabledTreatmentInput],
      description: 'Its own disable list; what nobody here may prescribe is on the standing list anyway.',
    }),
    offCatalog: t.boolean({ description: "`false`: only the organization's catalog and templates." }),
    catalogId: t.id({
      description: "The catalog that counts as the organization's; all of them when left out.",
    }),
  }),
});

const CreateDraftInput = builder.inputType('CreateDraftInput', {
  fields: (t) => ({
    patientId: t.string({ required: true, description: 'Service id or external id.' }),
    treatmentId: t.id({ required: true }),
    prescriberId: t.id({ description: 'Who will sign: required of staff, the caller when left out.' }),
    source: t.string({
      description: 'What it is prefilled from, such as `template:tpl_…`; each is made once.',
    }),
    ...draftFields(t),
  }),
});

const UpdateDraftInput = builder.inputType('UpdateDraftInput', {
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
    doNotFillBeforeDate: t.field({ type: 'Date' }),
    diagnosisCodes: t.field({ type: [DiagnosisCodeInput] }),
    supervisor: t.field({ type: SupervisorInput }),
    repeatReason: t.string(),
    orderPlan: t.field({ type: OrderPlanInput }),
    form: t.field({ type: FormRulesInput }),
  };
}

export const SignedDraftInput = builder.inputType('SignedDraftInput', {
  description: 'A reviewed draft and the hash of what the signer saw.',
  fields: (t) => ({
    draftId: t.id({ required: true }),
    contentHash: t.string({ required: true }),
  }),
});

const DraftPage = pageType('Draft', Draft);
const PrescriptionPage = pageType('Prescription', Prescription);

builder.queryFields((t) => ({
  draft: t.field({
    type: Draft,
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
        description: 'Only those made through the application that the caller uses (W2).',
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
  prescription: t.field({
    type: Prescription,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.rooms.prescribing.prescription(context.actor, id),
  }),
  prescriptions: t.field({
    type: PrescriptionPage,
    description: "A patient's prescriptions, newest first.",
    args: {
      ...pageArgs(t.arg),
      patientId: t.arg.string({ required: true, description: 'Service id or external id.' }),
    },
    resolve: (_root, args, context) => context.rooms.prescribing.prescriptions(context.actor, given(args)),
  }),
}));

builder.mutationFields((t) => ({
  createDraft: t.field({
    type: Draft,
    args: { input: t.arg({ type: CreateDraftInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createDraft', args, (actor, key) =>
        context.rooms.prescribing.createDraft(actor, checkedByRoom<DraftInput>(args.input), key),
      ),
  }),
  updateDraft: t.field({
    type: Draft,
    args: { input: t.arg({ type: UpdateDraftInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'updateDraft', args, (actor, key) =>
        context.rooms.prescribing.updateDraft(actor, checkedByRoom<DraftChange>(args.input), key),
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
  reviewDrafts: t.field({
    type: ReviewType,
    description:
      'What would be signed, and everything that still stops it (W4, W6). Repeating it is harmless: it is made anew each time, also with the same Idempotency-Key.',
    args: {
      draftIds: t.arg.idList({ required: true }),
      pharmacyId: t.arg.id({
        description: 'Where the order would go, so that what it cannot take is named now.',
      }),
      address: t.arg({
        type: AddressInput,
        description: 'The address that the order will carry in place of the one on record.',
      }),
      form: t.arg({ type: FormRulesInput }),
    },
    resolve: (_root, args, context) =>
      write(context, 'reviewDrafts', args, (actor) =>
        context.rooms.prescribing.reviewDrafts(actor, checkedByRoom<ReviewInput>(args)),
      ),
  }),
  createPrescriptions: t.field({
    type: [Prescription],
    description: 'Signs reviewed drafts without an order; they can be ordered within 72 hours (W8).',
    args: {
      drafts: t.arg({ type: [SignedDraftInput], required: true }),
      form: t.arg({ type: FormRulesInput }),
    },
    extensions: { listSize: 25 },
    resolve: (_root, args, context) =>
      write(context, 'createPrescriptions', args, async (actor, key) => [
        ...(await context.rooms.prescribing.createPrescriptions(
          actor,
          checkedByRoom<PrescriptionsInput>(args),
          key,
        )),
      ]),
  }),
}));
