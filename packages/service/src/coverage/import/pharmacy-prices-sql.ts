// The statements that write what pharmacies ask for drugs, a batch of rows at a time, and remove what a file no longer names.
import type { PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { PricingUnit } from '../tables.ts';

/** A row as its file has it: the pharmacy is still named by its NPI. */
export interface NamedPrice {
  readonly npi: string;
  readonly rxcui: string;
  readonly quantity: string;
  readonly unit: PricingUnit;
  readonly cents: number;
  readonly effective_on: string;
  readonly source: string;
}

/** A row of the table. */
export type PharmacyPriceContent = Omit<NamedPrice, 'npi'> & { readonly pharmacy_id: PharmacyId };

/** A row of the table: the pharmacy, and the key within it. */
interface Written {
  readonly pharmacy_id: string;
  readonly within: string;
}

/** What names a price within its pharmacy. */
const WITHIN = sql<string>`concat_ws(' ', rxcui, trim_scale(quantity), unit)`;

/** Two imports follow each other; readers do not wait. */
export async function lockPharmacyPrices(tx: Tx): Promise<void> {
  await sql`lock table pharmacy_price in share row exclusive mode`.execute(tx);
}

/** Answers the rows that are new or other than before. */
export async function upsertPharmacyPrices(
  tx: Tx,
  prices: readonly PharmacyPriceContent[],
): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    insert into pharmacy_price as kept (pharmacy_id, rxcui, quantity, unit, cents, effective_on, source)
    select pharmacy_id, rxcui, quantity, unit, cents, effective_on, source from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as source (pharmacy_id text, rxcui text, quantity numeric, unit text, cents integer, effective_on date, source text)
    on conflict (pharmacy_id, rxcui, quantity, unit) do update
      set cents = excluded.cents, effective_on = excluded.effective_on, source = excluded.source
    where (kept.cents, kept.effective_on, kept.source) is distinct from (excluded.cents, excluded.effective_on, excluded.source)
    returning pharmacy_id, ${WITHIN} as within`.execute(tx);
  return rows;
}

/** Removes the prices of a pharmacy that are not named; answers how many. */
export async function removeUnnamedPrices(
  tx: Tx,
  pharmacyId: string,
  named: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pharmacy_price where pharmacy_id = ${pharmacyId} and not exists (
      select from jsonb_array_elements_text(${JSON.stringify(named)}::jsonb) as named (key) where named.key = ${WITHIN})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
