// Lines that a pharmacy wants in the Note (D7): appended whole where they fit, left out whole where they do not.
import { MAX_REWRITE_FACTOR } from '../limits.ts';
import { transliterateText } from '../transliterate.ts';
import type { Warning } from '../walk/encode.ts';
import { isObject } from '../walk/trail.ts';

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
    // A sign that becomes three in ASCII counts as three.
    if (longer.length <= NOTE_MAX * MAX_REWRITE_FACTOR && transliterateText(longer).length <= NOTE_MAX) {
      note = longer;
    } else {
      const words = `line ${index + 1} does not fit and was left out`;
      warnings.push({ path: 'Body/NewRx/MedicationPrescribed/Note', rule: 'note-line', message: words });
    }
  }
  if (note === undefined) return { message, warnings };
  return {
    message: { ...message, medicationPrescribed: { ...message.medicationPrescribed, note } },
    warnings,
  };
}

const isNewRx = (message: unknown): message is { medicationPrescribed: { note?: unknown } } =>
  isObject(message) && message['type'] === 'NewRx' && isObject(message['medicationPrescribed']);
