// Owns what the sandbox's pharmacies ask without insurance: an invented list of each, for what its templates and the guided first order prescribe.
import { templates } from './templates.ts';

/** A row of a public file of prices, by column name. */
type Row = Readonly<Record<string, string>>;

/** Dollars for one unit at the cheapest, by RxCUI: invented, and near what such drugs cost. */
const CHEAPEST: Readonly<Record<string, { readonly dollars: number; readonly unit: 'EA' | 'ML' }>> = {
  '314076': { dollars: 0.12, unit: 'EA' },
  '861007': { dollars: 0.1, unit: 'EA' },
  '308460': { dollars: 1.6, unit: 'EA' },
  '308189': { dollars: 0.14, unit: 'ML' },
  '617310': { dollars: 0.15, unit: 'EA' },
  '312941': { dollars: 0.2, unit: 'EA' },
  '197361': { dollars: 0.11, unit: 'EA' },
  '197806': { dollars: 0.25, unit: 'EA' },
  '312615': { dollars: 0.4, unit: 'EA' },
  '198052': { dollars: 0.9, unit: 'EA' },
};

/** What is prescribed besides what the templates say. */
const USUAL_QUANTITIES = [30, 60, 90];

/** Each pharmacy asks something else; every fourth publishes no list. */
const factorOf = (index: number): number | undefined =>
  index % 4 === 3 ? undefined : 1 + ((index * 7) % 10) / 10;

/**
 * The lists of these pharmacies.
 *
 * @param day `YYYY-MM-DD`: the day of the lists, which age like real ones.
 */
export function priceFile(
  day: string,
  pharmacies: readonly { readonly npi: string; readonly name: string }[],
): readonly Row[] {
  return pharmacies.flatMap(({ npi, name }, index) => {
    const factor = factorOf(index);
    if (factor === undefined) return [];
    return Object.entries(CHEAPEST).flatMap(([rxcui, { dollars, unit }]) =>
      quantitiesOf(rxcui, unit).map((quantity) => ({
        npi,
        rxcui,
        quantity: String(quantity),
        pricing_unit: unit,
        // A fee for each, so that more costs less for one.
        price_usd: (2 + dollars * quantity * factor).toFixed(2),
        effective_date: day,
        source: name,
      })),
    );
  });
}

function quantitiesOf(rxcui: string, unit: 'EA' | 'ML'): readonly number[] {
  const own = templates.filter((one) => one.rxcui === rxcui).map((one) => one.dispenseQuantity);
  return [...new Set([...own, ...(unit === 'EA' ? USUAL_QUANTITIES : [])])];
}
