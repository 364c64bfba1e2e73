// The mutations by which people take care of what waits for them: patients to remind, questions, items of the desk, requests of pharmacies.
import { mutation, type Operation } from '../operation.ts';
import type { Records } from '../records.ts';

export function deskMutations(own: Records): readonly Operation[] {
  return [
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
  ];
}
