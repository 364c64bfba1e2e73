// Owns what the page knows of a patient (`allergies`, `medications`) that the record does not: no medicine is compared with it.
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';
import type { PatientRecord } from '../../../records.ts';

type Stated = Pick<WorkflowConfig, 'allergies' | 'medications'>;

/** Told apart by name: what is on record under a name was read by whoever recorded it. */
export function notOnRecord(config: Stated, record: Pick<PatientRecord, keyof Stated>): Stated {
  const same = (one: string, other: string): boolean =>
    one.trim().toLowerCase() === other.trim().toLowerCase();
  return {
    allergies: config.allergies.filter(
      ({ substance }) => !record.allergies?.some((known) => same(known.substance, substance)),
    ),
    medications: config.medications.filter(
      ({ name }) => !record.medications?.some((known) => same(known.name, name)),
    ),
  };
}
