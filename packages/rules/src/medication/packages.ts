// Owns packages: what a pharmacy hands out whole, what one holds in the units of doses, and the units that fit a form (W1).
import { toCanonicalDecimal } from '../codes/decimal.ts';
import type { OfferedPackage } from '../sigs/amounts.ts';
import { DOSE_UNITS, type DoseUnit, type DoseUnitName } from '../sigs/sig-words.ts';
import { concentrationOf, type MassUnit, MICROGRAMS, unitsPerMl } from './liquid.ts';

/** What something can be packed in. */
export const CONTAINERS = [
  'bottle',
  'tube',
  'jar',
  'vial',
  'pen',
  'cartridge',
  'syringe',
  'auto-injector',
  'inhaler',
  'blister pack',
  'box',
] as const;
/** What holds a medicine until it is used. */
export type Container = (typeof CONTAINERS)[number];

/** How something is packed: what a pharmacy hands out whole. */
export type TreatmentPackage = {
  readonly container: Container;
  /** What one holds, in the unit that the treatment is dispensed in; a canonical decimal above 0. */
  readonly quantity: string;
  /** Actuations or inhalations that one holds. */
  readonly doses?: number | undefined;
  /** How many are in a carton; 1 when left out. */
  readonly count?: number | undefined;
};

/** What is packed. */
export type Packed = {
  /** NCPDP code of the unit in which it is dispensed. */
  readonly unitCode: string;
  readonly strength?: string | null;
};

/** What one carton holds, counted in a unit in which directions may give a dose. */
export type Held = { readonly unit: DoseUnitName; readonly amount: number };

/** Package sizes of one treatment. */
export const PACKAGES_MAX = 20;
const NUMBER_MAX = 10_000;
const MILLILITER = 'C28254';
const EACH = 'C64933';
const MASSES: Partial<Record<DoseUnitName, MassUnit>> = { microgram: 'mcg', milligram: 'mg', gram: 'g' };

/** In every unit of a dose in which it can be told. A drop is no volume that anybody knows, and nothing is guessed. */
export function heldIn(packed: Packed, one: TreatmentPackage): readonly Held[] {
  return (Object.keys(DOSE_UNITS) as DoseUnitName[]).flatMap((unit) => {
    const amount = amountHeld(unit, packed, one);
    return amount === undefined ? [] : [{ unit, amount }];
  });
}

/** The packages of a treatment, each with what a carton holds: what the form offers, and what a review compares quantities with. */
export function packagesOf(
  packed: Packed,
  packages: readonly TreatmentPackage[],
): readonly (TreatmentPackage & OfferedPackage & { readonly holds: readonly Held[] })[] {
  return packages.map((one) => ({ ...one, count: one.count ?? 1, holds: heldIn(packed, one) }));
}

function amountHeld(
  unit: DoseUnitName,
  { unitCode, strength }: Packed,
  { container, quantity, doses, count = 1 }: TreatmentPackage,
): number | undefined {
  const all = (Number(quantity) * 1_000_000 * count) / 1_000_000;
  const { unitCode: own }: DoseUnit = DOSE_UNITS[unit];
  if (own === unitCode) return all;
  if (unit === 'puff' || unit === 'spray') return doses === undefined ? undefined : doses * count;
  if (unit === 'vial' || unit === 'syringe') return container === unit ? count : undefined;
  // A pen in milliliters holds several doses; as "Each" it is one, as an auto-injector is.
  if (unit === 'pen' && container === 'pen') return unitCode === EACH ? all : count;
  if (unit === 'injection' || unit === 'autoInjector' || unit === 'pen')
    return unitCode === EACH && (container === 'auto-injector' || container === 'syringe') ? all : undefined;
  if (unitCode !== MILLILITER) return undefined;
  if (unit === 'unit') {
    const perMl = unitsPerMl(strength ?? '');
    return perMl === undefined ? undefined : all * perMl;
  }
  const mass = MASSES[unit];
  const liquid = concentrationOf(strength ?? '');
  if (mass === undefined || liquid === undefined) return undefined;
  const perMl = (Number(liquid.concentration) * MICROGRAMS[liquid.concentrationUnit]) / Number(liquid.perMl);
  return (all * perMl) / MICROGRAMS[mass];
}

/** The packages of a drug file's row, or undefined where one of them is none: nothing of a row that is wrong is believed. */
export function readPackages(given: unknown): readonly TreatmentPackage[] | undefined {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given) || given.length > PACKAGES_MAX || !given.every(isPackage)) return undefined;
  return given.map(({ container, quantity, doses, count }) => ({
    container,
    quantity,
    ...(doses === undefined ? {} : { doses }),
    ...(count === undefined ? {} : { count }),
  }));
}

function isPackage(given: unknown): given is TreatmentPackage {
  if (typeof given !== 'object' || given === null) return false;
  const { container, quantity, doses, count } = given as Readonly<Record<string, unknown>>;
  const decimal = typeof quantity === 'string' ? toCanonicalDecimal(quantity) : undefined;
  return (
    CONTAINERS.some((one) => one === container) &&
    decimal?.ok === true &&
    decimal.value === quantity &&
    Number(quantity) > 0 &&
    Number(quantity) <= NUMBER_MAX &&
    [doses, count].every((number) => number === undefined || isCount(number))
  );
}

function isCount(number: unknown): boolean {
  return Number.isInteger(number) && Number(number) > 0 && Number(number) <= NUMBER_MAX;
}

/** Names of the units of dispensing that fit: the drug file's own first, then those of the form. */
export function fittingUnits(usual: string, doseForm: string | null): readonly string[] {
  const form = doseForm?.toLowerCase() ?? '';
  const words = form.split(/[^a-z]+/);
  const fits = Object.entries(BY_FORM).flatMap(([beginning, names]) =>
    // The beginning of a word: there is a pen in "suspension".
    words.some((word) => word.startsWith(beginning)) ? names : [],
  );
  return [...new Set([usual, ...fits])];
}

/** By how a word of the form begins. */
const BY_FORM: Readonly<Record<string, readonly string[]>> = {
  tablet: ['Tablet', 'Caplet'],
  capsule: ['Capsule'],
  solution: ['Milliliter', 'Each'],
  suspension: ['Milliliter', 'Each'],
  syrup: ['Milliliter'],
  inject: ['Milliliter', 'Each', 'Kit'],
  pen: ['Milliliter', 'Each', 'Kit'],
  cream: ['Gram'],
  ointment: ['Gram'],
  gel: ['Gram', 'Packet'],
  lotion: ['Milliliter', 'Gram'],
  inhaler: ['Each', 'Gram'],
  spray: ['Each', 'Gram', 'Milliliter'],
  patch: ['Patch', 'Each'],
  suppository: ['Suppository'],
  lozenge: ['Lozenge', 'Troche'],
  film: ['Film'],
  powder: ['Packet', 'Gram', 'Each'],
  ring: ['Ring'],
  strip: ['Strip', 'Each'],
};
