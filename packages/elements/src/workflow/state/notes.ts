// Owns how the note to the pharmacy is put together: the draft's own, the page's additional notes, the weight (contract 3).
import type { WorkflowConfig } from '../../attributes/workflow-config.ts';

type NotesConfig = Pick<WorkflowConfig, 'additionalNotes' | 'weight'>;

/** The line about the weight, or empty; written only with its unit. */
export function weightLine({ weight }: NotesConfig): string {
  return weight === null ? '' : `Patient weight: ${weight.value} ${weight.unit}`;
}

/**
 * The parts with a blank line between them. A part that the draft's own note already holds, because it was copied from an earlier
 * draft of the same page, is not written twice. Nothing is cut: what is too long is shown as an error and shortened by a person.
 */
export function composeNotes(own: string | null | undefined, config: NotesConfig): string {
  const parts: string[] = [];
  for (const part of [own?.trim() ?? '', config.additionalNotes.trim(), weightLine(config)])
    if (part !== '' && !parts.some((one) => one.split(/\n\s*\n/).includes(part) || one === part))
      parts.push(part);
  return parts.join('\n\n');
}
