// Owns which rows of the index answer a search: as it was typed, with two words as one, or in other words; and what is known of them without asking the store.
import type { Held } from './held-treatments.ts';
import { saidOtherwise } from './said-otherwise.ts';
import type { Typed } from './treatment-question.ts';
import type { FoundTreatment, SearchLists } from './treatment-search-sql.ts';
import type { TypedText, WordIndex } from './word-index.ts';

/** Every row that was found, the best first; nothing is bounded yet. */
export function rowsFor(index: WordIndex, lists: SearchLists, typed: Typed): readonly number[] {
  const wanted = wantedBy(index, lists);
  if (typed.codes !== undefined) return index.byCode(typed.codes).filter(wanted);
  const rowsOf = (ids: ReadonlySet<string>): ReadonlySet<number> =>
    new Set([...ids].flatMap((id) => index.row(id) ?? []));
  const found = index.find(typed, wanted, rowsOf(lists.listed));
  if (found.length > 0) return found;
  // What is one word is written as two: `epi pen`.
  for (const other of [...joinedPairs(typed), ...saidOtherwise(typed)]) {
    const again = index.find(other, wanted, rowsOf(lists.listed));
    if (again.length > 0) return again;
  }
  return [];
}

function joinedPairs({ words, name }: TypedText): readonly TypedText[] {
  return name.slice(1).map((second, at) => {
    const first = name[at] ?? '';
    const join = (list: readonly string[]): readonly string[] =>
      list.flatMap((word) => (word === first ? [first + second] : word === second ? [] : [word]));
    return { words: join(words), name: join(name) };
  });
}

/** Whether the scope may show the treatment of a row. */
export function wantedBy(
  index: WordIndex,
  { offCatalog, listed, preset }: SearchLists,
): (row: number) => boolean {
  if (offCatalog) return () => true;
  return (row) => {
    const id = index.entries[row]?.id ?? '';
    return listed.has(id) || preset.has(id);
  };
}

/** What can be said of these rows without asking: where they are held, of this very version, and the organization disables nothing. */
export function heldFacts(
  { rows, version }: Held,
  { version: current, disables, listed, mayWrite, timeZone }: SearchLists,
  wanted: readonly number[],
): readonly FoundTreatment[] | undefined {
  if (rows === null || version !== current || disables) return undefined;
  return wanted.flatMap((row) => {
    const treatment = rows[row];
    return treatment === undefined
      ? []
      : [
          {
            treatment,
            inCatalog: listed.has(treatment.id),
            offered: true,
            disabled: undefined,
            mayWrite,
            timeZone,
          },
        ];
  });
}
