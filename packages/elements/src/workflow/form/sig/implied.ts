// Owns the arithmetic beside the reading: what it comes to in a day, for the days, and with the refills (W1).
import { comparesQuantity } from '@pestle/rules/amounts';
import { addDays, formatDate } from '@pestle/rules/dates';
import { toQuantity } from '@pestle/rules/decimal';
import { concentrationOf, type MassUnit, MICROGRAMS } from '@pestle/rules/liquid';
import type { OfferedPackage } from '@pestle/rules/package-offers';
import type { StructuredSig } from '@pestle/rules/sig-model';
import { dailyAmount, sigDays, sigQuantity } from '@pestle/rules/sig-print';
import { DOSE_UNITS, type DoseUnit, type DoseUnitName } from '@pestle/rules/sig-words';
import { formatMeasure, formatNumber, formatValue } from '@pestle/rules/strength';
import { findUnit, unitWord } from '@pestle/rules/units';
import { unitIn } from '../../../kit/medication.ts';
import type { HistoryText } from '../../../text/en/history.ts';
import type { ReadingText } from '../../../text/en/workflow/card/reading.ts';
import { type Amounts, wholeNumber } from '../provenance.ts';

/** The numbers beside directions, and the strength. */
export type Beside = {
  readonly amounts: Amounts & { readonly refills: string };
  readonly strength: string | null | undefined;
  /** How it is packed. */
  readonly packages: readonly OfferedPackage[];
  readonly today: string;
};
type Mass = { readonly value: number; readonly unit: MassUnit };
type Words = { readonly reading: ReadingText; readonly units: HistoryText; readonly language: string };

/**
 * `2 tablets (1,000 mg) a day for 30 days is 60 tablets. With 2 refills: 180 tablets, until 21-Feb-2027.` Empty where nothing is
 * told; a quantity that cannot be compared is said to be none. `kilograms`: of a child, whose dose is told by weight, too.
 */
export function impliedBy(sig: StructuredSig, beside: Beside, words: Words, kilograms?: number): string {
  const { amounts, today, packages, strength } = beside;
  const { reading } = words;
  const perDay =
    sig.steps === undefined ? dailyText(sig, { strength: beside.strength, kilograms }, words) : '';
  const quantity = toQuantity(amounts.dispenseQuantity);
  const unit = findUnit(amounts.dispenseUnit);
  const days = wholeNumber(amounts.daysSupply) ?? sigDays(sig) ?? 0;
  const first = perDay === '' ? '' : `${perDay}.`;
  if (!quantity.ok || unit === undefined || days === 0) return first;
  const counted = (value: number): string =>
    `${formatNumber(String(value))}\u00a0${unitWord(unitIn(words.units, unit), String(value))}`;
  const needed = sigQuantity(sig, days);
  // A sum that is not so would be believed: then the note below the numbers speaks.
  const adds = needed?.quantity === quantity.value && needed.unitCode === unit.code;
  const amount = Number(quantity.value);
  const refills = wholeNumber(amounts.refills) ?? 0;
  const until = addDays(today, days * (refills + 1));
  return [
    perDay !== '' && adds ? `${perDay}${reading.comesTo(reading.days(days), counted(amount))}.` : first,
    refills === 0
      ? ''
      : reading.lasts(refills, counted(amount * (refills + 1)), formatDate(until, words.language)),
    comparesQuantity(sig, { quantity: quantity.value, unitCode: unit.code, packages, strength })
      ? ''
      : reading.notCompared,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** `2 tablets (1,000 mg) a day`; empty where the sentence alone tells it, as of a patch a week or a thin layer. */
function dailyText(
  sig: StructuredSig,
  { strength, kilograms }: { readonly strength: Beside['strength']; readonly kilograms: number | undefined },
  { reading, units }: Words,
): string {
  const daily = dailyAmount(sig);
  const { unit: name, amount, max = amount } = sig.dose;
  const unit: DoseUnit = DOSE_UNITS[name];
  if (daily === undefined || unit.uncounted === true || (daily !== null && daily < Number(amount))) return '';
  const count = daily ?? Number(max);
  const own = unit.unitCode === undefined ? undefined : findUnit(unit.unitCode);
  const [one, many] = reading.doseUnits[name] ?? [unit.one, unit.many];
  const word =
    own === undefined
      ? count > 1
        ? many
        : one
      : name === 'milliliter'
        ? unit.one
        : unitWord(unitIn(units, own), count > 1 ? '2' : '1');
  const mass = massOf(count, name, strength);
  const beside = [
    ...(mass === undefined || name in MASSES ? [] : [formatMeasure(mass.value, mass.unit)]),
    ...(mass === undefined || kilograms === undefined
      ? []
      : [`${formatMeasure(Number((mass.value / kilograms).toPrecision(3)), mass.unit)}/kg`]),
  ].join(', ');
  const shown = `${formatValue(count)}\u00a0${word}${beside === '' ? '' : ` (${beside})`}`;
  return daily === null ? reading.once(shown) : reading.perDay(shown, sig.asNeededFor !== undefined);
}

const MASSES: Partial<Record<DoseUnitName, MassUnit>> = { milligram: 'mg', microgram: 'mcg', gram: 'g' };
const COUNTED: ReadonlySet<DoseUnitName> = new Set(['tablet', 'capsule', 'lozenge', 'film', 'suppository']);

/** The mass in so many of a unit, where the strength is of one ingredient. */
function massOf(count: number, unit: DoseUnitName, strength: string | null | undefined): Mass | undefined {
  const own = MASSES[unit];
  if (own !== undefined) return { value: count, unit: own };
  if (unit === 'milliliter') {
    const liquid = concentrationOf(strength ?? '');
    if (liquid === undefined) return undefined;
    return {
      value: (count * Number(liquid.concentration)) / Number(liquid.perMl),
      unit: liquid.concentrationUnit,
    };
  }
  const solid = COUNTED.has(unit) ? /^([\d,.]+) ?(mcg|mg|g)$/i.exec(strength?.trim() ?? '') : null;
  const each = Number(solid?.[1]?.replaceAll(',', ''));
  const massUnit = solid?.[2]?.toLowerCase() ?? '';
  return isMass(massUnit) && each > 0 ? { value: count * each, unit: massUnit } : undefined;
}

function isMass(unit: string): unit is MassUnit {
  return Object.hasOwn(MICROGRAMS, unit);
}
