// Owns the looking up of a treatment as it is now for this patient, wherever one is taken that was not just searched for, and why one cannot be taken.
import { TreatmentNow } from '@pestle/client/documents/search';
import { medicationText } from '../../kit/medication.ts';
import type { TreatmentRecord } from '../../records.ts';
import type { WorkflowHost } from '../part.ts';
import { reasonText } from '../problem-text.ts';

/** For whom, and in which catalog, treatments are asked about: what the page and the patient settle. */
export function askedFor({ state, config }: WorkflowHost): {
  readonly patientId: string | null;
  readonly catalogId: string | null;
  readonly offCatalog: boolean;
} {
  return {
    patientId: state.patient.record?.id ?? null,
    catalogId: config.catalogId,
    offCatalog: config.allowOffCatalogSearch,
  };
}

/** It may have become controlled, disabled or withdrawn. Throws a `ClientError`, also where the patient was switched meanwhile. */
export async function treatmentNow(host: WorkflowHost, id: string): Promise<TreatmentRecord> {
  const { session, state } = host;
  const variables = { id, ...askedFor(host) };
  return (await session.query(TreatmentNow, variables, { signal: state.signal })).treatment;
}

/** Why the form does not take it, in one sentence with its line. */
export function notTaken(host: WorkflowHost, treatment: TreatmentRecord): string {
  const { text, state } = host;
  const why =
    state.forbidden.treatments.get(treatment.id) ??
    reasonText(text.said.findings, treatment) ??
    text.search.unavailable;
  return text.search.notNow(
    medicationText(treatment, text.kit.language),
    state.forbidden.blocked ? text.form.prohibited : why,
  );
}
