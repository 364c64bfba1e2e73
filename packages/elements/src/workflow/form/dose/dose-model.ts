// Owns what the dose calculator takes from a treatment and gives to the directions: always with the unit that belongs to the number.
import type { DoseAnswer } from '@pestle/rules/dose';
import type { MassUnit } from '@pestle/rules/liquid';
import type { SigResult } from '@pestle/rules/sig';
import { printSig } from '@pestle/rules/sig-print';

/** A single dose as it can be measured. */
export type Measurable = {
  /** Canonical decimal text. */
  readonly amount: string;
  readonly unit: 'mL' | MassUnit;
  /** As it is written into directions. */
  readonly words: string;
  readonly shown: string;
  /** It differs from the exact result. */
  readonly rounded: boolean;
};

const SIG_UNITS = { mL: 'milliliter', mcg: 'microgram', mg: 'milligram', g: 'gram' } as const;

/** Directions with this dose in place of theirs; undefined where they are not understood. */
export function withDose(result: SigResult | undefined, { amount, unit }: Measurable): string | undefined {
  if (result?.ok !== true) return undefined;
  const { maxPerDay: _limit, ...sig } = result.sig;
  return printSig({ ...sig, dose: { amount, unit: SIG_UNITS[unit] } });
}

/** The single dose rounded to what can be measured: a volume to 0.1 mL, a mass to three digits. */
export function measurable(answer: Extract<DoseAnswer, { ok: true }>): Measurable {
  const exact = answer.perDoseMl ?? answer.perDose;
  const unit = answer.perDoseMl === undefined ? answer.unit : 'mL';
  const value = unit === 'mL' && exact >= 0.1 ? Math.round(exact * 10) / 10 : Number(exact.toPrecision(3));
  const amount = String(value);
  return {
    amount,
    words: `${amount} ${unit}`,
    shown: `${amount}\u00a0${unit}`,
    unit,
    rounded: Math.abs(value - exact) > exact * 1e-9,
  };
}
