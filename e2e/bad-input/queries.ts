// Every query of the API with every argument filled in well, so that tests can spoil one value at a time.
import type { Operation } from './operation.ts';
import { peopleQueries } from './people.ts';
import type { Records } from './records.ts';
import { ACCEPTS_XML } from './records.ts';

const PAGE = 'pageInfo { endCursor hasNextPage }';

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
      'treatmentStrengths',
      'query($id: ID!, $patientId: ID, $states: [String!], $catalogId: ID) { treatmentStrengths(id: $id, patientId: $patientId, states: $states, catalogId: $catalogId) { id packages { container quantity doses count } } }',
      { id: own.treatmentId, patientId: own.patientId, states: ['MA'], catalogId: own.catalogId },
      { patientId: 'patient', catalogId: 'catalog' },
    ),
    query(
      'treatments',
      `query($text: String!, $patientId: ID, $states: [String!], $catalogId: ID) { treatments(text: $text, patientId: $patientId, states: $states, catalogId: $catalogId, templates: true) { hits { nodes { id } ${PAGE} } } }`,
      { text: 'lisinopril', patientId: own.patientId, states: ['MA'], catalogId: own.catalogId },
      { patientId: 'patient', catalogId: 'catalog' },
    ),
    query('treatmentIngredients', 'query($text: String!) { treatmentIngredients(text: $text) { name } }', {
      text: 'keto',
    }),
    query('treatmentDoseForms', '{ treatmentDoseForms }', {}),
    query('allergens', 'query($text: String!) { allergens(text: $text) { name code codeSystem } }', {
      text: 'peni',
    }),
    { ...query('screeningService', '{ screeningService { url } }', {}), by: 'admin' },
    { ...query('screeningCounts', '{ screeningCounts { rule shown overridden } }', {}), by: 'admin' },
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
    query('deskItems', `query($filter: DeskFilter) { deskItems(filter: $filter) { nodes { id } ${PAGE} } }`, {
      filter: { situations: ['STUCK'], mine: true, orderId: own.orderId },
    }),
    query(
      'callInSheet',
      'query($orderId: ID!) { callInSheet(orderId: $orderId) { orderId } }',
      { orderId: own.orderId },
      { orderId: 'order' },
    ),
    query('deskCount', '{ deskCount }', {}),
    query('deskFigures', '{ deskFigures { count late } }', {}),
    query('templates', `query($text: String) { templates(text: $text) { nodes { id } ${PAGE} } }`, {
      text: 'once',
    }),
    query('catalogs', `{ catalogs { id treatments { nodes { id } ${PAGE} } } }`, {}),
    query('catalog', 'query($id: ID!) { catalog(id: $id) { id } }', { id: own.catalogId }, { id: 'catalog' }),
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
      'screeningOf',
      'query($patientId: ID!, $treatmentId: ID!, $draftId: ID) { screeningOf(patientId: $patientId, treatmentId: $treatmentId, draftId: $draftId) { screening { needsReason } } }',
      { patientId: own.patientId, treatmentId: own.treatmentId, draftId: own.draftIds[0] },
      { patientId: 'patient', draftId: 'draft' },
    ),
    query(
      'screeningToSend',
      'query($ids: [ID!]!) { screeningToSend(prescriptionIds: $ids) { open } }',
      {
        ids: [own.prescriptionId],
      },
      { 'ids.0': 'prescription' },
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
      `query($patientId: String, $since: DateTime, $states: [FillState!], $channel: OrderChannel, $pharmacyId: ID, $prescriberId: ID, $from: Date, $to: Date, $number: String, $text: String) {
        orders(patientId: $patientId, changedSince: $since, states: $states, channel: $channel, pharmacyId: $pharmacyId,
          prescriberId: $prescriberId, from: $from, to: $to, number: $number, text: $text) { nodes { id } ${PAGE} } }`,
      {
        patientId: own.patientId,
        since: '2026-01-01T00:00:00-05:00',
        states: ['SENT', 'DELIVERED'],
        channel: 'FAX',
        pharmacyId: 'phr_0ACCEPTS020170710XM1000000',
        prescriberId: 'usr_0DR0R1VERA0000000000000000',
        from: '2026-01-01',
        to: '2026-12-31',
        number: '4127 0364',
        text: '1Z999',
      },
      { patientId: 'patient' },
    ),
    query(
      'draftsWaiting',
      `query($prescriberId: ID) { draftsWaiting(prescriberId: $prescriberId) { nodes { id } ${PAGE} } }`,
      { prescriberId: 'usr_0DR0R1VERA0000000000000000' },
    ),
    query(
      'prescriptionsToSend',
      `query($prescriberId: ID) { prescriptionsToSend(prescriberId: $prescriberId) { nodes { id } ${PAGE} } }`,
      { prescriberId: 'usr_0DR0R1VERA0000000000000000' },
    ),
    ...peopleQueries(own),
  ];
}
