// What a pharmacy asks for the drugs of an order without insurance, as its own published list says: shown with its day and source, never promised.
import { pricingUnitOf } from '@pestle/rules/copay';
import { addDays } from '@pestle/rules/dates';
import { toQuantity } from '@pestle/rules/decimal';
import type { PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../store/store.ts';
import { COVERAGE_LIMITS as LIMITS } from './limits.ts';
import type { CoverageTables, PharmacyPriceRow } from './tables.ts';

/** One drug as it was prescribed. */
export interface PricedDrug {
  readonly rxcui: string | null;
  /** A decimal, in the unit. */
  readonly quantity: string;
  /** NCIt code of the unit. */
  readonly unitCode: string;
}

/** Of all the drugs together. */
export interface PharmacyPrice {
  readonly cents: number;
  /** The oldest day of the prices in it, `YYYY-MM-DD`. */
  readonly day: string;
  /** Whose list it is. */
  readonly source: string;
}

/**
 * What each of these pharmacies asks for all of these drugs. A pharmacy is in the answer only where its list has a price for every one of
 * them, in exactly this quantity, that is not of a day to come and not older than 90 days: nothing is computed from another quantity, and a part of a
 * sum is never shown as the whole.
 *
 * @param today `YYYY-MM-DD`
 */
export async function pharmacyPrices(
  tx: Tx,
  pharmacyIds: readonly PharmacyId[],
  drugs: readonly PricedDrug[],
  today: string,
): Promise<ReadonlyMap<string, PharmacyPrice>> {
  const asked = drugs.flatMap(({ rxcui, quantity, unitCode }) => {
    const unit = pricingUnitOf(unitCode);
    const amount = toQuantity(quantity);
    return rxcui === null || unit === undefined || !amount.ok
      ? []
      : [{ rxcui, unit, quantity: amount.value }];
  });
  if (asked.length === 0 || asked.length < drugs.length || pharmacyIds.length === 0) return new Map();
  const rows = await tx
    .withTables<CoverageTables>()
    .selectFrom('pharmacy_price')
    .select(['pharmacy_id', 'rxcui', 'unit', 'cents', 'effective_on', 'source'])
    .select(sql<string>`trim_scale(quantity)::text`.as('quantity'))
    .where('pharmacy_id', 'in', [...new Set(pharmacyIds)])
    .where('rxcui', 'in', [...new Set(asked.map(({ rxcui }) => rxcui))])
    .where('effective_on', '<=', today)
    .where('effective_on', '>=', addDays(today, -LIMITS.pharmacyPriceDaysMax))
    .execute();
  const byPharmacy = Map.groupBy(rows, (row) => row.pharmacy_id);
  const priced = new Map<string, PharmacyPrice>();
  for (const [id, own] of byPharmacy) {
    const found = asked.flatMap(({ rxcui, unit, quantity }) => {
      const row = own.find((one) => one.rxcui === rxcui && one.unit === unit && one.quantity === quantity);
      return row === undefined ? [] : [row];
    });
    const price = found.length === asked.length ? totalOf(found) : undefined;
    if (price !== undefined) priced.set(id, price);
  }
  return priced;
}

/** Of one list only: two sources in one sum could be named by neither. */
function totalOf(rows: readonly PharmacyPriceRow[]): PharmacyPrice | undefined {
  const [first] = rows;
  if (first === undefined || rows.some(({ source }) => source !== first.source)) return undefined;
  const days = rows.map(({ effective_on: day }) => day).toSorted();
  return {
    cents: rows.reduce((sum, { cents }) => sum + cents, 0),
    day: days[0] ?? first.effective_on,
    source: first.source,
  };
}
