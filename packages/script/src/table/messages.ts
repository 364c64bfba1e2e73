// The body of every message type, in the standard's order (reference 1.3 to 1.7): the one place that lists the messages.
import {
  CANCEL_DENIAL_CODES,
  CANCEL_KIND_CODES,
  CHANGE_REQUEST_CODE_LIST,
  DELIVERY_METHOD_CODES,
  ERROR_ACTIONS,
  STATUS_ACTIONS,
} from '../codes/lists.ts';
import type {
  CancelRx,
  CancelRxResponse,
  ErrorMessage,
  Message,
  MessageType,
  NewRx,
  RxChangeRequest,
  RxChangeResponse,
  RxFill,
  RxRenewalRequest,
  RxRenewalResponse,
  Status,
  Verify,
} from '../model/messages.ts';
import { type Field, fieldsOf, group, leaf, MANY, opaque, wrap } from './field.ts';
import { medication, reducedMedication } from './medication.ts';
import { patient, pharmacy, prescriber, reducedPatient, reducedPharmacy } from './parties.ts';
import { code, flag, id, padded, text } from './text.ts';

type Body<M extends Message> = Omit<M, 'type' | 'header' | 'unmodelled'>;

const request = (messageRequestCode: Field<'messageRequestCode'>) =>
  [
    messageRequestCode,
    leaf('ReturnReceipt', 0, code(3)),
    leaf('RequestReferenceNumber', 0, id(35)),
    leaf('UrgencyIndicatorCode', 0, code(1, ['S', 'X'])),
  ] as const;

const requestCode = leaf('MessageRequestCode', 0, code(2, ['C1', 'C2', 'C3', 'OS']));
const anyRequestCode = leaf('MessageRequestCode', 0, code(2));
const statusFlag = leaf('ChangeOfPrescriptionStatusFlag', 0, code(1, CANCEL_KIND_CODES));
const clinical = opaque(MANY, 'AllergyOrAdverseEvent', 'BenefitsCoordination', 'Facility');
const observation = opaque(1, 'Observation');
const followUp = opaque(1, 'FollowUpPrescriber');

const newRx = fieldsOf<Body<NewRx>>(
  ...request(requestCode),
  ...opaque(1, 'AllergyOrAdverseEvent'),
  ...opaque(4, 'BenefitsCoordination'),
  ...opaque(1, 'Facility'),
  group('Patient', 1, patient('prescribe')),
  group('Pharmacy', 0, pharmacy(0)),
  group('Prescriber', 1, prescriber('prescribe')),
  ...observation,
  group('MedicationPrescribed', 1, medication('prescribe')),
  group('Supervisor', 0, prescriber('receive')),
  leaf('ProhibitRenewalRequest', 0, flag),
  ...followUp,
);

const cancelRx = fieldsOf<Body<CancelRx>>(
  ...request(requestCode),
  statusFlag,
  ...opaque(1, 'Facility'),
  group('Patient', 1, patient('cancel')),
  group('Pharmacy', 0, pharmacy(0)),
  group('Prescriber', 1, prescriber('cancel')),
  group('MedicationPrescribed', 1, medication('cancel')),
  group('Supervisor', 0, prescriber('receive')),
);

/** The content of seed 2.4: what most receivers need to find the prescription, less than strict ones demand (S1). */
const reducedCancelRx = fieldsOf<Body<CancelRx>>(
  group('Patient', 1, reducedPatient),
  group('Pharmacy', 1, reducedPharmacy),
  group('MedicationPrescribed', 1, reducedMedication),
);

const cancelRxResponse = fieldsOf<Body<CancelRxResponse>>(
  ...request(requestCode),
  statusFlag,
  group(
    'Response',
    1,
    [
      wrap('Approved', 0, [leaf('ReferenceNumber', 0, id(35)), leaf('Note', 0, text(70))], { marker: true }),
      wrap(
        'Denied',
        0,
        [
          leaf('ReasonCode', [0, 10], code(2, CANCEL_DENIAL_CODES), { key: 'reasonCodes' }),
          leaf('ReferenceNumber', 0, id(35)),
          leaf('DenialReason', 0, text(MANY)),
          group('Pharmacy', 0, pharmacy(0)),
        ],
        { marker: true },
      ),
    ],
    { choice: 'outcome' },
  ),
);

const descriptionCodes = leaf('DescriptionCode', [0, 10], padded(4, [3]), { key: 'descriptionCodes' });
const deliveryMethod = leaf('PrescriptionDeliveryMethod', 0, code(1, DELIVERY_METHOD_CODES));

const status = fieldsOf<Body<Status>>(
  leaf('Code', 1, padded(3, [3], Object.keys(STATUS_ACTIONS))),
  descriptionCodes,
  leaf('Description', 0, text(70)),
  deliveryMethod,
);

const error = fieldsOf<Body<ErrorMessage>>(
  leaf('Code', 1, padded(3, [3], Object.keys(ERROR_ACTIONS))),
  descriptionCodes,
  leaf('Description', 0, text(MANY)),
);

const verify = fieldsOf<Body<Verify>>(
  group('VerifyStatus', 0, [
    leaf('Code', 1, padded(3, [3], ['010'])),
    leaf('Description', 0, text(70)),
    deliveryMethod,
  ]),
);

const referenceNumber = leaf('ReferenceNumber', 0, id(35));
const fillNote = leaf('Note', 0, text(70));
const fillReason = leaf('ReasonCode', 0, code(2));
const fillStatus = [
  wrap('Dispensed', 0, [referenceNumber, fillNote, fillReason], { marker: true }),
  wrap('PartiallyDispensed', 0, [referenceNumber, fillReason, fillNote], { marker: true }),
  wrap('NotDispensed', 0, [referenceNumber, fillNote, fillReason], { marker: true }),
  wrap('Transferred', 0, [referenceNumber, fillNote, fillReason], { marker: true }),
];

const received = [
  group('Patient', 1, patient('receive')),
  group('Pharmacy', 1, pharmacy(0)),
  group('Prescriber', 1, prescriber('receive')),
] as const;
const supervisor = group('Supervisor', 0, prescriber('receive'));
const prescribed = (min: 0 | 1) => group('MedicationPrescribed', min, medication('receive'));

const rxFill = fieldsOf<Body<RxFill>>(
  leaf('ReturnReceipt', 0, code(3)),
  leaf('RequestReferenceNumber', 0, id(35)),
  ...opaque(1, 'Facility'),
  group('FillStatus', 1, fillStatus, { choice: 'outcome', only: '2017071' }),
  group('StatusType', 1, fillStatus, { key: 'fillStatus', choice: 'outcome', only: '2023011' }),
  received[0],
  group('Pharmacy', 1, pharmacy(1)),
  received[2],
  group('MedicationDispensed', 0, medication('receive')),
  prescribed(0),
  supervisor,
);

const rxRenewalRequest = fieldsOf<Body<RxRenewalRequest>>(
  ...request(anyRequestCode),
  ...opaque(1, 'FollowUpRequest'),
  ...clinical,
  received[0],
  group('Pharmacy', 1, pharmacy(1)),
  received[2],
  ...observation,
  group('MedicationDispensed', 1, medication('receive')),
  prescribed(0),
  supervisor,
  ...followUp,
);

const answerFields = [
  leaf('ReasonCode', [0, 10], code(2), { key: 'reasonCodes' }),
  referenceNumber,
  leaf('DenialReason', 0, text(MANY)),
  leaf('Note', 0, text(MANY)),
];
const answers = (...outcomes: readonly string[]): Field[] =>
  outcomes.map((outcome) => wrap(outcome, 0, answerFields, { marker: true }));

const rxRenewalResponse = fieldsOf<Body<RxRenewalResponse>>(
  ...request(anyRequestCode),
  group(
    'Response',
    1,
    answers('Approved', 'Denied', 'DeniedNewPrescriptionToFollow', 'ApprovedWithChanges', 'Replace'),
    { choice: 'outcome' },
  ),
  ...clinical,
  ...received,
  ...observation,
  group('MedicationResponse', 1, medication('receive')),
  supervisor,
  ...followUp,
);

const changeCode = leaf('MessageRequestCode', 1, code(2, CHANGE_REQUEST_CODE_LIST));
const subCodes = leaf('MessageRequestSubCode', [0, 10], code(1), { key: 'messageRequestSubCodes' });
const [, ...afterChangeCode] = request(changeCode);

const rxChangeRequest = fieldsOf<Body<RxChangeRequest>>(
  changeCode,
  subCodes,
  ...afterChangeCode,
  ...opaque(1, 'FollowUpRequest'),
  ...clinical,
  ...received,
  ...observation,
  prescribed(1),
  group('MedicationRequested', [0, 9], medication('receive'), { key: 'medicationsRequested' }),
  supervisor,
  leaf('ChangeReasonText', 0, text(260)),
  ...followUp,
);

const rxChangeResponse = fieldsOf<Body<RxChangeResponse>>(
  changeCode,
  subCodes,
  ...afterChangeCode,
  group('Response', 1, answers('Approved', 'Denied', 'ApprovedWithChanges', 'Validated'), {
    choice: 'outcome',
  }),
  ...clinical,
  ...received,
  ...observation,
  supervisor,
  prescribed(0),
  ...followUp,
);

/** What is sent of a CancelRx: the seed's paths, or all that strict receivers demand (S1). */
export type CancelContent = 'reduced' | 'full';

const BODIES: Readonly<Record<MessageType, readonly Field[]>> = {
  NewRx: newRx,
  CancelRx: cancelRx,
  CancelRxResponse: cancelRxResponse,
  Status: status,
  Error: error,
  Verify: verify,
  RxFill: rxFill,
  RxRenewalRequest: rxRenewalRequest,
  RxRenewalResponse: rxRenewalResponse,
  RxChangeRequest: rxChangeRequest,
  RxChangeResponse: rxChangeResponse,
};

/** The types that are modelled, in the order of the reference pages. */
export const MESSAGE_TYPES = /*#__PURE__*/ Object.keys(BODIES) as readonly MessageType[];

/** True for a body that this library models. */
export const isMessageType = (name: string): name is MessageType => Object.hasOwn(BODIES, name);

/** The fields of a body, in order. `reduced` matters to CancelRx only. */
export const bodyFields = (type: MessageType, content: CancelContent = 'full'): readonly Field[] =>
  type === 'CancelRx' && content === 'reduced' ? reducedCancelRx : BODIES[type];

/** Whether the Header of a type must say which message it relates to: cancels and answers do. */
export const relatesTo = (type: MessageType): 0 | 1 =>
  type === 'NewRx' || type === 'RxFill' || type.endsWith('Request') ? 0 : 1;
