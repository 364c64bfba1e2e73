// Owns the loading of the words of what speaks against a drug, for the parts that say it.
import { screening as english, type ScreeningText } from '../../text/en/workflow/screening.ts';
import { PartWords } from '../../text/part-words.ts';
import type { WorkflowHost } from '../part.ts';

/** Answers the words of the language that is set when they are asked for. */
export function screeningWords(host: WorkflowHost): () => ScreeningText {
  const words = new PartWords(
    english,
    async () => (await import('../../text/es/workflow/screening.ts')).screening,
    host.update,
  );
  words.of(host.text.kit.language);
  return () => words.of(host.text.kit.language);
}
