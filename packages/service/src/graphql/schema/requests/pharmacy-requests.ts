// GraphQL of what pharmacies ask of prescribers: the requests, what is answered, and the denial.
import { CHANGE_REQUEST_CODES } from '@pestle/script/codes';
import type { DenyInput, PharmacyRequestRecord, ResponseAttempt } from '../../../delivery/delivery.ts';
import { answerNotSentText, DENIAL_REASONS } from '../../../delivery/delivery.ts';
import { given, loadOne, loadPharmacy, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Patient } from '../directory/patients.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { User, userOf } from '../identity/users.ts';
import { Order } from '../orders/orders.ts';
import { pageArgs, pageType } from '../page.ts';
import { Prescription } from '../prescribing/prescriptions.ts';
import { MedicationAsSaid, PatientAsSaid, PrescriberAsSaid, type SaidMedication } from './as-said.ts';

const RequestKindType = builder.enumType('PharmacyRequestKind', {
  description: 'What a pharmacy asks for.',
  values: {
    RENEWAL: { value: 'renewal', description: 'More refills: RxRenewalRequest.' },
    CHANGE: { value: 'change', description: 'Another prescription than it was sent: RxChangeRequest.' },
  } as const,
});

const AnswerState = builder.enumType('PharmacyRequestAnswerState', {
  description: 'Whether the pharmacy was told of an answer.',
  values: {
    SENDING: { description: 'It is on its way.' },
    SENT: { description: 'The pharmacy, or its network, has taken it.' },
    NOT_SENT: { description: 'It could not be told: somebody must call. See `notSentText`.' },
  } as const,
});

type Answer = NonNullable<PharmacyRequestRecord['response']> & {
  readonly kind: PharmacyRequestRecord['row']['kind'];
};

const AnswerAttempt = builder.objectRef<ResponseAttempt>('PharmacyRequestAnswerAttempt').implement({
  description: 'One attempt to bring an answer to the pharmacy.',
  fields: (t) => ({
    number: t.exposeInt('number'),
    startedAt: t.expose('started_at', { type: 'DateTime' }),
    endedAt: t.expose('ended_at', { type: 'DateTime', nullable: true }),
    outcome: t.exposeString('outcome', { nullable: true }),
    httpStatus: t.exposeInt('http_status', { nullable: true }),
    reason: t.exposeString('reason', { nullable: true }),
  }),
});

const AnswerType = builder.objectRef<Answer>('PharmacyRequestAnswer').implement({
  description: 'What a prescriber answered to a request.',
  fields: (t) => ({
    outcome: t.string({ description: '`denied`.', resolve: ({ row }) => row.outcome }),
    reasonCode: t.string({ resolve: ({ row }) => row.reason_code }),
    reasonText: t.string({
      description: 'What the code says.',
      resolve: ({ row, kind }) => DENIAL_REASONS[kind][row.reason_code] ?? row.reason_code,
    }),
    note: t.exposeString('note', { nullable: true }),
    by: t.field({
      type: User,
      nullable: true,
      resolve: ({ row }, _args, context) => userOf(context, row.answered_by),
    }),
    at: t.field({ type: 'DateTime', resolve: ({ row }) => row.created_at }),
    state: t.field({
      type: AnswerState,
      resolve: ({ row: { state } }) =>
        state === 'accepted' ? 'SENT' : state === 'queued' || state === 'sending' ? 'SENDING' : 'NOT_SENT',
    }),
    notSentReason: t.string({
      nullable: true,
      description: 'Why the pharmacy was not told, as a code.',
      resolve: ({ row }) => row.not_sent_reason,
    }),
    notSentText: t.string({
      nullable: true,
      description: 'The same in a sentence that says what to do.',
      resolve: ({ row }) => (row.not_sent_reason === null ? null : answerNotSentText(row.not_sent_reason)),
    }),
    messageId: t.string({ resolve: ({ row }) => row.message_id }),
    sentAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ row }) => row.accepted_at }),
    attempts: t.field({
      type: [AnswerAttempt],
      extensions: { listSize: 5 },
      resolve: ({ attempts }) => [...attempts],
    }),
  }),
});

export const PharmacyRequest = builder.objectRef<PharmacyRequestRecord>('PharmacyRequest').implement({
  description: 'What a pharmacy asks of a prescriber. Approving and changing are signatures; denying is not.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    kind: t.field({ type: RequestKindType, resolve: ({ row }) => row.kind }),
    receivedAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.received_at }),
    openForHours: t.int({
      nullable: true,
      description: 'For how many hours nobody has answered it; null once somebody has.',
      resolve: ({ openForHours }) => openForHours,
    }),
    pharmacy: t.field({
      type: Pharmacy,
      nullable: true,
      resolve: ({ row }, _args, context) => loadPharmacy(context, row.pharmacy_id),
    }),
    prescriber: t.field({
      type: User,
      nullable: true,
      description: 'Who is asked.',
      resolve: ({ row }, _args, context) => userOf(context, row.prescriber_id),
    }),
    patient: t.field({
      type: Patient,
      nullable: true,
      description: 'Of the prescription that it is about; null where that is not known.',
      resolve: ({ row }, _args, context) =>
        row.patient_id === null
          ? null
          : loadOne(context, 'patient', row.patient_id, (ids) =>
              context.rooms.directory.patientsById(context.actor, ids),
            ),
    }),
    prescription: t.field({
      type: Prescription,
      nullable: true,
      description:
        'Null where it names none of ours: then `patientAsSaid` and the medications say what it is about.',
      resolve: ({ row }, _args, context) =>
        row.prescription_id === null
          ? null
          : loadOne(context, 'prescription', row.prescription_id, (ids) =>
              context.rooms.prescribing.prescriptionsByIds(context.actor, ids),
            ),
    }),
    order: t.field({
      type: Order,
      nullable: true,
      resolve: ({ row }, _args, context) =>
        row.order_id === null
          ? null
          : loadOne(context, 'order', row.order_id, (ids) =>
              context.rooms.prescribing.ordersByIds(context.actor, ids),
            ),
    }),
  }),
});

builder.objectFields(PharmacyRequest, (t) => ({
  messageId: t.string({ resolve: ({ row }) => row.message_id }),
  rxReferenceNumber: t.string({
    nullable: true,
    description: "The pharmacy's own number of the prescription.",
    resolve: ({ message }) => message.header?.rxReferenceNumber ?? null,
  }),
  patientAsSaid: t.field({
    type: PatientAsSaid,
    nullable: true,
    resolve: ({ message }) => message.patient ?? null,
  }),
  prescriberAsSaid: t.field({
    type: PrescriberAsSaid,
    nullable: true,
    resolve: ({ message }) => message.prescriber ?? null,
  }),
  medicationPrescribed: t.field({
    type: MedicationAsSaid,
    nullable: true,
    resolve: ({ message }) => message.medicationPrescribed ?? null,
  }),
  medicationDispensed: t.field({
    type: MedicationAsSaid,
    nullable: true,
    description: 'What was dispensed last; of a renewal.',
    resolve: ({ message }): SaidMedication | null =>
      message.type === 'RxRenewalRequest' ? (message.medicationDispensed ?? null) : null,
  }),
  medicationsRequested: t.field({
    type: [MedicationAsSaid],
    description: 'What the pharmacy proposes instead; of a change.',
    extensions: { listSize: 3 },
    resolve: ({ message }): SaidMedication[] =>
      message.type === 'RxChangeRequest' ? [...(message.medicationsRequested ?? [])] : [],
  }),
  changeCode: t.string({
    nullable: true,
    description: `Why a change is asked for: ${Object.entries(CHANGE_REQUEST_CODES)
      .map(([code, meaning]) => `\`${code}\` ${meaning}`)
      .join(', ')}.`,
    resolve: ({ message }) =>
      message.type === 'RxChangeRequest' ? (message.messageRequestCode ?? null) : null,
  }),
  changeReason: t.string({
    nullable: true,
    description: "The pharmacy's words for it.",
    resolve: ({ message }) =>
      message.type === 'RxChangeRequest' ? (message.changeReasonText ?? null) : null,
  }),
  answer: t.field({
    type: AnswerType,
    nullable: true,
    description: 'Null while nobody has answered.',
    resolve: ({ response, row }) => response && { ...response, kind: row.kind },
  }),
}));

const PharmacyRequestPage = pageType('PharmacyRequest', PharmacyRequest);

builder.queryFields((t) => ({
  pharmacyRequest: t.field({
    type: PharmacyRequest,
    description: 'One request of a pharmacy, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.rooms.delivery.pharmacyRequest(context.actor, id),
  }),
  pharmacyRequests: t.field({
    type: PharmacyRequestPage,
    description: 'What pharmacies ask of the prescribers of the organization, newest first.',
    args: {
      ...pageArgs(t.arg),
      open: t.arg.boolean({
        description: 'True: those that nobody has answered; false: those that somebody has.',
      }),
      kind: t.arg({ type: RequestKindType }),
      prescriberId: t.arg.id({ description: 'Who is asked.' }),
    },
    resolve: (_root, args, context) => context.rooms.delivery.pharmacyRequests(context.actor, given(args)),
  }),
}));

const DenyInputType = builder.inputType('DenyPharmacyRequestInput', {
  description: 'Which request is denied, and why.',
  fields: (t) => ({
    id: t.id({ required: true }),
    reasonCode: t.string({
      required: true,
      description: `Of a renewal: ${codes('renewal')}. Of a change: ${codes('change')}.`,
    }),
    note: t.string({ description: 'For the pharmacist to read: one line, 70 plain characters at most.' }),
  }),
});

function codes(kind: keyof typeof DENIAL_REASONS): string {
  return Object.entries(DENIAL_REASONS[kind])
    .map(([code, meaning]) => `\`${code}\` ${meaning}`)
    .join(', ');
}

builder.mutationField('denyPharmacyRequest', (t) =>
  t.field({
    type: PharmacyRequest,
    description:
      'Denies what a pharmacy asks, in the name of the authorized prescriber who calls, and tells the pharmacy electronically; never by fax. `answer.state` says whether it could be told.',
    args: { input: t.arg({ type: DenyInputType, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'denyPharmacyRequest', args, async (actor, key) => {
        const { requestId } = await context.rooms.delivery.denyPharmacyRequest(
          actor,
          given(args.input) as DenyInput,
          key,
        );
        return await context.rooms.delivery.pharmacyRequest(actor, requestId);
      }),
  }),
);
