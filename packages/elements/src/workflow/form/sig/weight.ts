// Owns what a child weighs: from the page, else from the record.
import { KILOGRAMS_PER_POUND } from '@pestle/rules/strength';
import type { WorkflowHost } from '../../part.ts';

/** Kilograms; undefined for everybody else, and where nobody has said. */
export function childKilograms({ config, state }: WorkflowHost): number | undefined {
  const { record, isChild } = state.patient;
  const weight = config.weight ?? record?.weight ?? null;
  if (!isChild || weight === null) return undefined;
  return Number(weight.value) * (weight.unit === 'lbs' ? KILOGRAMS_PER_POUND : 1);
}
