// The mutations of orders and of what is asked of their pharmacies.
import { mutation, type Operation } from '../operation.ts';
import { ACCEPTS_JSON, ACCEPTS_XML, type Records } from '../records.ts';
import { WHOLE_PATIENT } from './patients.ts';

export function orderMutations(own: Records): readonly Operation[] {
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
      'askForNoMoreRefills',
      'mutation($input: AskForNoMoreRefillsInput!) { askForNoMoreRefills(input: $input) { order { id } } }',
      { input: { orderId: own.phonedOrderId, fillId: own.phonedFillId, reason: 'It is taken no more.' } },
      { 'input.orderId': 'order', 'input.fillId': 'fill' },
      'staff',
    ),
    mutation(
      'declineNoMoreRefills',
      'mutation($id: ID!, $reason: String!) { declineNoMoreRefills(id: $id, reason: $reason) { id } }',
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
      'discontinueRefills',
      'mutation($orderId: ID!, $fillIds: [ID!]) { discontinueRefills(orderId: $orderId, fillIds: $fillIds) { order { id } } }',
      { orderId: own.orderId, fillIds: [own.fillId] },
      { orderId: 'order', 'fillIds.0': 'fill' },
    ),
  ];
}
