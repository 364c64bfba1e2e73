// Owns the dose calculator: by weight, in exact units, with a typed error wherever a number or a unit is missing.
import { type MassUnit, MICROGRAMS } from './liquid.ts';
import { formatMeasure, KILOGRAMS_PER_POUND } from './strength.ts';

/** Beyond these a number is a slip of the keyboard. */
export const DOSE_BOUNDS = {
  weightKgMaximum: 700,
  dosesPerDayMaximum: 24,
  amountMinimum: 1e-6,
  amountMaximum: 1e9,
} as const;

/** What is asked. There is no default unit of weight: 70 read as pounds halves a dose. */
export type DoseQuestion = {
  readonly weight: number;
  readonly weightUnit: 'kg' | 'lbs' | null | undefined;
  /** Per kilogram, by day or by single dose. */
  readonly amount: number;
  readonly amountUnit: MassUnit;
  readonly per: 'day' | 'dose';
  readonly dosesPerDay: number;
  /** Largest single dose that may be given, in `amountUnit`, whatever the weight. */
  readonly maximumPerDose?: number;
  /** Of a liquid: mass in a volume of milliliters, as `400 mg in 5 mL`. */
  readonly concentration?: { readonly amount: number; readonly unit: MassUnit; readonly perMl: number };
};

/** Why no dose can be given. */
export type DoseErrorCode =
  | 'WEIGHT_MISSING'
  | 'WEIGHT_UNIT_MISSING'
  | 'WEIGHT_OUT_OF_RANGE'
  | 'AMOUNT_MISSING'
  | 'DOSES_PER_DAY_OUT_OF_RANGE'
  | 'MAXIMUM_OUT_OF_RANGE'
  | 'CONCENTRATION_OUT_OF_RANGE'
  | 'NO_DOSE'
  | 'NO_VOLUME';

/** Numbers with their unit in the name; `labels` say the same for people, volumes always in mL. */
export type DoseAnswer =
  | {
      readonly ok: true;
      readonly weightKg: number;
      readonly perDose: number;
      readonly perDay: number;
      readonly unit: MassUnit;
      readonly perDoseMl?: number;
      readonly perDayMl?: number;
      /** True when the largest single dose, not the weight, decided. */
      readonly limited: boolean;
      readonly labels: { readonly perDose: string; readonly perDay: string };
    }
  | { readonly ok: false; readonly code: DoseErrorCode; readonly message: string };

/** Computes a dose. Numbers are rounded to six significant digits for display only; nothing is rounded to what can be measured. */
export function calculateDose(question: DoseQuestion): DoseAnswer {
  const { weight, weightUnit, amount, amountUnit, per, dosesPerDay, maximumPerDose, concentration } =
    question;
  if (!(weight > 0)) return no('WEIGHT_MISSING', 'Write the weight: a number above 0.');
  if (weightUnit !== 'kg' && weightUnit !== 'lbs')
    return no('WEIGHT_UNIT_MISSING', 'Choose the unit of the weight: kg or lbs.');
  const weightKg = weightUnit === 'kg' ? weight : weight * KILOGRAMS_PER_POUND;
  if (weightKg > DOSE_BOUNDS.weightKgMaximum)
    return no('WEIGHT_OUT_OF_RANGE', `The weight is above ${DOSE_BOUNDS.weightKgMaximum} kg.`);
  if (!isAmount(amount)) return no('AMOUNT_MISSING', 'Write the amount per kilogram: a number above 0.');
  if (!(dosesPerDay > 0) || dosesPerDay > DOSE_BOUNDS.dosesPerDayMaximum) {
    return no(
      'DOSES_PER_DAY_OUT_OF_RANGE',
      `Doses per day are more than 0 and at most ${DOSE_BOUNDS.dosesPerDayMaximum}.`,
    );
  }
  if (maximumPerDose !== undefined && !isAmount(maximumPerDose))
    return no('MAXIMUM_OUT_OF_RANGE', 'The largest dose is a number above 0.');
  if (concentration !== undefined && !(isAmount(concentration.amount) && isAmount(concentration.perMl))) {
    return no(
      'CONCENTRATION_OUT_OF_RANGE',
      'Write the concentration as mass in a volume, as in 400 mg in 5 mL.',
    );
  }
  const byWeight = (weightKg * amount) / (per === 'day' ? dosesPerDay : 1);
  const perDose = maximumPerDose === undefined ? byWeight : Math.min(byWeight, maximumPerDose);
  const perDay = perDose * dosesPerDay;
  if (!isAmount(perDose) || !isAmount(perDay))
    return no('NO_DOSE', 'The numbers give no dose: check the amount and the weight.');
  const milliliters = (mass: number): number | undefined =>
    concentration === undefined
      ? undefined
      : (mass * MICROGRAMS[amountUnit] * concentration.perMl) /
        (concentration.amount * MICROGRAMS[concentration.unit]);
  const perDoseMl = milliliters(perDose);
  const perDayMl = milliliters(perDay);
  if (concentration !== undefined && !(isAmount(perDoseMl ?? 0) && isAmount(perDayMl ?? 0))) {
    return no('NO_VOLUME', 'The numbers give no volume: check the concentration.');
  }
  const label = (mass: number, volume: number | undefined): string =>
    volume === undefined
      ? formatMeasure(mass, amountUnit)
      : `${formatMeasure(volume, 'mL')} (${formatMeasure(mass, amountUnit)})`;
  return {
    ok: true,
    weightKg,
    perDose,
    perDay,
    unit: amountUnit,
    ...(perDoseMl === undefined || perDayMl === undefined ? {} : { perDoseMl, perDayMl }),
    limited: perDose < byWeight,
    labels: { perDose: label(perDose, perDoseMl), perDay: label(perDay, perDayMl) },
  };
}

function isAmount(value: number): boolean {
  return value >= DOSE_BOUNDS.amountMinimum && value <= DOSE_BOUNDS.amountMaximum;
}

function no(code: DoseErrorCode, message: string): DoseAnswer {
  return { ok: false, code, message };
}
