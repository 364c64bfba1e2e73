// Owns the Spanish words of the dose calculator.
import type { DoseErrorCode } from '@pestle/rules/dose';
import type { DoseText } from '../../../en/workflow/card/dose.ts';

export const dose: DoseText = {
  weight: 'Peso',
  weightUnit: 'Unidad de peso',
  chooseUnit: 'Elija kg o lbs',
  fromRecord: (weight, date) =>
    date === null ? `En el expediente: ${weight}, sin fecha` : `En el expediente: ${weight}, ${date}`,
  amount: 'Dosis por kilogramo',
  amountUnit: 'Unidad de la dosis',
  per: 'Se da',
  perDay: 'por día',
  perDose: 'por toma',
  timesPerDay: 'Tomas por día',
  maximum: 'Toma máxima',
  concentration: 'Concentración',
  concentrationUnit: 'Unidad de concentración',
  inMl: 'en mL',
  perDoseResult: 'Cada toma',
  perDayResult: 'Cada día',
  limited: 'Decide la toma máxima, no el peso.',
  use: (amount) => `Usar ${amount} por toma`,
  rounded: 'redondeado a 0.1 mL',
  roundedMass: 'redondeado',
  used: (amount) => `${amount} se escribió en las indicaciones`,
  errors: {
    WEIGHT_MISSING: 'Escriba el peso: un número mayor que 0.',
    WEIGHT_UNIT_MISSING: 'Elija la unidad del peso: kg o lbs.',
    WEIGHT_OUT_OF_RANGE: 'El peso es mayor que 700 kg.',
    AMOUNT_MISSING: 'Escriba la cantidad por kilogramo: un número mayor que 0.',
    DOSES_PER_DAY_OUT_OF_RANGE: 'Las tomas por día son más de 0 y 24 como máximo.',
    MAXIMUM_OUT_OF_RANGE: 'La toma máxima es un número mayor que 0.',
    CONCENTRATION_OUT_OF_RANGE: 'Escriba la concentración como masa en un volumen, como 400 mg en 5 mL.',
    NO_DOSE: 'De estos números no sale una dosis: revise la cantidad y el peso.',
    NO_VOLUME: 'De estos números no sale un volumen: revise la concentración.',
  } satisfies Readonly<Record<DoseErrorCode, string>>,
};
