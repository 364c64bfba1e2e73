// What another window does to the one draft of a patient, by the API: no page that is open is told of it.
import assert from 'node:assert/strict';
import type { Ask } from '@pestle/testbed/elements/records';

export interface KeptDraft {
  readonly id: string;
  readonly revision: number;
  readonly dispenseQuantity: string;
  readonly instructions: string;
}

/** The drafts that the service keeps of a patient. */
export async function keptDrafts(ask: Ask, patientId: string): Promise<readonly KeptDraft[]> {
  const { drafts } = await ask<{ drafts: readonly KeptDraft[] }>(
    'query($p: String!) { drafts(patientId: $p) { id revision dispenseQuantity instructions } }',
    { p: patientId },
  );
  return drafts;
}

/** Another quantity, and the days that it lasts. */
export async function changeElsewhere(ask: Ask, patientId: string, quantity: number): Promise<void> {
  const [draft] = await keptDrafts(ask, patientId);
  assert.ok(draft !== undefined, 'there is a draft to change');
  await ask(
    'mutation($id: ID!, $revision: Int!, $n: Int!, $quantity: Decimal!) { updateDraft(input: {id: $id, revision: $revision, dispenseQuantity: $quantity, daysSupply: $n}) { id } }',
    { id: draft.id, revision: draft.revision, n: quantity, quantity: String(quantity) },
  );
}

/** Another medicine in the same draft: the `at`-th of the patient. */
export async function replaceElsewhere(
  ask: Ask,
  patientId: string,
  { at, treatmentId }: { readonly at: number; readonly treatmentId: string },
): Promise<void> {
  const draft = (await keptDrafts(ask, patientId))[at];
  assert.ok(draft !== undefined, 'there is a draft to change');
  await ask(
    'mutation($id: ID!, $revision: Int!, $treatmentId: ID!) { updateDraft(input: {id: $id, revision: $revision, treatmentId: $treatmentId}) { id } }',
    { id: draft.id, revision: draft.revision, treatmentId },
  );
}

/** Deletes it; its id. */
export async function deleteElsewhere(ask: Ask, patientId: string): Promise<string> {
  const [draft] = await keptDrafts(ask, patientId);
  assert.ok(draft !== undefined, 'there is a draft to delete');
  await ask('mutation($id: ID!) { deleteDraft(id: $id) }', { id: draft.id });
  return draft.id;
}
