// Imports what pharmacies ask for drugs without insurance: lists that a pharmacy or its chain publishes. A file counts as a whole.

import type { PharmacyId } from '@pestle/rules/ids';
import { centsOf } from '@pestle/rules/money';
import { isNpi } from '@pestle/rules/npi';
import {
  findByIdentifiers,
  onlyFirst,
  type ReadRow,
  refuseRow,
  type SourceColumns,
  type SourceRow,
  verdicts,
} from '../../directory/inside.ts';
import type { Tx } from '../../store/store.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type { PricingUnit } from '../tables.ts';
import {
  lockPharmacyPrices,
  type NamedPrice,
  type PharmacyPriceContent,
  removeUnnamedPrices,
  upsertPharmacyPrices,
} from './pharmacy-prices-sql.ts';
import {
  amountIn,
  bounded,
  RowRefusal,
  type RowWriter,
  readRow,
  requiredDayIn,
  rxcuiIn,
  text,
} from './source-fields.ts';

export const PHARMACY_PRICE_COLUMNS: SourceColumns = {
  required: ['npi', 'rxcui', 'quantity', 'pricing_unit', 'price_usd', 'effective_date', 'source'],
  optional: ['drug_name'],
};

const UNITS: readonly string[] = ['EA', 'ML', 'GM'] satisfies PricingUnit[];
const QUANTITY_MAX = 1_000_000;

export function readPharmacyPriceRow(row: SourceRow): ReadRow<NamedPrice> {
  const columns = ['npi', 'rxcui', 'quantity', 'pricing_unit'];
  const written = columns.map((column) => text(row, column)).join(' ');
  const read = readRow(written, () => {
    const npi = text(row, 'npi');
    if (!isNpi(npi))
      throw new RowRefusal('NPI_INVALID', 'The NPI has ten digits and a check digit; this is none.');
    const unit = text(row, 'pricing_unit');
    if (!UNITS.includes(unit))
      throw new RowRefusal('PRICING_UNIT_UNKNOWN', 'The pricing_unit is EA, ML or GM.');
    const quantity = amountIn(row, 'quantity', 'The quantity', QUANTITY_MAX);
    if (Number(quantity) === 0) throw new RowRefusal('AMOUNT_INVALID', 'The quantity is more than nothing.');
    const cents = centsOf(amountIn(row, 'price_usd', 'The price', LIMITS.dollarsMax));
    // A price of nothing is a gap in a price list, not a gift.
    if (cents === undefined || cents === 0)
      throw new RowRefusal('AMOUNT_INVALID', 'The price is more than nothing.');
    const source = bounded(text(row, 'source'), 'source', LIMITS.priceSourceCharactersMax);
    if (source === null)
      throw new RowRefusal('SOURCE_MISSING', 'The row does not say in `source` whose price list it is.');
    const effectiveOn = requiredDayIn(row, 'effective_date');
    const rxcui = rxcuiIn(row);
    return { npi, rxcui, quantity, unit: unit as PricingUnit, cents, effective_on: effectiveOn, source };
  });
  if (!read.ok) return read;
  const { npi, rxcui, quantity, unit } = read.content;
  return { ...read, key: [npi, rxcui, quantity, unit].join(' ') };
}

/** One file under way in its transaction: what of a pharmacy that it names it does not name, goes. */
export function pharmacyPricesFile(tx: Tx): {
  readonly write: RowWriter;
  readonly finish: () => Promise<number>;
} {
  const named = new Map<string, string[]>();
  let isLocked = false;
  return {
    write: async (session, rows) => {
      if (!isLocked) await lockPharmacyPrices(tx);
      isLocked = true;
      const { known, idOf } = await ofKnownPharmacies(tx, rows.map(readPharmacyPriceRow));
      const read = onlyFirst(session, known);
      const contents = read.flatMap((row): PharmacyPriceContent[] => {
        if (!row.ok) return [];
        const { npi, ...rest } = row.content;
        const pharmacyId = idOf.get(npi);
        if (pharmacyId === undefined) return [];
        const keys = named.get(pharmacyId) ?? [];
        keys.push([rest.rxcui, rest.quantity, rest.unit].join(' '));
        named.set(pharmacyId, keys);
        return [{ ...rest, pharmacy_id: pharmacyId }];
      });
      const npiOf = new Map([...idOf].map(([npi, id]) => [id as string, npi]));
      const written = await upsertPharmacyPrices(tx, contents);
      return verdicts(
        read,
        new Set(written.map(({ pharmacy_id: id, within }) => `${npiOf.get(id)} ${within}`)),
      );
    },
    finish: async () => {
      let removed = 0;
      for (const [pharmacyId, keys] of named) removed += await removeUnnamedPrices(tx, pharmacyId, keys);
      return removed;
    },
  };
}

async function ofKnownPharmacies(
  tx: Tx,
  rows: readonly ReadRow<NamedPrice>[],
): Promise<{
  readonly known: readonly ReadRow<NamedPrice>[];
  readonly idOf: ReadonlyMap<string, PharmacyId>;
}> {
  const npis = [...new Set(rows.flatMap((row) => (row.ok ? [row.content.npi] : [])))];
  const found = npis.length === 0 ? [] : await findByIdentifiers(tx, npis, []);
  const idOf = new Map(found.flatMap(({ id, npi }) => (npi === null ? [] : [[npi, id] as const])));
  const known = rows.map((row) =>
    row.ok && !idOf.has(row.content.npi)
      ? refuseRow(
          row.key,
          'PHARMACY_UNKNOWN',
          'No pharmacy has this NPI: import the file of pharmacies first.',
        )
      : row,
  );
  return { known, idOf };
}
