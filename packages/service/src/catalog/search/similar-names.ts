// Decides which names to suggest when nothing is called what was typed: names that a typing error leads to, never names that only look alike.
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { insteadOf, isLookAlike } from './other-names.ts';
import type { TypedText, WordIndex } from './word-index.ts';

/**
 * Rows to suggest, each with its strengths in the order of the index. Every word of the typed name must be a word of the treatment's names, or
 * its beginning, but for a few slips; only those with the fewest slips are told: one slip further is another drug, as fosinopril is of
 * `lsinopril`. Words behind the name (a strength, a form) put what has them first.
 */
export function similarNames(
  index: WordIndex,
  { name, words }: TypedText,
  wanted: (row: number) => boolean,
): readonly number[] {
  if (name.some((word) => isLookAlike(word) && !index.nameWords.has(word))) return [];
  // A word for a form is no part of a name: `metoprlol er 25`.
  const known = name.filter((word) => insteadOf(word) === undefined);
  const named = [...known];
  const rest = words.filter((word) => !known.includes(word));
  while (known.length > 0) {
    const close = closest(index, known, wanted);
    if (close.length > 0) return capped(index, close, [...named.slice(known.length), ...rest]);
    // The last word may be no part of a name, as in `lisinoprol tabs`; a letter is, as in `vitamin d`.
    if ((known.pop() ?? '').length < LIMITS.searchLettersMin) return [];
  }
  return [];
}

/** The rows with the fewest slips in all of the words together. */
function closest(
  index: WordIndex,
  name: readonly string[],
  wanted: (row: number) => boolean,
): readonly number[] {
  if (!name.some((word) => word.length >= LIMITS.similarLettersMin)) return [];
  let sums: Map<number, number> | undefined;
  for (const word of name) {
    const here = new Map<number, number>();
    for (const [one, rows] of index.nameWords) {
      const count = slipsWithin(word, one, slipsAllowed(word));
      if (count === undefined) continue;
      for (const row of rows) here.set(row, Math.min(here.get(row) ?? count, count));
    }
    const before = sums;
    sums =
      before === undefined ? here : new Map([...here].flatMap(([row, count]) => both(row, count, before)));
  }
  const rows = [...(sums ?? [])].filter(([row]) => wanted(row));
  const fewest = Math.min(...rows.map(([, count]) => count));
  return rows.flatMap(([row, count]) => (count === fewest ? [row] : [])).toSorted((a, b) => a - b);
}

function both(
  row: number,
  count: number,
  before: ReadonlyMap<number, number>,
): ReadonlyArray<[number, number]> {
  const other = before.get(row);
  return other === undefined ? [] : [[row, count + other]];
}

/** So many of each group and in all, what has the other words first. */
function capped(index: WordIndex, rows: readonly number[], rest: readonly string[]): readonly number[] {
  const missing = (row: number): number =>
    rest.filter((word) => !hasWord(index.entries[row]?.words ?? [], word)).length;
  const counts = new Map<string, number>();
  return rows
    .map((row) => ({ row, missing: rest.length === 0 ? 0 : missing(row) }))
    .toSorted((a, b) => a.missing - b.missing || a.row - b.row)
    .filter(({ row }) => {
      const group = index.entries[row]?.names[0] ?? '';
      const count = (counts.get(group) ?? 0) + 1;
      counts.set(group, count);
      return count <= LIMITS.similarPerNameMax;
    })
    .slice(0, LIMITS.similarHitsMax)
    .map(({ row }) => row);
}

function hasWord(words: readonly string[], wanted: string): boolean {
  const instead = insteadOf(wanted) ?? wanted;
  return words.some((one) => one.startsWith(wanted) || one.startsWith(instead));
}

/** A short word with a slip is another word, and three slips make hydralazine of hydroxyzine. */
function slipsAllowed({ length }: string): number {
  if (length < LIMITS.similarLettersMin) return 0;
  return length < 7 ? 1 : 2;
}

/** The slips, where they are no more than these; most words are told apart by their letters alone. */
function slipsWithin(typed: string, name: string, most: number): number | undefined {
  if (name.startsWith(typed)) return 0;
  if (most === 0 || name.length < typed.length - most) return undefined;
  if (lettersMissing(typed, name) > most) return undefined;
  const count = slips(typed, name.slice(0, typed.length + most));
  if (count > most) return undefined;
  // Who errs twice still begins right, and who writes a short word: coumadin is no flumadine, kdur no duraclon.
  const certain = count > 1 || (count > 0 && typed.length <= LIMITS.similarLettersMin);
  return certain && typed[0] !== name[0] ? undefined : count;
}

function lettersMissing(typed: string, name: string): number {
  let missing = lettersOf(typed) & ~lettersOf(name);
  let count = 0;
  for (; missing !== 0; missing &= missing - 1) count += 1;
  return count;
}

const letters = new Map<string, number>();

/** The letters of a word as bits. What is kept is bounded by the words of the index and emptied when it grows beyond. */
function lettersOf(word: string): number {
  let mask = letters.get(word);
  if (mask === undefined) {
    if (letters.size >= LIMITS.letterMasksMax) letters.clear();
    mask = 0;
    for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) % 31);
    letters.set(word, mask);
  }
  return mask;
}

/**
 * Letters to change, to add, to leave out or to exchange with their neighbor until `typed` is `name` or a beginning of it (optimal string
 * alignment distance, the end of the name free).
 */
export function slips(typed: string, name: string): number {
  let before: number[] = [];
  let row = Array.from({ length: name.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const same = typed[i - 1] === name[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}
