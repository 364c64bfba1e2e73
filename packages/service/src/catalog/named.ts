// What an id on a form's disable list stands for: one treatment, or every treatment that is or holds a medication.
import type { TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../store/store.ts';
import { ingredientOf } from './ingredient-codes.ts';
import type { CatalogTables, TreatmentRow } from './tables.ts';

/** The RxNorm concept in `rxcui:29046`; undefined for any other text. */
export function rxcuiIn(id: string): string | undefined {
  return /^rxcui:([1-9]\d{0,7})$/.exec(id)?.[1];
}

/** True for the drug with this RxNorm concept, and for everything that holds the ingredient with it. */
export function isMedication(
  { rxcui, ingredients }: Pick<TreatmentRow, 'rxcui' | 'ingredients'>,
  wanted: string,
): boolean {
  const ingredient = ingredientOf(wanted);
  return rxcui === wanted || (ingredient !== undefined && ingredients.includes(ingredient));
}

/** Those of the RxNorm concepts that are an ingredient or a drug here. */
export async function knownMedications(tx: Tx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const drugs = codes.filter((code) => ingredientOf(code) === undefined);
  const known = new Set(codes.filter((code) => !drugs.includes(code)));
  if (drugs.length === 0) return known;
  const rows = await tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select('rxcui')
    .where(sql<boolean>`rxcui = any(${drugs}::text[])`)
    .execute();
  for (const { rxcui } of rows) if (rxcui !== null) known.add(rxcui);
  return known;
}

/** An id, and the treatments that it stands for. */
export interface NamedTreatments {
  readonly id: string;
  readonly treatmentIds: readonly TreatmentId[];
}

/** What each id stands for. An id that is neither a treatment here, nor a known ingredient, nor a drug of one is left out. */
export async function treatmentsNamed(tx: Tx, ids: readonly string[]): Promise<readonly NamedTreatments[]> {
  const treatmentIds = ids.filter((id) => isId('trt', id));
  const codes = ids.flatMap((id) => rxcuiIn(id) ?? []);
  const ingredients = codes.flatMap((code) => ingredientOf(code) ?? []);
  const rows = await tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(['id', 'rxcui', 'ingredients'])
    .where((where) =>
      where.or([
        sql<boolean>`id = any(${treatmentIds}::text[])`,
        sql<boolean>`rxcui = any(${codes}::text[])`,
        sql<boolean>`ingredients && ${ingredients}::text[]`,
      ]),
    )
    .execute();
  return ids.flatMap((id) => {
    const code = rxcuiIn(id);
    const named = rows.filter((row) => (code === undefined ? row.id === id : isMedication(row, code)));
    const known = named.length > 0 || (code !== undefined && ingredientOf(code) !== undefined);
    return known ? [{ id, treatmentIds: named.map((row) => row.id) }] : [];
  });
}
