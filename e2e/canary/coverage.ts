// Asks what the canary's plan pays of a draft, so that its cards pass through everything that a check touches.
import assert from 'node:assert/strict';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import { CANARY } from './canaries.ts';

export async function askCoverage(prescriber: Ask, draftId: string): Promise<void> {
  const { coverageCheck } = dataOf(
    await prescriber<{ coverageCheck: { drafts: { state: string; reasons: { code: string }[] }[] } }>(
      `query($id: ID!, $draftId: ID!) { coverageCheck(patientId: $id, draftIds: [$draftId]) {
        drafts { state reasons { code } } } }`,
      { id: CANARY.patient.externalId, draftId },
    ),
  );
  assert.deepEqual(coverageCheck.drafts, [{ state: 'NO_DATA', reasons: [{ code: 'NO_PLAN' }] }]);
}
