// Owns what the dose calculator takes from a treatment and gives to the directions: always with the unit that belongs to the number.
import type { DoseAnswer, MassUnit } from '@pestle/rules/dose';

export type Concentration = {
  readonly concentration: string;
  readonly concentrationUnit: MassUnit;
  readonly perMl: string;
};

/** The concentration of a liquid from its strength: `400 mg/5 mL`, `2 mg/mL`. Undefined for anything else, several ingredients included. */
export function concentrationOf(strength: string): Concentration | undefined {
  const match = /^([\d,.]+) ?(mcg|mg|g)\/([\d.]*) ?mL$/i.exec(strength.trim());
  const amount = match?.[1]?.replaceAll(',', '');
  const unit = match?.[2]?.toLowerCase();
  if (amount === undefined || (unit !== 'mcg' && unit !== 'mg' && unit !== 'g')) return undefined;
  return { concentration: amount, concentrationUnit: unit, perMl: match?.[3] || '1' };
}

/** The single dose as it can be measured and typed: a volume to 0.1 mL, a mass to three digits. `rounded`: it differs from the result. */
export function measurable(answer: Extract<DoseAnswer, { ok: true }>): {
  /** As it is written into directions. */
  readonly words: string;
  readonly shown: string;
  readonly unit: string;
  readonly rounded: boolean;
} {
  const exact = answer.perDoseMl ?? answer.perDose;
  const unit = answer.perDoseMl === undefined ? answer.unit : 'mL';
  const value = unit === 'mL' && exact >= 0.1 ? Math.round(exact * 10) / 10 : Number(exact.toPrecision(3));
  return {
    words: `${value} ${unit}`,
    shown: `${value}\u00a0${unit}`,
    unit,
    rounded: Math.abs(value - exact) > exact * 1e-9,
  };
}
