// Owns the loading of the words of what is stated about a patient, for the panels that write it down.
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
