// Lines that a pharmacy wants in the Note (D7): appended whole where they fit, left out whole where they do not.
import type { Warning } from '../walk/encode.ts';

const NOTE_MAX = 210;
const SEPARATOR = ' | ';

/** Adds lines to the note of a NewRx. What the prescriber wrote stays first and word for word. */
export function addNoteLines(
  message: unknown,
  lines: readonly string[],
): { readonly message: unknown; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  if (lines.length === 0 || !isNewRx(message)) return { message, warnings };
  const written = message.medicationPrescribed.note;
  if (written !== undefined && typeof written !== 'string') return { message, warnings };
  let note = written;
  for (const [index, line] of lines.entries()) {
    const longer = note === undefined || note === '' ? line : note + SEPARATOR + line;
    if (longer.length <= NOTE_MAX) {
      note = longer;
    } else {
      const words = `line ${index + 1} of ${line.length} characters does not fit and was left out`;
      warnings.push({ path: 'Body/NewRx/MedicationPrescribed/Note', rule: 'note-line', message: words });
    }
  }
  if (note === undefined) return { message, warnings };
  return {
    message: { ...message, medicationPrescribed: { ...message.medicationPrescribed, note } },
    warnings,
  };
}

function isNewRx(message: unknown): message is { type: 'NewRx'; medicationPrescribed: { note?: unknown } } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'NewRx' &&
    'medicationPrescribed' in message &&
    typeof message.medicationPrescribed === 'object' &&
    message.medicationPrescribed !== null
  );
}
