// Owns the English words of the dose calculator.
import type { DoseErrorCode } from '@pestle/rules/dose';

export const dose = {
  weight: 'Weight',
  weightUnit: 'Unit of weight',
  chooseUnit: 'Choose kg or lbs',
  fromRecord: (weight: string, date: string | null) =>
    date === null ? `On record: ${weight}, date not known` : `On record: ${weight}, ${date}`,
  amount: 'Dose per kilogram',
  amountUnit: 'Dose unit',
  per: 'Given as',
  perDay: 'per day',
  perDose: 'per dose',
  timesPerDay: 'Doses per day',
  maximum: 'Largest single dose',
  concentration: 'Concentration',
  concentrationUnit: 'Concentration unit',
  inMl: 'in mL',
  perDoseResult: 'Each dose',
  perDayResult: 'Each day',
  limited: 'The largest single dose decides, not the weight.',
  use: (amount: string) => `Use ${amount} per dose`,
  rounded: 'rounded to 0.1 mL',
  roundedMass: 'rounded',
  used: (amount: string) => `${amount} written into the directions`,
  /** By code; English are the rules' own sentences. */
  errors: {} as Readonly<Partial<Record<DoseErrorCode, string>>>,
};
export type DoseText = typeof dose;
