// Owns the index of treatments of this process: read from the store when the service starts, or at the first search, and read anew beside the searches when the treatments changed.
import { isYoungerThan } from '../../kernel/age.ts';
import { eachInParts } from '../../kernel/concurrency/in-parts.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { TreatmentRow } from '../tables.ts';
import { inMilliliters, treatmentWords } from '../words.ts';
import { otherNames } from './other-names.ts';
import { readIndexableRows, readVersion } from './treatment-search-sql.ts';
import { formRank, useRank } from './use-ranks.ts';
import { buildWordIndex, type IndexedTreatment, type WordIndex } from './word-index.ts';

export interface HeldTreatments {
  /**
   * The index as of this version of the treatments. Where another process has changed them, searches go on with what is held while the index is
   * made anew, for at most `treatmentIndexAgeMs` from the first search that notices.
   */
  current(version: number): Promise<Held>;
  /** Reads it now, unless it is held: whoever searches first then does not wait. */
  warm(): Promise<void>;
  /** Says that this process changed treatments, so that the next search sees it. */
  changed(): void;
}

/** What this process holds of the treatments. */
export interface Held {
  readonly version: number;
  readonly index: WordIndex;
  /** The treatments themselves, in the order of the index's entries; null where there are too many to hold. */
  readonly rows: readonly TreatmentRow[] | null;
}

export function createHeldTreatments(store: Store, ports: Ports): HeldTreatments {
  let held: Held | undefined;
  let reading: Promise<Held> | undefined;
  let mustRead = false;
  /** When a search first found that what is held is of an older version. */
  let noticedAtMs: number | undefined;

  const readAnew = async (version: number): Promise<Held> => {
    const { entries, rows } = await indexed(await readIndexableRows(store));
    const isMany = rows.length > LIMITS.heldTreatmentsMax;
    held = { version, index: await buildWordIndex(entries), rows: isMany ? null : rows };
    noticedAtMs = undefined;
    return held;
  };
  const read = (version: number): Promise<Held> => {
    reading ??= readAnew(version).finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    current: async (version) => {
      if (held !== undefined && held.version === version) return held;
      // With nothing held there is nothing to go on with: a new installation imports its treatments beside a service that runs.
      if (held === undefined || held.index.entries.length === 0 || mustRead) {
        mustRead = false;
        // What is being read may have begun before the change.
        if (reading !== undefined) await reading.catch(() => undefined);
        return await read(version);
      }
      noticedAtMs ??= ports.clock.now();
      const late = !isYoungerThan(noticedAtMs, ports.clock.now(), LIMITS.treatmentIndexAgeMs);
      const anew = read(version);
      if (late) return await anew;
      // A search that comes later meets the same failure and is answered with it.
      anew.catch(() => undefined);
      return held;
    },
    warm: async () => {
      if (held === undefined) await read(await readVersion(store));
    },
    changed: () => {
      mustRead = true;
    },
  };
}

/** The rows in the order of hits: what can be prescribed, the commonest medicines, the form that is meant first, by strength. */
async function indexed(
  rows: readonly TreatmentRow[],
): Promise<{ readonly entries: readonly IndexedTreatment[]; readonly rows: readonly TreatmentRow[] }> {
  const ordered: { readonly row: TreatmentRow; readonly order: Order }[] = [];
  await eachInParts(rows, (row) => ordered.push({ row, order: orderOf(row) }));
  ordered.sort((a, b) => compare(a.order, b.order));
  const entries: IndexedTreatment[] = [];
  await eachInParts(ordered, ({ row }) => entries.push(indexedOf(row)));
  return { entries, rows: ordered.map(({ row }) => row) };
}

/** A longer other name is a name. */
const ABBREVIATION_LETTERS_MAX = 4;

type Order = readonly (number | string)[];

function orderOf(row: TreatmentRow): Order {
  const { ingredients } = row;
  const form = row.dose_form ?? '~';
  return [
    row.federal_status === 'uncontrolled' ? 0 : 1,
    useRank(ingredients),
    ingredients.length,
    -row.commonness,
    formRank(ingredients, form),
    medicineOf(row),
    row.brand_name === null ? 0 : 1,
    form,
    firstNumber(row.strength),
    row.name,
  ];
}

function compare(one: Order, other: Order): number {
  for (let at = 0; at < one.length; at += 1) {
    const [a = 0, b = 0] = [one[at], other[at]];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

function firstNumber(strength: string | null): number {
  const number = Number.parseFloat((strength ?? '').replaceAll(',', ''));
  return Number.isFinite(number) ? number : Number.MAX_VALUE;
}

/** What a treatment is called without its strength and form, with its salt where the name says it: `metoprolol succinate`. */
export function medicineOf({
  name,
  ingredients,
  brand_name,
}: Pick<TreatmentRow, 'name' | 'ingredients' | 'brand_name'>): string {
  if (ingredients.length === 0) return (brand_name ?? name).toLowerCase();
  const [first = ''] = ingredients;
  const named = /^(.*?) [\d.,]+(?: ?%| [a-z])/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ingredients.length === 1 && named.startsWith(first) ? named : ingredients.join(' / ');
}

function indexedOf(row: TreatmentRow): IndexedTreatment {
  const { ingredients, synonyms, brand_name: brand } = row;
  const medicine = medicineOf(row);
  // A brand of one ingredient is no combination's; an abbreviation is: `lisinopril hctz`.
  const others = ingredients
    .flatMap(otherNames)
    .filter((name) => ingredients.length === 1 || name.length <= ABBREVIATION_LETTERS_MAX);
  // A combination is called by all of its ingredients: one of them alone finds it, behind what is only that.
  const own = ingredients.length === 1 ? [...ingredients, ...others] : [ingredients.join(' ')];
  const names = [medicine, ...own, brand ?? '', ...synonyms]
    .map((name) => treatmentWords(name).join(' '))
    .filter((name) => name !== '');
  const words = new Set(row.search_words.split(' '));
  for (const name of [...names, ...others.flatMap(treatmentWords)])
    for (const word of name.split(' ')) words.add(word);
  for (const word of otherStrengths(row.strength ?? '')) words.add(word);
  for (const word of treatmentWords(inMilliliters(row.strength ?? row.name))) words.add(word);
  return {
    id: row.id,
    rxcui: row.rxcui,
    ndc: row.ndc,
    names: [...new Set(names)],
    brand: treatmentWords(brand ?? '').join(' '),
    words: [...words],
    group: [medicine, brand ?? '', row.dose_form ?? row.name].join('\t').toLowerCase(),
  };
}

/** A strength below a milligram in micrograms as well, as people say it: `0.088 mg` is found by `88 mcg`. */
function otherStrengths(strength: string): readonly string[] {
  return Array.from(strength.matchAll(/\b(0\.\d+) mg\b/g), ([, number = '']) =>
    String(Math.round(Number(number) * 1_000_000) / 1_000),
  ).flatMap((number) => [number, 'mcg']);
}
