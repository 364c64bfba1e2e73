// Owns the words of what is stated about a patient: their loading, for the panels that write it down, and who stated it when.
import { formatDate } from '@pestle/rules/dates';
import type { PatientRecord } from '../../records.ts';
import { unbroken } from '../../situation/situation-view.ts';
import { type AllergiesText, allergies as english } from '../../text/en/workflow/allergies.ts';
import { PartWords } from '../../text/part-words.ts';
import type { WorkflowHost } from '../part.ts';

/** Answers the words of the language that is set when they are asked for. */
export function statedWords(host: WorkflowHost): () => AllergiesText {
  const words = new PartWords(
    english,
    async () => (await import('../../text/es/workflow/allergies.ts')).allergies,
    host.update,
  );
  words.of(host.text.kit.language);
  return () => words.of(host.text.kit.language);
}

/** `Stated by Sam Whitfield on 29-Nov-2026`: the day here, and nobody where a machine said it. */
export function statedText(
  { state, text }: WorkflowHost,
  words: AllergiesText,
  { at, by, person }: NonNullable<PatientRecord['allergiesStated']>,
): unknown {
  const name = person === null ? '' : `${person.firstName} ${person.lastName}`;
  const day = formatDate(new Date(at).toLocaleDateString('sv'), text.kit.language);
  return unbroken(words.stated(day, by !== null && by === state.signer.me?.id ? words.you : name));
}
