// Adds a draft that the page hands to `addDraft`, as `initial-prescriptions` would; loaded when it is called.
import { ClientError } from '@pestle/client';
import { jsonReaders } from '../attributes/json-readers.ts';
import type { WorkflowConfig } from '../attributes/workflow-config.ts';
import type { DraftRecord } from '../records.ts';
import { inputOfInitial } from './state/drafts/draft-fields.ts';
import type { WorkflowState } from './state/workflow-state.ts';

/** Answers a copy of the draft. Throws a `ClientError` that names what is wrong with the input, or why it cannot be prescribed. */
export async function addDraft(
  state: WorkflowState | undefined,
  input: unknown,
  config: WorkflowConfig,
): Promise<DraftRecord> {
  const problems: string[] = [];
  const read = jsonReaders.initialPrescription(input, 'addDraft', (path, message) =>
    problems.push(`${path}: ${message}`),
  );
  if (read === undefined) throw new ClientError('configuration', 'INVALID_INPUT', problems.join(' '));
  if (state?.patient.record === undefined || state.patient.record === null)
    throw new ClientError('configuration', 'CONFIGURATION', 'addDraft: there is no patient yet.');
  const refusal = state.refusalOf(read.treatmentId);
  if (refusal !== null)
    throw new ClientError('configuration', refusal, `addDraft: this is refused (${refusal}).`);
  const outcome = await state.drafts.add(`page ${crypto.randomUUID()}`, inputOfInitial(read, config));
  if (outcome.ok) return structuredClone(outcome.draft);
  throw (
    outcome.error ?? new ClientError('configuration', 'CONFIGURATION', 'addDraft: the patient was switched.')
  );
}
