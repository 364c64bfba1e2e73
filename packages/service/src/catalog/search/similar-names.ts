// Decides which names to suggest when nothing is called what was typed: names that a typing error leads to, never names that only look alike.
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';

/** A treatment that shares some letters with what was typed. */
export interface Candidate {
  readonly id: string;
  /** What it is called: all strengths and forms have the same. */
  readonly knownAs: string;
  /** The words of its names. */
  readonly names: readonly string[];
  /** All words it can be found by. */
  readonly words: readonly string[];
}

/**
 * The ids to suggest, the likest names first, each with its strengths in the order given. Every word of the typed name must be a word of
 * the treatment's, or its beginning, but for a few slips; words behind the name (a strength, a form) put what has them first.
 */
export function similarNames(
  typed: { readonly name: string; readonly words: readonly string[] },
  candidates: readonly Candidate[],
): readonly string[] {
  const names = typed.name.split(' ');
  const rest = typed.words.slice(names.length);
  const close = candidates
    .map((candidate) => ({ candidate, slips: slipsOf(names, candidate.names) }))
    .filter((one): one is { candidate: Candidate; slips: number } => one.slips !== undefined);
  const fewest = Math.min(...close.map(({ slips }) => slips));
  const missing = ({ words }: Candidate): number =>
    rest.filter((word) => !words.some((one) => one.startsWith(word))).length;
  const counts = new Map<string, number>();
  return close
    .filter(({ slips }) => slips <= fewest + 1)
    .toSorted((a, b) => a.slips - b.slips || missing(a.candidate) - missing(b.candidate))
    .filter(({ candidate: { knownAs } }) => {
      const count = (counts.get(knownAs) ?? 0) + 1;
      counts.set(knownAs, count);
      return count <= LIMITS.similarPerNameMax;
    })
    .slice(0, LIMITS.similarHitsMax)
    .map(({ candidate }) => candidate.id);
}

/** All slips together; undefined when a word is like none of the treatment's. */
function slipsOf(typed: readonly string[], names: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of typed) {
    const fewest = Math.min(...names.map((name) => slips(word, name)));
    if (!(fewest <= slipsAllowed(word))) return undefined;
    sum += fewest;
  }
  return sum;
}

/** A short word with a slip is another word, and three slips make hydralazine of hydroxyzine. */
function slipsAllowed({ length }: string): number {
  if (length < LIMITS.similarLettersMin) return 0;
  return length < 7 ? 1 : 2;
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
