// Owns how a refusal of the service is said above the patient form, where no field of its own can say it.
import { ClientError } from '@pestle/client';
import type { PatientFormText } from '../../text/en/workflow/patient-form.ts';
import { errorText } from '../../text/error-text.ts';
import type { Text } from '../../text/text.ts';
import { PATIENT_FIELDS } from './patient-model.ts';

export function refusalWords(error: unknown, text: Text, words: PatientFormText): string {
  if (!(error instanceof ClientError)) return text.kit.failed;
  if (error.kind === 'offline') return text.kit.offline;
  if (error.code === 'REVISION_CONFLICT') return words.conflict;
  if (error.code === 'EXTERNAL_ID_TAKEN') return words.taken;
  const said = errorText(text, error);
  const fields = error.detail.fields ?? [];
  if (said === error.message) return [said, ...fields.map(({ message }) => message)].join(' ');
  // In another language than the service's, the fields are named.
  const wrong = PATIENT_FIELDS.filter((name) => fields.some(({ path }) => path.split('.').includes(name)));
  return [said, wrong.map((name) => words[name]).join(', ')].join(' ').trim();
}

/** Nobody is signed in any more. */
export function isOfSession(error: unknown): boolean {
  return error instanceof ClientError && error.kind === 'session';
}
