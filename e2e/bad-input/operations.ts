// Every query and mutation of the API with every argument filled in well, so that tests can spoil one value at a time.
import { listMutations } from './list-operations.ts';
import type { Operation } from './operation.ts';
import { mutation } from './operation.ts';
import { peopleMutations, peopleQueries } from './people.ts';
import type { Records } from './records.ts';
import { ACCEPTS_JSON, ACCEPTS_XML, DRAFT, PATIENT } from './records.ts';

const PAGE = 'pageInfo { endCursor hasNextPage }';

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
  diagnosisCodes: [{ code: 'I10', type: 'ICD10', description: 'Hypertension' }],
  supervisor: SUPERVISOR,
};

export function queries(own: Records): readonly Operation[] {
  const query = (
    name: string,
    document: string,
    variables: Operation['variables'],
    ids: Operation['own'] = {},
  ): Operation => ({ name, by: 'prescriber', document, variables, own: ids });
  return [
    query('me', '{ me { id } }', {}),
    query('organization', '{ organization { id } }', {}),
    query('patient', 'query($id: ID!) { patient(id: $id) { id } }', { id: own.patientId }, { id: 'patient' }),
    query(
      'patients',
      `query($text: String, $dateOfBirth: Date) { patients(text: $text, dateOfBirth: $dateOfBirth) { nodes { id } ${PAGE} } }`,
      { text: 'tes jan', dateOfBirth: '1988-04-05' },
    ),
    query(
      'coveragePlans',
      'query($search: String, $first: Int!) { coveragePlans(search: $search, first: $first) { id } }',
      { search: 'sandbox every', first: 10 },
    ),
    query('pharmacy', 'query($id: ID!) { pharmacy(id: $id) { id } }', { id: ACCEPTS_XML }),
    query(
      'pharmacies',
      `query($near: PlaceInput, $text: String, $state: String) { pharmacies(near: $near, text: $text, state: $state) { nodes { pharmacy { id } } ${PAGE} } }`,
      { near: { postalCode: '02108', city: 'Boston', state: 'MA' }, text: 'boston', state: 'MA' },
    ),
    query(
      'pharmaciesById',
      'query($ids: [ID!]!) { pharmaciesById(ids: $ids) { pharmacies { id } unknownIds } }',
      { ids: [ACCEPTS_XML] },
    ),
    query(
      'frequentTreatments',
      'query($patientId: ID, $states: [String!], $catalogId: ID) { frequentTreatments(patientId: $patientId, states: $states, catalogId: $catalogId) { id } }',
      { patientId: own.patientId, states: ['MA'], catalogId: own.catalogId },
      { patientId: 'patient', catalogId: 'catalog' },
    ),
    query(
      'treatment',
      'query($id: ID!, $patientId: ID, $states: [String!], $catalogId: ID) { treatment(id: $id, patientId: $patientId, states: $states, catalogId: $catalogId) { id } }',
      { id: own.treatmentId, patientId: own.patientId, states: ['MA'], catalogId: own.catalogId },
      { patientId: 'patient', catalogId: 'catalog' },
    ),
    query(
      'treatments',
      `query($text: String!, $patientId: ID, $states: [String!], $catalogId: ID) { treatments(text: $text, patientId: $patientId, states: $states, catalogId: $catalogId, templates: true) { hits { nodes { id } ${PAGE} } } }`,
      { text: 'lisinopril', patientId: own.patientId, states: ['MA'], catalogId: own.catalogId },
      { patientId: 'patient', catalogId: 'catalog' },
    ),
    query('treatmentsNamed', 'query($ids: [ID!]!) { treatmentsNamed(ids: $ids) { id } }', {
      ids: [own.treatmentId],
    }),
    query(
      'pharmacyRequests',
      `query($kind: PharmacyRequestKind, $prescriberId: ID) { pharmacyRequests(kind: $kind, prescriberId: $prescriberId) { nodes { id } ${PAGE} } }`,
      { kind: 'RENEWAL' },
    ),
    query(
      'pharmacyRequest',
      'query($id: ID!) { pharmacyRequest(id: $id) { id } }',
      { id: own.pharmacyRequestId },
      { id: 'request' },
    ),
    query('templates', `query($text: String) { templates(text: $text) { nodes { id } ${PAGE} } }`, {
      text: 'once',
    }),
    query('catalogs', `{ catalogs { id treatments { nodes { id } ${PAGE} } } }`, {}),
    query('disabledTreatments', `{ disabledTreatments { nodes { id } ${PAGE} } }`, {}),
    query('draft', 'query($id: ID!) { draft(id: $id) { id } }', { id: own.draftIds[0] }, { id: 'draft' }),
    query(
      'drafts',
      'query($patientId: String, $prescriberId: ID) { drafts(patientId: $patientId, prescriberId: $prescriberId) { id } }',
      { patientId: own.patientId, prescriberId: 'usr_0DR0R1VERA0000000000000000' },
      { patientId: 'patient' },
    ),
    query(
      'coverageCheck',
      'query($patientId: ID!, $draftIds: [ID!]!, $pharmacyId: ID, $language: CoverageLanguage!) { coverageCheck(patientId: $patientId, draftIds: $draftIds, pharmacyId: $pharmacyId, language: $language) { drafts { state } } }',
      { patientId: own.patientId, draftIds: [own.draftIds[0]], pharmacyId: ACCEPTS_XML, language: 'ES' },
      { patientId: 'patient', 'draftIds.0': 'draft' },
    ),
    query(
      'combinableOrders',
      'query($patientId: String!) { combinableOrders(patientId: $patientId) { id } }',
      { patientId: own.patientId },
      { patientId: 'patient' },
    ),
    query(
      'prescription',
      'query($id: ID!) { prescription(id: $id) { id } }',
      { id: own.prescriptionId },
      { id: 'prescription' },
    ),
    query(
      'prescriptions',
      `query($patientId: String!) { prescriptions(patientId: $patientId) { nodes { id } ${PAGE} } }`,
      { patientId: own.externalId },
      { patientId: 'patient' },
    ),
    query('order', 'query($id: ID!) { order(id: $id) { id } }', { id: own.orderId }, { id: 'order' }),
    query(
      'orders',
      `query($patientId: String, $since: DateTime) { orders(patientId: $patientId, changedSince: $since) { nodes { id } ${PAGE} } }`,
      { patientId: own.patientId, since: '2026-01-01T00:00:00-05:00' },
      { patientId: 'patient' },
    ),
    query(
      'draftsWaiting',
      `query($prescriberId: ID) { draftsWaiting(prescriberId: $prescriberId) { nodes { id } ${PAGE} } }`,
      { prescriberId: 'usr_0DR0R1VERA0000000000000000' },
    ),
    ...peopleQueries(own),
  ];
}

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
