// Owns by what a child's doses go: what it weighs, from the page, else from the record, and how old it is.
import { daysBetween } from '@pestle/rules/dates';
import type { Medicine } from '@pestle/rules/dose-ceilings';
import { KILOGRAMS_PER_POUND } from '@pestle/rules/strength';
import type { PatientState } from '../patient-state.ts';
import type { Scope } from '../scope.ts';

/** Who takes it, and the page, which may know a weight. */
export type Taker = {
  readonly patient: Pick<PatientState, 'record' | 'isChild' | 'today'>;
  readonly scope: Pick<Scope, 'config'>;
};

/** Kilograms; undefined for everybody else, and where nobody has said. */
export function childKilograms({ patient: { record, isChild }, scope }: Taker): number | undefined {
  const weight = scope.config().weight ?? record?.weight ?? null;
  if (!isChild || weight === null) return undefined;
  return Number(weight.value) * (weight.unit === 'lbs' ? KILOGRAMS_PER_POUND : 1);
}

/** The treatment as the rules judge it for who takes it: a child's doses go by weight and age. */
export function prescribedTo<Treatment extends object>(
  treatment: Treatment,
  taker: Taker,
): Treatment & Pick<Medicine, 'kilograms' | 'ageDays'> {
  const { record, today } = taker.patient;
  const ageDays = record === null ? undefined : daysBetween(record.dateOfBirth, today);
  return { ...treatment, kilograms: childKilograms(taker), ageDays };
}
