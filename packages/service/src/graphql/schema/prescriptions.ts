// GraphQL of the prescriptions: one treatment for one patient, signed, and the signing of them without an order.
import type { PrescriptionsInput } from '../../prescribing/orders/prescriptions.ts';
import type { PrescriptionRecord } from '../../prescribing/orders/records.ts';
import { checkedByRoom, given, loadOne, write } from '../context.ts';
import { builder } from './builder.ts';
import { userOf } from './drafts.ts';
import { FormRulesInput } from './form-rules.ts';
import { pageArgs, pageType } from './page.ts';
import { Patient } from './patients.ts';
import { SignedDraftInput } from './review.ts';
import { Content, Diagnosis, SignedPrescriber, SignedTreatment, SupervisorType } from './signed.ts';
import { StructuredSigType } from './structured-sig.ts';
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
    structuredSig: t.field({
      type: StructuredSigType,
      nullable: true,
      resolve: ({ structuredSig }) => structuredSig,
    }),
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

const PrescriptionPage = pageType('Prescription', Prescription);

builder.queryFields((t) => ({
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
