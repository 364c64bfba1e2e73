// Owns liquids: the concentration that a strength states, and the mass that is in a dose of milliliters (U6).
import type { StructuredSig } from '../sigs/sig-model.ts';
import { formatMeasure, spelledUnits } from './strength.ts';

/** Units of mass, in micrograms. */
export const MICROGRAMS = { mcg: 1, mg: 1_000, g: 1_000_000 } as const;
/** A unit of mass in which a strength is given. */
export type MassUnit = keyof typeof MICROGRAMS;

/** Mass in a volume of milliliters; the numbers are canonical decimals as text. */
export type Concentration = {
  readonly concentration: string;
  readonly concentrationUnit: MassUnit;
  readonly perMl: string;
};

/** The concentration of a liquid from its strength: `400 mg/5 mL`, `2 mg/mL`. Undefined for anything else, several ingredients included. */
export function concentrationOf(strength: string): Concentration | undefined {
  const match = /^([\d,.]+) ?(mcg|mg|g)\/([\d.]*) ?mL$/i.exec(spelledUnits(strength.trim()));
  const concentration = match?.[1]?.replaceAll(',', '');
  const concentrationUnit = match?.[2]?.toLowerCase() as MassUnit | undefined;
  const perMl = match?.[3] || '1';
  if (concentration === undefined || concentrationUnit === undefined) return undefined;
  return Number(concentration) > 0 && Number(perMl) > 0
    ? { concentration, concentrationUnit, perMl }
    : undefined;
}

/** The units in one milliliter, from a strength of insulin or vitamin: `100 units/mL`. Undefined for anything else. */
export function unitsPerMl(strength: string): number | undefined {
  const match = /^([\d,.]+) units\/([\d.]*) ?mL$/.exec(spelledUnits(strength.trim()));
  const per = Number(match?.[1]?.replaceAll(',', '')) / Number(match?.[2] || '1');
  return per > 0 && Number.isFinite(per) ? per : undefined;
}

const MICROGRAMS_OF: Partial<Record<StructuredSig['dose']['unit'], number>> = {
  microgram: MICROGRAMS.mcg,
  milligram: MICROGRAMS.mg,
  gram: MICROGRAMS.g,
};

/**
 * A dose of a liquid in milliliters with the mass that is in it, both ends of a range: `5 mL (400 mg)`; of several ingredients
 * each mass in their order, `5 mL (400 mg / 57 mg)`. Empty where directions and strength do not tell, and for a mass in a volume that
 * nobody measures: a pen of 1.34 mg/mL is set in mg.
 */
export function liquidDoses(
  { amount, max = amount, unit }: StructuredSig['dose'],
  strength: string,
): readonly string[] {
  const parts = strength.split(' / ').map(concentrationOf);
  const [only, ...others] = parts;
  const micrograms = MICROGRAMS_OF[unit];
  if (only === undefined || !parts.every((part) => part !== undefined)) return [];
  if (unit !== 'milliliter' && (micrograms === undefined || others.length > 0)) return [];
  const inOneMl = massIn(1, only) * MICROGRAMS[only.concentrationUnit];
  return [...new Set([amount, max])].flatMap((end) => {
    const volume = (Number(end) * (micrograms ?? inOneMl)) / inOneMl;
    const thousandths = volume * 1_000;
    if (unit !== 'milliliter' && Math.abs(thousandths - Math.round(thousandths)) > 1e-6) return [];
    const masses = parts.map((part) => formatMeasure(massIn(volume, part), part.concentrationUnit));
    return [`${formatMeasure(volume, 'mL')} (${masses.join(' / ')})`];
  });
}

/** The same in one line, from directions that were understood and the strength; empty where there is nothing to tell. */
export function liquidText(
  sig: Pick<StructuredSig, 'dose'> | null | undefined,
  strength: string | null | undefined,
): string {
  return sig === null || sig === undefined ? '' : liquidDoses(sig.dose, strength ?? '').join(', ');
}

function massIn(volume: number, { concentration, perMl }: Concentration): number {
  return (volume * Number(concentration)) / Number(perMl);
}
