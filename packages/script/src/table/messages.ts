// The body of every message type, in the standard's order: the one place that lists the messages.
import {
  CALL_CODES,
  CANCEL_DENIAL_CODES,
  CANCEL_KIND_CODES,
  CHANGE_REQUEST_CODE_LIST,
  DELIVERY_METHOD_CODES,
  DESCRIPTION_ACTIONS,
  ERROR_ACTIONS,
  NOT_DISPENSED_CODES,
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
import { type Field, fieldsOf, group, leaf, MANY, opaque, words, wrap } from './field.ts';
import { medication, reducedMedication } from './medication.ts';
import {
  type Demand,
  patient,
  pharmacy,
  prescriber,
  reducedPatient,
  reducedPharmacy,
  supervisor,
} from './parties.ts';
import { code, flag, id, padded, text, unlisted } from './text.ts';

type Body<M extends Message> = Omit<M, 'type' | 'header' | 'unmodelled'>;

const request = (messageRequestCode: Field<'messageRequestCode'>) =>
  [
    messageRequestCode,
    leaf('ReturnReceipt', 0, code(3)),
    leaf('RequestReferenceNumber', 0, id(35)),
    leaf('UrgencyIndicatorCode', 0, code(1, ['S', 'X'])),
  ] as const;

const requestCode = leaf('MessageRequestCode', 0, code(2, CALL_CODES));
const statusFlag = leaf('ChangeOfPrescriptionStatusFlag', 0, code(1, CANCEL_KIND_CODES));
const clinical = [
  ...opaque(1, 'AllergyOrAdverseEvent'),
  ...opaque(4, 'BenefitsCoordination'),
  ...opaque(1, 'Facility'),
];
const observation = opaque(1, 'Observation');
const followUp = opaque(1, 'FollowUpPrescriber');

const supervised = (demand: Demand) => group('Supervisor', 0, supervisor(demand), { oneOf: true });

const newRx = fieldsOf<Body<NewRx>>(
  ...request(requestCode),
  ...clinical,
  group('Patient', 1, patient('prescribe'), { oneOf: true }),
  group('Pharmacy', 0, pharmacy(0)),
  group('Prescriber', 1, prescriber('prescribe'), { oneOf: true }),
  ...observation,
  group('MedicationPrescribed', 1, medication('prescribe')),
  supervised('prescribe'),
  leaf('ProhibitRenewalRequest', 0, flag),
  ...followUp,
);

const cancelRx = fieldsOf<Body<CancelRx>>(
  ...request(requestCode),
  statusFlag,
  ...opaque(1, 'Facility'),
  group('Patient', 1, patient('cancel'), { oneOf: true }),
  group('Pharmacy', 0, pharmacy(0)),
  group('Prescriber', 1, prescriber('cancel'), { oneOf: true }),
  group('MedicationPrescribed', 1, medication('cancel')),
  supervised('cancel'),
);

/** What most receivers need to find the prescription, less than strict ones demand; and D, without which it would cancel. */
const reducedCancelRx = fieldsOf<Body<CancelRx>>(
  statusFlag,
  group('Patient', 1, reducedPatient),
  group('Pharmacy', 1, reducedPharmacy),
  group('MedicationPrescribed', 1, reducedMedication),
);

const referenceNumber = leaf('ReferenceNumber', 0, id(35));
const fillNote = leaf('Note', 0, text(70));
const approved = wrap('Approved', 0, [referenceNumber, fillNote], { marker: true });

const cancelRxResponse = fieldsOf<Body<CancelRxResponse>>(
  ...request(requestCode),
  statusFlag,
  group(
    'Response',
    1,
    [
      approved,
      wrap(
        'Denied',
        0,
        [
          leaf('ReasonCode', [0, 10], code(2, CANCEL_DENIAL_CODES), { key: 'reasonCodes' }),
          referenceNumber,
          leaf('DenialReason', 0, text(MANY)),
          group('Pharmacy', 0, pharmacy(0)),
        ],
        { marker: true },
      ),
    ],
    { choice: 'outcome' },
  ),
);

const descriptionCodes = leaf('DescriptionCode', [0, 10], padded(4, [3], Object.keys(DESCRIPTION_ACTIONS)), {
  key: 'descriptionCodes',
});
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

const fillReason = leaf('ReasonCode', 0, unlisted(2));
const fillStatus = [
  wrap('Dispensed', 0, [referenceNumber, fillNote, fillReason], { marker: true }),
  wrap('PartiallyDispensed', 0, [referenceNumber, fillReason, fillNote], { marker: true }),
  wrap('NotDispensed', 0, [referenceNumber, fillNote, leaf('ReasonCode', 0, code(2, NOT_DISPENSED_CODES))], {
    marker: true,
  }),
  wrap('Transferred', 0, [referenceNumber, fillNote, fillReason], { marker: true }),
];

const received = [
  group('Patient', 1, patient('receive'), { oneOf: true }),
  group('Pharmacy', 1, pharmacy(0)),
  group('Prescriber', 1, prescriber('receive'), { oneOf: true }),
] as const;
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
  supervised('receive'),
);

const [, ...afterRequestCode] = request(requestCode);

const rxRenewalRequest = fieldsOf<Body<RxRenewalRequest>>(
  ...afterRequestCode,
  ...words(1, 'FollowUpRequest'),
  ...clinical,
  received[0],
  group('Pharmacy', 1, pharmacy(1)),
  received[2],
  ...observation,
  group('MedicationDispensed', 1, medication('receive')),
  prescribed(0),
  supervised('receive'),
  ...followUp,
);

const answerFields = [
  leaf('ReasonCode', [0, 10], unlisted(2), { key: 'reasonCodes' }),
  referenceNumber,
  leaf('DenialReason', 0, text(MANY)),
  leaf('Note', 0, text(MANY)),
];
const answers = (...outcomes: readonly string[]): Field[] =>
  outcomes.map((outcome) => wrap(outcome, 0, answerFields, { marker: true }));

const rxRenewalResponse = fieldsOf<Body<RxRenewalResponse>>(
  ...request(requestCode),
  group(
    'Response',
    1,
    [approved, ...answers('Denied', 'DeniedNewPrescriptionToFollow', 'ApprovedWithChanges', 'Replace')],
    { choice: 'outcome' },
  ),
  ...clinical,
  ...received,
  ...observation,
  group('MedicationResponse', 1, medication('receive')),
  supervised('receive'),
  ...followUp,
);

const changeCode = leaf('MessageRequestCode', 1, code(2, CHANGE_REQUEST_CODE_LIST));
const subCodes = leaf('MessageRequestSubCode', [0, 10], code(1, 'A B C D E F G H I J K L M'.split(' ')), {
  key: 'messageRequestSubCodes',
});
const [, ...afterChangeCode] = request(changeCode);

const rxChangeRequest = fieldsOf<Body<RxChangeRequest>>(
  changeCode,
  subCodes,
  ...afterChangeCode,
  ...words(1, 'FollowUpRequest'),
  ...clinical,
  ...received,
  ...observation,
  prescribed(1),
  group('MedicationRequested', [0, 9], medication('receive'), { key: 'medicationsRequested' }),
  supervised('receive'),
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
  supervised('receive'),
  prescribed(0),
  ...followUp,
);

/** What is sent of a CancelRx: a few paths, or all that strict receivers demand. */
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
