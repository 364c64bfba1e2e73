// Decides which lines a search's hits make: one for each drug and form, with every strength, the line of the best hit first.
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { WordIndex } from './word-index.ts';

/** How many lines a search answers: unasked, and at most. */
export const TREATMENT_LINES = { default: LIMITS.linesDefault, max: LIMITS.linesMax } as const;

export interface SearchLine {
  /** Rows of all strengths that may be shown, the weakest first. */
  readonly members: readonly number[];
  /** The row that fits best what was typed. */
  readonly best: number;
}

/** At most `first` lines of these rows, which come best first. */
export function linesOf(
  index: WordIndex,
  rows: readonly number[],
  wanted: (row: number) => boolean,
  first: number,
): readonly SearchLine[] {
  const best = new Map<string, number>();
  for (const row of rows) {
    const group = index.entries[row]?.group ?? '';
    if (best.has(group)) continue;
    best.set(group, row);
    if (best.size === first) break;
  }
  return [...best.values()].map((row) => {
    const strengths = index.group(row).filter(wanted);
    // The one that fits best is among them, however many there are.
    const at = strengths.indexOf(row);
    const from = Math.max(
      0,
      Math.min(at - LIMITS.lineStrengthsMax + 1, strengths.length - LIMITS.lineStrengthsMax),
    );
    return { members: strengths.slice(from, from + LIMITS.lineStrengthsMax), best: row };
  });
}
