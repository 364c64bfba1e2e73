// Reads treatments, the network's list of what can be prescribed.
import type { TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { derivedId } from '../directory/inside.ts';
import type { Tx } from '../store/store.ts';
import type { CatalogTables, TreatmentRow } from './tables.ts';

export type { TreatmentRow } from './tables.ts';

/** Every column of `TreatmentRow`; the store's own search column stays there. */
export const TREATMENT_COLUMNS = [
  'id',
  'rxcui',
  'kind',
  'name',
  'brand_name',
  'ingredients',
  'synonyms',
  'strength',
  'dose_form',
  'route',
  'ndc',
  'unit_code',
  'packages',
  'written_by',
  'compound',
  'federal_status',
  'federal_schedule',
  'federal_as_of',
  'drug_description',
  'therapeutic_class',
  'commonness',
  'active',
  'search_name',
  'search_words',
  'revision',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof TreatmentRow)[];

export async function findTreatment(tx: Tx, id: string): Promise<TreatmentRow | undefined> {
  if (!isId('trt', id)) return undefined;
  return tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(TREATMENT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findTreatments(tx: Tx, ids: readonly string[]): Promise<Map<string, TreatmentRow>> {
  const wanted = [...new Set(ids)].filter((id): id is TreatmentId => isId('trt', id));
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(TREATMENT_COLUMNS)
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those of the treatments that RxNorm knows by these codes; no more of them than one question may ask about. */
export async function findTreatmentsByRxcui(tx: Tx, rxcuis: readonly string[]): Promise<TreatmentRow[]> {
  const wanted = [...new Set(rxcuis)];
  if (wanted.length === 0) return [];
  return tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(TREATMENT_COLUMNS)
    .where('rxcui', 'in', wanted)
    .execute();
}

/** The id of the treatment with this RxNorm code: the same in every installation, so that imports can be repeated. */
export function treatmentIdOf(rxcui: string): TreatmentId {
  return derivedId('trt', `rxcui:${rxcui}`);
}
