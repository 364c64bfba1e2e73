// Every mutation of the API with every argument filled in well, so that tests can spoil one value at a time.
import { listMutations } from './list-operations.ts';
import type { Operation } from './operation.ts';
import { mutation } from './operation.ts';
import { peopleMutations } from './people.ts';
import type { Records } from './records.ts';
import { ACCEPTS_JSON, ACCEPTS_XML, DRAFT, PATIENT } from './records.ts';

const SUPERVISOR = {
  firstName: 'Sunita',
  lastName: 'Rao',
  npi: '2990000251',
  phone: '6175550180',
  address: { street1: '2 Hill St', street2: 'Floor 2', city: 'Boston', state: 'MA', postalCode: '02116' },
};

const WHOLE_PATIENT = {
  ...PATIENT,
  address: { ...PATIENT.address, street2: 'Apt 5', country: 'US' },
  middleName: 'Quinn',
  suffix: 'Jr',
  gender: 'woman',
  email: 'someone@clinic.example',
  language: 'en',
  weight: { value: '70.5', unit: 'kg', measuredOn: '2026-01-02' },
  allergies: [
    {
      substance: 'penicillin',
      code: '7980',
      codeSystem: 'RXNORM',
      reaction: 'rash',
      severity: 'MILD',
    },
  ],
  medications: [{ name: 'warfarin 5 mg tablet', rxcui: '855332', directions: 'Every evening' }],
  benefits: [
    {
      bin: '610020',
      pcn: 'PCN1',
      groupId: 'GRP1',
      memberId: 'MEM1',
      planId: 'PLAN1',
      validFrom: '2026-01-01',
      validTo: '2099-12-31',
    },
  ],
  preferredPharmacyId: ACCEPTS_XML,
};

const CLINICAL = {
  ...DRAFT,
  externalId: 'EXT-1',
  notes: 'Thank you.',
  doNotFillBeforeDate: '2099-12-31',
  repeatReason: 'A taper.',
  amountsReason: 'Three months at once.',
  duplicateReason: 'The patient lost the bottle.',
  screeningAnswers: [{ rule: 'not-checked', reason: 'OTHER', text: 'Looked up by hand.' }],
  diagnosisCodes: [{ code: 'I10', type: 'ICD10', description: 'Hypertension' }],
  supervisor: SUPERVISOR,
};

/** In an order in which each still finds what it needs. */
export function mutations(own: Records, prescriberId: string): readonly Operation[] {
  const [createPatient, updatePatient] = patientMutations(own);
  // A changed patient invalidates what was reviewed, so that comes last.
  return [
    createPatient,
    ...draftMutations(own, prescriberId),
    ...orderMutations(own),
    ...listMutations(own),
    ...peopleMutations(own),
    updatePatient,
  ];
}

function patientMutations(own: Records): readonly [Operation, Operation] {
  return [
    mutation(
      'createPatient',
      'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
      { input: { ...WHOLE_PATIENT, externalId: 'MRN-NEW' } },
    ),
    mutation(
      'updatePatient',
      'mutation($id: ID!, $changes: UpdatePatientInput!) { updatePatient(id: $id, expectedRevision: 1, changes: $changes) { id } }',
      { id: own.patientId, changes: { ...WHOLE_PATIENT, externalId: 'MRN-CHANGED', deceasedOn: null } },
      { id: 'patient' },
    ),
  ];
}

function draftMutations(own: Records, prescriberId: string): readonly Operation[] {
  const [first, second] = own.draftIds;
  return [
    mutation(
      'createDraft',
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      {
        input: {
          ...CLINICAL,
          patientId: own.patientId,
          treatmentId: own.treatmentId,
          prescriberId,
          source: 'host:1',
        },
      },
      { 'input.patientId': 'patient', 'input.prescriberId': 'prescriber' },
    ),
    mutation(
      'prescribeAgain',
      'mutation($prescriptionId: ID!, $prescriberId: ID) { prescribeAgain(prescriptionId: $prescriptionId, prescriberId: $prescriberId) { id } }',
      { prescriptionId: own.prescriptionId, prescriberId },
      { prescriptionId: 'prescription', prescriberId: 'prescriber' },
    ),
    mutation(
      'updateDraft',
      'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }',
      { input: { ...CLINICAL, id: first, revision: 1, treatmentId: own.treatmentId } },
      { 'input.id': 'draft' },
    ),
    mutation(
      'reviewDrafts',
      'mutation($draftIds: [ID!]!, $pharmacyId: ID) { reviewDrafts(draftIds: $draftIds, pharmacyId: $pharmacyId) { expiresAt } }',
      { draftIds: [second], pharmacyId: ACCEPTS_XML },
      { 'draftIds.0': 'draft' },
    ),
    mutation('deleteDraft', 'mutation($id: ID!) { deleteDraft(id: $id) }', { id: second }, { id: 'draft' }),
  ];
}

function orderMutations(own: Records): readonly Operation[] {
  const order = {
    pharmacyId: ACCEPTS_XML,
    usePreferredPharmacy: false,
    externalId: 'ORDER-1',
    address: WHOLE_PATIENT.address,
  };
  const create = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
  const combine = 'mutation($input: CombineOrderInput!) { combineOrder(input: $input) { id } }';
  return [
    mutation(
      'createPrescriptions',
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts: [own.reviewed[0]] },
      { 'drafts.0.draftId': 'reviewed draft' },
    ),
    mutation(
      'createOrder of drafts',
      create,
      { input: { ...order, drafts: [own.reviewed[1]], form: { catalogId: own.catalogId } } },
      { 'input.drafts.0.draftId': 'reviewed draft', 'input.form.catalogId': 'catalog' },
    ),
    mutation(
      'createOrder of prescriptions',
      create,
      { input: { ...order, prescriptionIds: [own.prescriptionId] } },
      { 'input.prescriptionIds.0': 'prescription' },
    ),
    mutation(
      'combineOrder of drafts',
      combine,
      {
        input: {
          orderId: own.routingOrderId,
          drafts: [own.reviewed[2]],
          form: { catalogId: own.catalogId },
        },
      },
      {
        'input.orderId': 'order',
        'input.drafts.0.draftId': 'reviewed draft',
        'input.form.catalogId': 'catalog',
      },
    ),
    mutation(
      'combineOrder of prescriptions',
      combine,
      { input: { orderId: own.routingOrderId, prescriptionIds: [own.combinedPrescriptionId] } },
      { 'input.orderId': 'order', 'input.prescriptionIds.0': 'prescription' },
    ),
    mutation(
      'selectPharmacy',
      'mutation($orderId: ID!, $pharmacyId: ID!) { selectPharmacy(orderId: $orderId, pharmacyId: $pharmacyId) { id } }',
      { orderId: own.routingOrderId, pharmacyId: ACCEPTS_JSON },
      { orderId: 'order' },
    ),
    mutation(
      'rerouteOrder',
      'mutation($orderId: ID!, $pharmacyId: ID!) { rerouteOrder(orderId: $orderId, pharmacyId: $pharmacyId) { id } }',
      { orderId: own.orderId, pharmacyId: ACCEPTS_JSON },
      { orderId: 'order' },
    ),
    mutation(
      'resendFill',
      'mutation($fillId: ID!) { resendFill(fillId: $fillId) { id } }',
      { fillId: own.fillId },
      { fillId: 'fill' },
    ),
    mutation(
      'reissueFill',
      'mutation($fillId: ID!) { reissueFill(fillId: $fillId) { id } }',
      { fillId: own.fillId },
      { fillId: 'fill' },
    ),
    mutation(
      'cancelOrder',
      'mutation($orderId: ID!, $fillIds: [ID!], $reason: String) { cancelOrder(input: {orderId: $orderId, fillIds: $fillIds, reason: $reason}) { order { id } } }',
      { orderId: own.orderId, fillIds: [own.fillId], reason: 'Wrong strength.' },
      { orderId: 'order', 'fillIds.0': 'fill' },
    ),
    mutation(
      'askForCancel',
      'mutation($input: AskForCancelInput!) { askForCancel(input: $input) { order { id } } }',
      { input: { orderId: own.phonedOrderId, fillId: own.phonedFillId, reason: 'The patient moved away.' } },
      { 'input.orderId': 'order', 'input.fillId': 'fill' },
      'staff',
    ),
    mutation(
      'declineCancelRequest',
      'mutation($id: ID!, $reason: String!) { declineCancelRequest(id: $id, reason: $reason) { id } }',
      { id: own.phonedFillId, reason: 'It is still needed.' },
      { id: 'fill' },
    ),
    mutation(
      'recordPhonedIn',
      'mutation($input: RecordPhonedInInput!) { recordPhonedIn(input: $input) { order { id } } }',
      { input: { orderId: own.phonedOrderId, takenBy: 'Kim Lee' } },
      { 'input.orderId': 'order' },
    ),
    mutation(
      'remindPatient',
      'mutation($orderId: ID!) { remindPatient(orderId: $orderId) { id } }',
      { orderId: own.untoldOrderId },
      { orderId: 'order' },
    ),
    mutation(
      'answerQuestion',
      'mutation($id: ID!, $text: String!) { answerQuestion(id: $id, text: $text) { id } }',
      { id: own.questionId, text: 'Yes, two pens at once.' },
      { id: 'question' },
    ),
    mutation(
      'takeDeskItem',
      'mutation($id: ID!, $from: ID) { takeDeskItem(id: $id, from: $from) { item { id } } }',
      { id: own.deskItemId, from: null },
      { id: 'desk item' },
    ),
    mutation(
      'assignDeskItem',
      'mutation($id: ID!, $userId: ID!) { assignDeskItem(id: $id, userId: $userId) { item { id } } }',
      { id: own.deskItemId, userId: own.userId },
      { id: 'desk item', userId: 'user' },
    ),
    mutation(
      'noteOnDeskItem',
      'mutation($id: ID!, $text: String!) { noteOnDeskItem(id: $id, text: $text) { item { id } } }',
      { id: own.deskItemId, text: 'Called; they look for it.' },
      { id: 'desk item' },
    ),
    mutation(
      'closeDeskItem',
      'mutation($id: ID!, $reason: String!) { closeDeskItem(id: $id, reason: $reason) { item { id } } }',
      { id: own.deskItemId, reason: 'Settled by telephone.' },
      { id: 'desk item' },
    ),
    mutation(
      'confirmPhoneNumber',
      'mutation($id: ID!, $reason: String!) { confirmPhoneNumber(id: $id, reason: $reason) { item { id } } }',
      { id: own.wrongNumberItemId, reason: 'The patient said it is theirs.' },
      { id: 'desk item' },
    ),
    mutation(
      'denyPharmacyRequest',
      'mutation($input: DenyPharmacyRequestInput!) { denyPharmacyRequest(input: $input) { id } }',
      { input: { id: own.pharmacyRequestId, reasonCode: 'AF', note: 'Please call us first.' } },
      { 'input.id': 'request' },
    ),
    mutation(
      'discontinueRefills',
      'mutation($orderId: ID!, $fillIds: [ID!]) { discontinueRefills(orderId: $orderId, fillIds: $fillIds) { order { id } } }',
      { orderId: own.orderId, fillIds: [own.fillId] },
      { orderId: 'order', 'fillIds.0': 'fill' },
    ),
  ];
}
