// Every mutation of the API with every argument filled in well, so that tests can spoil one value at a time.
import { listMutations } from './list-operations.ts';
import { deskMutations } from './mutations/desk.ts';
import { draftMutations } from './mutations/drafts.ts';
import { orderMutations } from './mutations/orders.ts';
import { patientMutations } from './mutations/patients.ts';
import { mutation, type Operation } from './operation.ts';
import { peopleMutations } from './people.ts';
import type { Records } from './records.ts';

/** In an order in which each still finds what it needs. */
export function mutations(own: Records, prescriberId: string, screeningUrl: string): readonly Operation[] {
  const [createPatient, updatePatient] = patientMutations(own);
  // A changed patient invalidates what was reviewed, so that comes last.
  return [
    createPatient,
    ...draftMutations(own, prescriberId),
    ...orderMutations(own),
    ...deskMutations(own),
    ...listMutations(own),
    ...peopleMutations(own),
    updatePatient,
    ...screeningMutations(own, screeningUrl),
  ];
}

/** Of what screening compares with, and of who is asked. */
function screeningMutations(own: Records, screeningUrl: string): readonly Operation[] {
  return [
    mutation(
      'setScreeningService',
      'mutation($url: String!, $timeoutMs: Int, $key: ScreeningKeyStep) { setScreeningService(url: $url, timeoutMs: $timeoutMs, key: $key) { url } }',
      { url: screeningUrl, timeoutMs: 2_000, key: null },
      {},
      'admin',
    ),
    mutation('removeScreeningService', 'mutation { removeScreeningService }', {}, {}, 'admin'),
    mutation(
      'importPatientContext',
      'mutation($id: ID!, $bundle: String!) { importPatientContext(patientId: $id, bundle: $bundle) { newAllergies } }',
      { id: own.patientId, bundle: '{"resourceType":"Bundle"}' },
      { id: 'patient' },
    ),
  ];
}
