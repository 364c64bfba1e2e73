// Owns the index that a search reads: every treatment's words and names in memory, so that what is found and in which order takes no round trip.
import { eachInParts } from '../../kernel/concurrency/in-parts.ts';
import { inMilliliters, treatmentWords } from '../words.ts';
import { insteadOf } from './other-names.ts';

/** What the index knows of one treatment; the entries come in the order in which hits of the same kind stand. */
export interface IndexedTreatment {
  readonly id: string;
  /** Codes that find it alone. */
  readonly rxcui: string | null;
  readonly ndc: string | null;
  /** All that it is called, in words: its medicine, brands, other names. */
  readonly names: readonly string[];
  /** The brand that it is itself, in words: others of its names may be brands that have the same in them. */
  readonly brand?: string | undefined;
  /** Every word that it can be found by. */
  readonly words: readonly string[];
  /** Those of one drug and form share it: a line of the list. */
  readonly group: string;
}

/** What was typed, read once. */
export interface TypedText {
  readonly words: readonly string[];
  /** The words that are neither a number nor a unit: a name, as far as they are one. */
  readonly name: readonly string[];
}

/** Rows of the index, the best hit first. */
export interface WordIndex {
  readonly entries: readonly IndexedTreatment[];
  /** Rows of which every word typed begins a word. `first` says which come before others of the same closeness. */
  find(typed: TypedText, wanted: (row: number) => boolean, first: ReadonlySet<number>): readonly number[];
  byCode(code: { readonly rxcui: string; readonly ndc: string }): readonly number[];
  /** The rows of a drug and form, in their order. */
  group(row: number): readonly number[];
  row(id: string): number | undefined;
  /** Words of names with their rows, for what is only nearly typed. */
  readonly nameWords: ReadonlyMap<string, readonly number[]>;
}

const UNITS = new Set([
  'mg',
  'mcg',
  'g',
  'ml',
  'meq',
  'unit',
  'units',
  'iu',
  'percent',
  'hr',
  'hour',
  'hours',
]);
/** Closeness of the name: the whole of it, whole words of it, its beginning, none. */
const CLOSENESS = 4;
const NUMBERS_MAX = 4;

/** Reads what was typed: `lisinopril10` is two words, `10 lisinopril` the same as `lisinopril 10`. */
export function readTypedWords(text: string, wordsMax: number): TypedText {
  const words = treatmentWords(inMilliliters(text).replace(/(?<=[a-z]{5})(?=\d)/gi, ' ')).slice(0, wordsMax);
  return { words, name: words.filter((word) => !/^\d/.test(word) && !UNITS.has(word)) };
}

/** `entries` in the order of hits. A hundred thousand take seconds: other requests go on meanwhile. */
export async function buildWordIndex(entries: readonly IndexedTreatment[]): Promise<WordIndex> {
  const words = await postings(entries, ({ words: all }) => all);
  const names = await postings(entries, ({ names: all }) => all);
  const nameWords = await postings(
    entries,
    ({ names: all }) => new Set(all.flatMap((name) => name.split(' '))),
  );
  const branded = await postings(entries, ({ brand = '' }) => (brand === '' ? [] : [brand]));
  const groups = await postings(entries, ({ group }) => [group]);
  const sortedWords = sorted(words);
  const sortedNames = sorted(names);
  const ids = new Map(entries.map(({ id }, row) => [id, row]));
  const codes = await postings(entries, ({ rxcui, ndc }) =>
    [rxcui ?? '', ndc ?? ''].filter((code) => code !== ''),
  );

  const matching = (typed: TypedText): Uint8Array => {
    const matched = new Uint8Array(entries.length);
    typed.words.forEach((word, index) => {
      for (const one of [word, insteadOf(word)])
        if (one !== undefined)
          eachBeginning(sortedWords, one, (rows) => {
            for (const row of rows) if (matched[row] === index) matched[row] = index + 1;
          });
    });
    return matched;
  };

  return {
    entries,
    nameWords,
    row: (id) => ids.get(id),
    group: (row) => groups.get(entries[row]?.group ?? '') ?? [],
    byCode: ({ rxcui, ndc }) => [...new Set([...(codes.get(rxcui) ?? []), ...(codes.get(ndc) ?? [])])],
    find: (typed, wanted, first) => {
      const matched = matching(typed);
      const closeness = nameCloseness(entries.length, { names: sortedNames, branded }, typed.name);
      const numbers = typed.words.filter((word) => /^\d/.test(word)).slice(0, NUMBERS_MAX);
      const exact = new Uint8Array(entries.length);
      for (const number of numbers)
        for (const row of words.get(number) ?? []) exact[row] = (exact[row] ?? 0) + 1;
      const buckets: number[][] = [];
      for (let row = 0; row < entries.length; row += 1) {
        if (matched[row] !== typed.words.length || !wanted(row)) continue;
        const missed = numbers.length - (exact[row] ?? 0);
        const bucket = ((closeness[row] ?? 0) * (NUMBERS_MAX + 1) + missed) * 2 + (first.has(row) ? 0 : 1);
        const rows = buckets[bucket];
        if (rows === undefined) buckets[bucket] = [row];
        else rows.push(row);
      }
      return buckets.flat();
    },
  };
}

async function postings(
  entries: readonly IndexedTreatment[],
  keysOf: (entry: IndexedTreatment) => Iterable<string>,
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  await eachInParts(entries, (entry, row) => {
    for (const key of keysOf(entry)) {
      const rows = found.get(key);
      if (rows === undefined) found.set(key, [row]);
      else if (rows.at(-1) !== row) rows.push(row);
    }
  });
  return found;
}

interface Sorted {
  readonly keys: readonly string[];
  readonly rows: ReadonlyArray<readonly number[]>;
}

function sorted(found: ReadonlyMap<string, readonly number[]>): Sorted {
  const keys = [...found.keys()].sort((a, b) => (a < b ? -1 : 1));
  return { keys, rows: keys.map((key) => found.get(key) ?? []) };
}

/** Calls `each` with the rows of every key that begins with `beginning`. */
function eachBeginning(
  { keys, rows }: Sorted,
  beginning: string,
  each: (rows: readonly number[], key: string) => void,
): void {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  for (let at = low; keys[at]?.startsWith(beginning) === true; at += 1) each(rows[at] ?? [], keys[at] ?? '');
}

interface Names {
  readonly names: Sorted;
  readonly branded: ReadonlyMap<string, readonly number[]>;
}

/**
 * How near the typed name is to a name of each row: 0 the whole of it, 1 whole words, 2 a beginning, 3 none. Words behind the name are tried
 * without. Who types a brand means it: what only has the same in it comes behind.
 */
function nameCloseness(count: number, { names, branded }: Names, typed: readonly string[]): Uint8Array {
  const closeness = new Uint8Array(count).fill(CLOSENESS - 1);
  for (let length = typed.length; length > 0; length -= 1) {
    const name = typed.slice(0, length).join(' ');
    let found = false;
    const itself = branded.get(name) ?? [];
    eachBeginning(names, name, (rows, key) => {
      found = true;
      const near =
        key === name && itself.length === 0 ? 0 : key === name || key.startsWith(`${name} `) ? 1 : 2;
      for (const row of rows) if (near < (closeness[row] ?? 0)) closeness[row] = near;
    });
    for (const row of itself) closeness[row] = 0;
    if (found) break;
  }
  return closeness;
}
