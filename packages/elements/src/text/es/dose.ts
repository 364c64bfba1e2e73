// Owns the Spanish words of the dose calculator.
import type { DoseText } from '../en/dose.ts';

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
};
