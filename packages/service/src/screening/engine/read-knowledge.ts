// Reads from the imported data what one question needs: pairs among its ingredients, what allergies mean, and what told medicines are made of.
import { ingredientName, plainName } from '@pestle/rules/drug-names';
import type { KnownPair, OtherDrug, ReadAllergy } from '@pestle/rules/screening';
import { sql } from 'kysely';
import {
  type CatalogTables,
  findTreatmentsByRxcui,
  ingredientOf,
  ingredientsCalled,
} from '../../catalog/inside.ts';
import type { Allergy } from '../../directory/inside.ts';
import type { Tx } from '../../store/store.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { ToldMedicine } from '../screener.ts';
import type { ScreeningTables } from '../tables.ts';

/** The interacting pairs among these ingredients. */
export async function knownPairs(tx: Tx, ingredients: readonly string[]): Promise<readonly KnownPair[]> {
  const names = [...new Set(ingredients.map(ingredientName))];
  if (names.length < 2) return [];
  return await tx
    .withTables<ScreeningTables>()
    .selectFrom('interaction')
    .select(['a', 'b', 'severity'])
    .where('a', 'in', names)
    .where('b', 'in', names)
    .execute();
}

/** Each allergy with what the data say of it; null in place of one that nothing can be compared with. */
export async function readAllergies(
  tx: Tx,
  allergies: readonly Allergy[],
): Promise<readonly (ReadAllergy | null)[]> {
  const named = allergies.map((allergy) => namesOf(allergy));
  const all = [...new Set(named.flat())];
  if (all.length === 0) return allergies.map(() => null);
  const allergens = await tx
    .withTables<ScreeningTables>()
    .selectFrom('allergen')
    .selectAll()
    .where(sql<boolean>`(names && ${all}::text[])`)
    .execute();
  const classes = await classNames(tx, [
    ...allergens.flatMap((one) => one.classes),
    ...allergies.flatMap((one) => vaClassOf(one) ?? []),
  ]);
  const known = await knownIngredients(tx, all);
  return allergies.map((allergy, at) => {
    const names = named[at] ?? [];
    const found = allergens.filter((one) => one.names.some((name) => names.includes(name)));
    const own = vaClassOf(allergy);
    if (found.length === 0 && own === null && !names.some((name) => known.has(name))) return null;
    const codes = [...found.flatMap((one) => one.classes), ...(own === null ? [] : [own])];
    return {
      substance: allergy.substance,
      allergen: found[0]?.name ?? null,
      is: names,
      alsoIngredients: found.flatMap((one) => one.ingredients),
      alsoClasses: codes.flatMap((code) => classes.get(code) ?? []),
    };
  });
}

/** A told medicine as a drug; null for one whose ingredients nobody knows. */
export async function readMedicines(
  tx: Tx,
  told: readonly ToldMedicine[],
): Promise<readonly (OtherDrug | null)[]> {
  if (told.length === 0) return [];
  const byCode = new Map(
    (
      await findTreatmentsByRxcui(
        tx,
        told.flatMap(({ rxcui }) => rxcui ?? []),
      )
    ).map((row) => [row.rxcui, row]),
  );
  const phrases = [...new Set(told.flatMap(({ name }) => phrasesOf(wordsOf(name))))];
  const known = await knownIngredients(tx, phrases);
  const brands = await ingredientsOfBrands(tx, phrases);
  const calledSo = (phrase: string): readonly string[] =>
    known.has(phrase) ? [phrase] : (brands.get(phrase) ?? ingredientsCalled(phrase));
  return told.map(({ name, rxcui }): OtherDrug | null => {
    const treatment = rxcui === null ? undefined : byCode.get(rxcui);
    if (treatment !== undefined && treatment.ingredients.length > 0)
      return {
        name,
        ingredients: treatment.ingredients,
        className: treatment.therapeutic_class,
        from: 'TOLD',
      };
    const coded = rxcui === null ? undefined : ingredientOf(rxcui);
    const ingredients = coded !== undefined ? [coded] : ingredientsIn(wordsOf(name), calledSo);
    return ingredients.length === 0 ? null : { name, ingredients, className: null, from: 'TOLD' };
  });
}

/** Those of the names that are ingredients of a treatment or of a known pair. */
async function knownIngredients(tx: Tx, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const inCatalog = await tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(sql<readonly string[]>`ingredients`.as('ingredients'))
    .distinct()
    .where(sql<boolean>`(ingredients && ${names}::text[])`)
    .execute();
  const inPairs = await tx
    .withTables<ScreeningTables>()
    .selectFrom('interaction')
    .select(['a', 'b'])
    .where((where) => where.or([where('a', 'in', names), where('b', 'in', names)]))
    .limit(LIMITS.rowsMax)
    .execute();
  return new Set([
    ...inCatalog.flatMap(({ ingredients }) => ingredients.map(ingredientName)),
    ...inPairs.flatMap(({ a, b }) => [a, b]),
  ]);
}

/** What is in drugs of these brands: in all that are sold under one name, as a told name does not say which it is. */
async function ingredientsOfBrands(
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(['brand_name', 'ingredients'])
    .where(sql<boolean>`(lower(brand_name) = any(${names}::text[]))`)
    .execute();
  const found = new Map<string, readonly string[]>();
  for (const { brand_name: brand, ingredients } of rows) {
    if (brand === null || ingredients.length === 0) continue;
    const name = plainName(brand);
    found.set(name, [...new Set([...(found.get(name) ?? []), ...ingredients])]);
  }
  return found;
}

/** The names of classes by code; a code that ends in noughts stands for all that begin like it. */
async function classNames(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const wanted = [...new Set(codes)];
  if (wanted.length === 0) return new Map();
  const rows = await tx.withTables<ScreeningTables>().selectFrom('drug_class').selectAll().execute();
  return new Map(
    wanted.map((code) => {
      const beginning = code.replace(/0{1,3}$/, '');
      return [code, rows.filter((row) => row.code.startsWith(beginning)).map(({ name }) => name)];
    }),
  );
}

/** What an allergy may be called in the data: its words, the same without the plural, and the ingredient of its code. */
function namesOf({ substance, code, codeSystem }: Allergy): readonly string[] {
  const plain = plainName(substance);
  const coded = isRxNorm(codeSystem) && code !== undefined ? ingredientOf(code) : undefined;
  const singular = plain.endsWith('s') ? [plain.slice(0, -1)] : [`${plain}s`];
  return [
    ...new Set([
      plain,
      ingredientName(plain),
      ...singular,
      ...(coded === undefined ? [] : [ingredientName(coded)]),
    ]),
  ];
}

function isRxNorm(system: string | undefined): boolean {
  return /^(?:rxnorm|http:\/\/www\.nlm\.nih\.gov\/research\/umls\/rxnorm)$/i.test(system ?? '');
}

/** The class that an allergy names by code. */
function vaClassOf({ code, codeSystem }: Allergy): string | null {
  return codeSystem?.toUpperCase() === 'VA_CLASS' && code !== undefined ? code.toUpperCase() : null;
}

/** Stands between two ingredients. */
const AND = 'and';

/** `Lisinopril/HCTZ 20 mg` → `lisinopril and hctz 20 mg`, in words, not more than are looked at. */
function wordsOf(name: string): readonly string[] {
  const words = plainName(name.replaceAll(/[/+&]/g, ` ${AND} `).replaceAll(/[,;()]/g, ' ')).split(' ');
  return words.slice(0, LIMITS.nameWordsMax);
}

/** Some of the words that follow each other, the longest first, each with its salt and without. */
function phrasesFrom(words: readonly string[], at: number): ReadonlyArray<readonly [string, length: number]> {
  return words
    .slice(at)
    .map((_word, shorter) => words.slice(at, words.length - shorter))
    .flatMap((phrase) => [
      [phrase.join(' '), phrase.length] as const,
      [ingredientName(phrase.join(' ')), phrase.length] as const,
    ]);
}

function phrasesOf(words: readonly string[]): readonly string[] {
  return words.flatMap((_word, at) => phrasesFrom(words, at).map(([phrase]) => phrase));
}

/**
 * The ingredients that a name says, whatever their number: of `lisinopril hctz` both. None where it does not begin with one, or joins a word to
 * it that nobody knows: a medicine of which half was compared does not count as compared.
 */
function ingredientsIn(
  words: readonly string[],
  calledSo: (phrase: string) => readonly string[],
): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const known = phrasesFrom(words, at).find(([phrase]) => calledSo(phrase).length > 0);
    if (known !== undefined) found.push(...calledSo(known[0]));
    else if (at === 0 || (words[at - 1] === AND && /^[a-z]/.test(words[at] ?? ''))) return [];
    at += known?.[1] ?? 1;
  }
  return [...new Set(found)];
}
