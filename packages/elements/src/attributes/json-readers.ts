// Owns the readers of attributes that hold JSON, as one piece that is loaded where a page sets one of them.
import * as shapes from './clinical-shapes.ts';
import { readDisableList } from './disable-list.ts';
import { mapOf } from './shapes.ts';

export const jsonReaders = {
  templateOverrides: mapOf(shapes.templateOverride),
  prescriptionOverrides: mapOf(shapes.prescriptionOverride),
  initialPrescription: shapes.initialPrescription,
  address: shapes.address,
  supervisor: shapes.supervisor,
  diagnosis: shapes.diagnosis,
  allergy: shapes.allergy,
  medication: shapes.medication,
  disableList: readDisableList,
} as const;

export type JsonReaders = typeof jsonReaders;
