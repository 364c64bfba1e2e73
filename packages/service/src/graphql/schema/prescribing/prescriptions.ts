// GraphQL of the prescriptions: one treatment for one patient, signed, and the signing of them without an order.

import type { SendObstacle } from '@pestle/rules/prescription-state';
import type { PrescriptionRecord, PrescriptionsInput } from '../../../prescribing/prescribing.ts';
import { SEND_OBSTACLE_SENTENCE, sendUntil } from '../../../prescribing/prescribing.ts';
import { checkedByRoom, given, loadOne, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Patient } from '../directory/patients.ts';
import { User, userOf } from '../identity/users.ts';
import { pageArgs, pageType } from '../page.ts';
import { FormRulesInput } from './form-rules.ts';
import { plainSignedFields } from './plain-fields.ts';
import { SignedDraftInput } from './review.ts';
import { Content, Diagnosis, SignedPrescriber, SignedTreatment, SupervisorType } from './signed.ts';
import { LIQUID_DOSE, liquidDose, StructuredSigType } from './structured-sig.ts';

export const Prescription = builder.objectRef<PrescriptionRecord>('Prescription').implement({
  description: 'One treatment for one patient, signed.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    externalId: t.string({ nullable: true, resolve: ({ row }) => row.external_id }),
    state: t.field({
      type: PrescriptionState,
      description: 'Judged now, where the patient is.',
      resolve: (record, _args, context) => context.rooms.prescribing.stateOf(record),
    }),
    dispensedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        "When a pharmacy first reported that it dispensed it, also after a cancel: it is never sent again, refills are the pharmacy's own.",
      resolve: ({ row }) => row.dispensed_at,
    }),
    sendObstacle: t.field({
      type: SendObstacleType,
      nullable: true,
      description: 'Why it cannot be ordered now; null while it can. The way on is `prescribeAgain`.',
      resolve: ({ row }, _args, context) =>
        loadOne(context, 'sendObstacle', row.id, (ids) =>
          context.rooms.prescribing.sendObstacles(context.actor, ids),
        ),
    }),
    writtenAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.written_at }),
    sendUntil: t.field({
      type: 'DateTime',
      description: 'Until when it can be ordered at the latest: 72 hours after it was written.',
      resolve: ({ row }) => new Date(sendUntil([row.written_at])).toISOString(),
    }),
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

// As signed.
builder.objectFields(Prescription, (t) => ({
  prescriber: t.field({ type: SignedPrescriber, resolve: ({ content }) => content.prescriber }),
  treatment: t.field({ type: SignedTreatment, resolve: ({ content }) => content.treatment }),
  dispenseQuantity: t.field({ type: 'Decimal', resolve: ({ content }) => content.dispenseQuantity }),
  dispenseUnit: t.string({ resolve: ({ content }) => content.dispenseUnit.name }),
  ...plainSignedFields(t, ({ content }) => content),
  instructions: t.string({ description: 'The sig.', resolve: ({ content }) => content.instructions }),
  structuredSig: t.field({
    type: StructuredSigType,
    nullable: true,
    resolve: ({ structuredSig }) => structuredSig,
  }),
  liquidDose: t.string({
    nullable: true,
    description: LIQUID_DOSE,
    resolve: ({ structuredSig, content }) => liquidDose(structuredSig, content.treatment.strength),
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
}));

const PrescriptionState = builder.enumType('PrescriptionState', {
  description: 'What can be done with a prescription now; judged when it is read.',
  values: {
    ACTIVE: { description: 'It is none of the others.' },
    DEPLETED: { description: 'It was dispensed, and its days supply times its fills are over.' },
    EXPIRED: { description: 'Its expiration date has passed.' },
    CANCELED: { description: 'Its fill was canceled, by practice or pharmacy.' },
  } as const,
});

const SendObstacleType = builder.objectRef<SendObstacle>('SendObstacle').implement({
  description: 'Why a prescription is not sent.',
  fields: (t) => ({
    code: t.string({
      description: 'As ordering it would be answered, such as `PRESCRIPTION_DISPENSED`.',
      resolve: (code) => code,
    }),
    message: t.string({
      description: 'The same in a sentence that says the way on.',
      resolve: (code) => SEND_OBSTACLE_SENTENCE[code],
    }),
  }),
});

const PrescriptionPage = pageType('Prescription', Prescription);

builder.queryFields((t) => ({
  prescription: t.field({
    type: Prescription,
    description: 'One prescription, by its id.',
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
  prescriptionsToSend: t.field({
    type: PrescriptionPage,
    description:
      'What was signed and saved, over all patients, was never ordered and can be within its 72 hours; what grows too old first comes first. `sendObstacle` says what else stops it.',
    args: {
      ...pageArgs(t.arg),
      prescriberId: t.arg.id({
        description: "Who signed; a prescriber's own when left out, everybody's for others.",
      }),
    },
    resolve: (_root, args, context) =>
      context.rooms.prescribing.prescriptionsToSend(context.actor, given(args)),
  }),
}));

builder.mutationFields((t) => ({
  createPrescriptions: t.field({
    type: [Prescription],
    description: 'Signs reviewed drafts without an order; they can be ordered within 72 hours.',
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
