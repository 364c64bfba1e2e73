// Owns how the note to the pharmacy is put together: the draft's own, the page's additional notes, the weight.
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';

type NotesConfig = Pick<WorkflowConfig, 'additionalNotes' | 'weight'>;

/** A note, and what of it the page has put there: kept with the draft, so that a later wish of the page finds its place. */
export interface ComposedNotes {
  readonly notes: string;
  readonly pageNotes: string;
}

const WEIGHT = /^Patient weight: \S+ (?:lbs|kg)$/;
/** Between the parts of a note: a blank line, however it is written. */
const BLANK = /\r?\n[^\S\n]*\r?\n(?:[^\S\n]*\r?\n)*/;

/** The line about the weight, or empty; written only with its unit. */
export function weightLine({ weight }: Pick<NotesConfig, 'weight'>): string {
  return weight === null ? '' : `Patient weight: ${weight.value} ${weight.unit}`;
}

/** A note to which a dose by weight was added: with the weight that it was reckoned from, in place of another that stood there. */
export function withWeight(notes: string, weight: NonNullable<NotesConfig['weight']>): string {
  const parts = paragraphs(notes);
  const at = parts.findIndex((part) => WEIGHT.test(part));
  return parts.toSpliced(at < 0 ? parts.length : at, 1, weightLine({ weight })).join('\n\n');
}

/** A note that no page has put anything into yet; a weight that was copied with it from an earlier one is not today's. */
export function composeNotes(own: string | null | undefined, config: NotesConfig): ComposedNotes {
  const parts = paragraphs(own ?? '');
  const [copied = ''] = parts.filter((part) => WEIGHT.test(part));
  return renewNotes(own ?? '', weightLine(config) === '' ? '' : copied, config);
}

/**
 * The note with what the page wants in it now. What it put there before gives way to the new where it still stands word for word; else
 * the new is appended, with a blank line between, and never twice. What a person wrote or changed stays, and so does what a page no
 * longer asks for. Nothing is cut: what is too long is shown as an error and shortened by a person.
 */
export function renewNotes(
  notes: string,
  pageNotes: string | null | undefined,
  config: NotesConfig,
): ComposedNotes {
  const before = split(pageNotes ?? '');
  const wanted = { additional: plain(config.additionalNotes), weight: weightLine(config) };
  let parts = paragraphs(notes);
  for (const key of ['additional', 'weight'] as const) {
    const [old, now] = [before[key], wanted[key]];
    if (now !== '' && now !== old) parts = put(parts, paragraphs(old), paragraphs(now));
  }
  const kept = [wanted.additional || before.additional, wanted.weight || before.weight];
  const changed = parts.join('\n\n');
  return {
    // A note that nothing was done to keeps its own lines.
    notes: changed === paragraphs(notes).join('\n\n') ? notes.trim() : changed,
    pageNotes: kept.filter((part) => part !== '').join('\n\n'),
  };
}

function paragraphs(text: string): readonly string[] {
  return text
    .split(BLANK)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function plain(text: string): string {
  return paragraphs(text).join('\n\n');
}

/** What a page has put into a note, as its two parts. */
function split(pageNotes: string): { readonly additional: string; readonly weight: string } {
  const parts = paragraphs(pageNotes);
  const weight = parts.at(-1) ?? '';
  if (!WEIGHT.test(weight)) return { additional: parts.join('\n\n'), weight: '' };
  return { additional: parts.slice(0, -1).join('\n\n'), weight };
}

function put(parts: readonly string[], old: readonly string[], now: readonly string[]): readonly string[] {
  const without = positionOf(parts, old);
  if (positionOf(parts, now) >= 0) return without < 0 ? parts : parts.toSpliced(without, old.length);
  return without < 0 ? [...parts, ...now] : parts.toSpliced(without, old.length, ...now);
}

/** Where these parts stand one after the other; -1 for nowhere, or for none. */
function positionOf(parts: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return -1;
  return parts.findIndex((_part, index) => wanted.every((one, offset) => parts[index + offset] === one));
}
