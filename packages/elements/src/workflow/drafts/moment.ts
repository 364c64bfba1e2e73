// Owns how the moment of something is said beside the drafts.
import { formatDate } from '@pestle/rules/dates';
import type { DraftNotesText } from '../../text/en/workflow/draft-notes.ts';

/** A day as everywhere, and the time of day here. */
export function momentText(atMs: number, language: string, { onAt }: Pick<DraftNotesText, 'onAt'>): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' });
  return onAt(wholeDate(at.toLocaleDateString('sv'), language), time);
}

/** A day inside a sentence: its hyphens end no line. */
export function wholeDate(day: string, language: string): string {
  return formatDate(day, language).replaceAll('-', '\u2011');
}
